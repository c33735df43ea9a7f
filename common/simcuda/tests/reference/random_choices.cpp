#include "common/simcuda/tests/reference/random_choices.hpp"

#include <algorithm>

namespace simcuda::reference {

void random_choices::begin_other_hosts(int number) {
    shared_streams_ = mine().streams.size();
    shared_events_ = mine().events.size();
    shared_buffers_ = mine().buffers.size();
    of_host_.resize(1 + static_cast<std::size_t>(number), mine());
    host_ = number;
}

int random_choices::take_any(std::vector<int>& of, std::size_t shared) {
    if (of.size() <= shared)
        return -1;
    const std::size_t which = shared + below(static_cast<unsigned>(of.size() - shared));
    const int taken = of[which];
    of.erase(of.begin() + static_cast<std::ptrdiff_t>(which));
    return taken;
}

piece random_choices::any_piece(int b) {
    const unsigned size = p_.buffers[static_cast<std::size_t>(b)].size;
    const unsigned places[] = {0, 0, 16, 4090, below(size), below(16)};
    piece w{b, std::min(places[below(6)], size - 1), 0};
    const unsigned lengths[] = {1, 1, 2, 4, 8, 8, 1 + below(16), 1 + below(64), size};
    w.count = std::min(lengths[below(9)], size - w.first);
    return w;
}

}  // namespace simcuda::reference
