#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace workload {

/// Calls `part(first, count)` for parts of `count` elements that together are all of them: at the
/// same time where there are so many that it pays.
template <class Part>
void in_parts(std::size_t count, Part part) {
    constexpr std::size_t many = std::size_t{1} << 22;
    constexpr std::size_t most_threads = 8;
    const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t parts = count < many ? 1 : std::min(processors, most_threads);
    const auto from = [&](std::size_t i) { return count / parts * i; };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < parts; ++i) {
        const auto first = from(i);
        const auto end = i + 1 == parts ? count : from(i + 1);
        others.emplace_back([=] { part(first, end - first); });
    }
    part(0, parts == 1 ? count : from(1));
    for (auto& each : others) {
        each.join();
    }
}

}  // namespace workload
