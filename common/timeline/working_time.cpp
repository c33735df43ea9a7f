#include "common/timeline/working_time.hpp"

#include <algorithm>
#include <optional>

#include "common/timeline/overlap.hpp"

namespace timeline {

/// Reading a value or two is not work.
constexpr nanoseconds a_look{1000};

interval working_time(const recording& recorded) {
    std::optional<interval> window;
    for (const auto& op : recorded.operations) {
        const bool is_of_host = op.kind == op_kind::host_work || op.kind == op_kind::host_function;
        const bool host_computes = is_of_host && op.end - op.start >= a_look;
        // A memset is mostly part of setting up: it is work only once there is other work.
        const bool is_setup = !window && op.kind == op_kind::memset;
        if ((!engine_of(op.kind) && !host_computes) || is_setup) {
            continue;
        }
        if (!window) {
            window = interval{op.start, op.end};
        }
        window->start = std::min(window->start, op.start);
        window->end = std::max(window->end, op.end);
    }
    return window.value_or(interval{});
}

}  // namespace timeline
