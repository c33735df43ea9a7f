#include "checker/harness/steadiness.hpp"

#include <algorithm>
#include <cmath>

#include "common/timeline/interval.hpp"

namespace checker {

double spread_of(std::vector<nanoseconds> times) {
    if (times.empty()) {
        return 0;
    }
    std::sort(times.begin(), times.end());
    const auto quarter = times.size() / 4;
    return timeline::share_of(times[times.size() - 1 - quarter] - times[quarter],
                              2 * times[times.size() / 2]);
}

double doubt_about_median(std::vector<nanoseconds> times) {
    if (times.empty()) {
        return 0;
    }
    std::sort(times.begin(), times.end());
    // How many of n lie below the true median is binomial: n / 2, give or take the root of n.
    const double n = static_cast<double>(times.size());
    const double below = (n + 1) / 2 - 0.98 * std::sqrt(n);
    const auto first = static_cast<std::size_t>(std::max(1.0, std::floor(below))) - 1;
    return timeline::share_of(times[times.size() - 1 - first] - times[first],
                              2 * times[times.size() / 2]);
}

bool is_steady_enough(int rounds, double spread, double doubt) {
    constexpr int usual = 4;
    constexpr int most = 8;
    constexpr double alike = 0.02;
    constexpr double certain = 0.03;
    return (spread <= alike && doubt <= most_doubt) || (rounds >= usual && doubt <= certain) ||
           rounds >= most;
}

}  // namespace checker
