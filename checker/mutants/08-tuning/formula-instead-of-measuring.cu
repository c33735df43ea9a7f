// Misconception: A formula with the figures of my own machine saves the measuring.

#include "lab.hpp"

#include <algorithm>
#include <cmath>

cudaError_t choose_plan(const job& work, plan& chosen) {
    // time = (D / c + 2) * (t + c / B), smallest near sqrt(D * t * B / 2)
    const double bytes = 4.0 * static_cast<double>(work.count);
    const double best = std::sqrt(bytes * 5e-6 * 50e9 / 2);
    chosen = {std::clamp(static_cast<std::size_t>(best) / 4, std::size_t{1}, work.count), 3};
    return work.run(chosen);
}
