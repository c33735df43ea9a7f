#include "checker/harness/places.hpp"

#include <algorithm>

namespace checker {

std::vector<timeline::source_place> known_places(const std::vector<timeline::operation>& operations,
                                                 std::size_t most) {
    std::vector<timeline::source_place> places;
    for (const auto& op : operations) {
        const bool is_new = std::find(places.begin(), places.end(), op.where) == places.end();
        if (op.where.line > 0 && is_new && places.size() < most) {
            places.push_back(op.where);
        }
    }
    return places;
}

words work_name(const timeline::operation& op) {
    return op.kind == timeline::op_kind::kernel ? phrase("kernel {}", op.name) : words(op.name);
}

words stream_name(timeline::stream_id id) {
    return id == 0 ? phrase("the legacy default stream") : phrase("stream {}", id);
}

}  // namespace checker
