#include "checker/supervise/machine_speed.hpp"

#include <algorithm>
#include <cstdint>
#include <ctime>

namespace checker {
namespace {

// A chain of multiply-adds that no compiler can shorten while its end is stored.
double seconds_for_fixed_work() {
    constexpr int steps = 8'000'000;
    const std::clock_t start = std::clock();
    std::uint64_t x = static_cast<std::uint64_t>(start);
    for (int i = 0; i < steps; ++i) {
        x = x * 6364136223846793005u + 1442695040888963407u;
    }
    volatile std::uint64_t sink = x;
    static_cast<void>(sink);
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace

double machine_factor() {
    constexpr double on_the_reference = 0.011;  // seconds, at 3 GHz and 4 cycles a step
    const double here =
        std::min({seconds_for_fixed_work(), seconds_for_fixed_work(), seconds_for_fixed_work()});
    return std::clamp(here / on_the_reference, 1.0, 20.0);
}

}  // namespace checker
