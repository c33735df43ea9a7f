#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace workload {

/// Calls `part(first, count)` for parts of `count` elements that together are all of them, in up to
/// `threads` threads where there are so many elements that it pays: `least` for each.
template <class Part>
void in_parts(std::size_t count, std::size_t threads, Part part,
              std::size_t least = std::size_t{1} << 20) {
    const std::size_t parts =
        std::clamp<std::size_t>(count / least, 1, std::max<std::size_t>(threads, 1));
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < parts; ++i) {
        const auto first = count / parts * i;
        const auto end = i + 1 == parts ? count : count / parts * (i + 1);
        others.emplace_back([=] { part(first, end - first); });
    }
    part(0, parts == 1 ? count : count / parts);
    for (auto& each : others) {
        each.join();
    }
}

}  // namespace workload
