#include "common/simcuda/tests/reference/host_stacks.hpp"

namespace simcuda::reference {
namespace {

constexpr std::size_t room = 256 * 1024;

}  // namespace

host_stacks::host_stacks(int hosts, body what) : what_(std::move(what)) {
    for (int h = 0; h < hosts; ++h) {
        stack& s = stacks_.emplace_back(this, h, room);
        s.own.prepare(begin, &s);
    }
}

void host_stacks::run(const std::function<int()>& next) {
    for (int h = next(); h >= 0; h = next())
        chooser_.switch_to(stacks_[static_cast<std::size_t>(h)].own);
}

void host_stacks::give_turn_away(int host) {
    stacks_[static_cast<std::size_t>(host)].own.switch_to(chooser_);
}

void host_stacks::begin(void* of) {
    const stack& s = *static_cast<stack*>(of);
    s.all->what_(s.host);
    for (;;)
        s.all->give_turn_away(s.host);
}

}  // namespace simcuda::reference
