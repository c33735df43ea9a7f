#include "common/timeline/axis.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace timeline {

time_axis::time_axis(nanoseconds origin, nanoseconds span, int cells)
    : origin_(origin),
      span_(std::clamp(span, nanoseconds{1}, longest)),
      cells_(std::clamp(cells, 1, 1000)) {}

std::int64_t time_axis::position(nanoseconds moment) const {
    if (moment <= origin_) {
        return 0;
    }
    // Through unsigned numbers: a recording may reach from one end of the range to the other.
    const std::uint64_t since =
        static_cast<std::uint64_t>(moment.count()) - static_cast<std::uint64_t>(origin_.count());
    const auto limit = static_cast<std::uint64_t>(span_.count());
    return static_cast<std::int64_t>(std::min(since, limit)) * cells_;
}

int time_axis::cell_at(std::int64_t position) const {
    return static_cast<int>(std::min<std::int64_t>(position / cell_length(), cells_ - 1));
}

int time_axis::nearest_boundary(nanoseconds moment) const {
    return static_cast<int>((position(moment) + cell_length() / 2) / cell_length());
}

tick_marks ticks_for(nanoseconds span, int cells, int columns_apart, charset allowed) {
    struct scale {
        std::int64_t size_ns;
        const char* name;
    };
    const std::array scales{scale{1, "ns"}, scale{1'000, allowed == charset::ascii ? "us" : "µs"},
                            scale{1'000'000, "ms"}, scale{1'000'000'000, "s"}};
    const std::int64_t length = std::clamp(span, nanoseconds{1}, time_axis::longest).count();
    const std::int64_t columns = std::clamp(cells, 1, 1000);

    std::int64_t step = 1;
    for (int i = 0; step * columns < length * std::clamp(columns_apart, 1, 100); ++i) {
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;  // 1, 2, 5, 10, ...
    }
    // The unit of the last label: 0.5 ms reads better than 500 µs beside 3.5 ms.
    const std::int64_t last = length / step * step;
    scale shown = scales.front();
    for (const scale& each : scales) {
        if (last >= each.size_ns) {
            shown = each;
        }
    }

    tick_marks result{shown.name, {}};
    for (std::int64_t t = 0; t <= last; t += step) {
        const std::int64_t whole = t / shown.size_ns;
        std::string label = fmt::format("{}", whole);
        if (std::int64_t rest = t % shown.size_ns; rest != 0) {
            std::string decimals = fmt::format("{:0{}}", rest, [&] {
                int digits = 0;
                for (std::int64_t size = shown.size_ns; size > 1; size /= 10) {
                    ++digits;
                }
                return digits;
            }());
            decimals.erase(decimals.find_last_not_of('0') + 1);
            label += "." + decimals;
        }
        result.ticks.push_back({nanoseconds{t}, label});
    }
    return result;
}

}  // namespace timeline
