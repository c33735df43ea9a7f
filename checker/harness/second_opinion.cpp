#include "checker/harness/second_opinion.hpp"

#include <chrono>
#include <thread>
#include <utility>

#include "checker/harness/steadiness.hpp"

namespace checker {
namespace {

/// Copies and kernels have been seen to take this much longer for as long as one measurement lasts.
constexpr double slowed_down = 0.15;
constexpr int most_opinions = 3;

bool is_steady(const comparison& c) {
    return c.doubt <= most_doubt;
}

bool is_better(const comparison& c, const comparison& than) {
    if (is_steady(c) != is_steady(than)) {
        return is_steady(c);
    }
    return is_steady(c) ? c.closed_gap() > than.closed_gap() : c.doubt < than.doubt;
}

}  // namespace

goal gap_closed(double wanted) {
    return [wanted](const comparison& c) { return c.closed_gap() >= wanted; };
}

bool is_good(const comparison& c, const goal& wanted, double least_noise) {
    return is_steady(c) && c.bound < c.serial && !c.is_too_fast(least_noise) && wanted(c);
}

bool may_be_noise(const comparison& c, const goal& wanted, double least_noise) {
    if (!is_steady(c) || c.bound >= c.serial || c.is_too_fast(least_noise)) {
        return true;
    }
    auto undisturbed = c;
    undisturbed.measured = nanoseconds{static_cast<std::int64_t>(
        static_cast<double>(c.measured.count()) * (1 - slowed_down - c.doubt))};
    return wanted(undisturbed);
}

comparison best_opinion(const std::function<comparison()>& measure, const goal& wanted,
                        double least_noise, const std::function<void()>& pause) {
    auto best = measure();
    auto last = best;
    for (int opinions = 1; opinions < most_opinions && !is_good(last, wanted, least_noise) &&
                           may_be_noise(last, wanted, least_noise);
         ++opinions) {
        pause();
        last = measure();
        if (is_good(last, wanted, least_noise) || is_better(last, best)) {
            best = last;
        }
    }
    return best;
}

comparison measured_without_doubt(device_session& device, const goal& wanted,
                                  const std::function<comparison()>& measure) {
    if (device.repetitions() == 1) {
        return measure();
    }
    const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(200)); };
    auto best = best_opinion(measure, wanted, device.least_noise(), pause);
    tell_how_measured(device, best);
    return best;
}

}  // namespace checker
