#include "checker/harness/comparison.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "checker/harness/report.hpp"
#include "checker/harness/steadiness.hpp"
#include "common/timeline/working_time.hpp"

namespace checker {
namespace {

nanoseconds time_of(const attempt& run) {
    return working_time(run.recorded).length();
}

attempt median_of(std::vector<attempt> runs) {
    const auto middle = runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2);
    std::nth_element(runs.begin(), middle, runs.end(),
                     [](const attempt& a, const attempt& b) { return time_of(a) < time_of(b); });
    return std::move(*middle);
}

/// While it exists, the device measures time.
class timing {
public:
    explicit timing(device_session& device) : device_(device) { device_.measure_time(true); }
    ~timing() { device_.measure_time(false); }
    timing(const timing&) = delete;
    timing& operator=(const timing&) = delete;

private:
    device_session& device_;
};

std::vector<nanoseconds> times_of(const std::vector<attempt>& runs) {
    std::vector<nanoseconds> times;
    for (const auto& run : runs) {
        times.push_back(time_of(run));
    }
    return times;
}

/// How far `closed` is on the way from `from` to `wanted`: 0 to 1.
double share_of_way(double closed, double from, double wanted) {
    return wanted > from ? std::clamp((closed - from) / (wanted - from), 0.0, 1.0) : 0.0;
}

}  // namespace

double comparison::closed_gap() const {
    const double gap = static_cast<double>((serial - bound).count());
    return gap > 0 ? static_cast<double>((serial - measured).count()) / gap : 0.0;
}

bool comparison::is_too_fast(double least_noise) const {
    const double noise = std::max(least_noise, 2 * spread);
    return static_cast<double>(measured.count()) < (1 - noise) * static_cast<double>(bound.count());
}

measured_figures comparison::figures() const {
    measured_figures f;
    f.serial_ms = timeline::to_ms(serial);
    f.measured_ms = timeline::to_ms(measured);
    f.bound_ms = timeline::to_ms(bound);
    f.speedup = measured.count() > 0
                    ? static_cast<double>(serial.count()) / static_cast<double>(measured.count())
                    : 0.0;
    f.closed_gap = closed_gap();
    nanoseconds sum{0};
    for (const auto& engine : overlap.engines) {
        sum += engine.busy;
    }
    // What more than one engine did at the same time, as a share of the time that any was busy.
    const auto two_at_once =
        overlap.h2d_compute + overlap.compute_d2h + overlap.h2d_d2h - 2 * overlap.all_three;
    f.overlap = timeline::share_of(two_at_once, overlap.any_busy);
    return f;
}

comparison compare(device_session& device, const std::function<attempt()>& baseline,
                   const std::function<attempt()>& learner) {
    comparison c;
    const bool is_exact = device.repetitions() == 1;
    if (!is_exact) {
        // Once for the results alone: all of them are looked at, however long that takes.
        device.warm_up();
        static_cast<void>(learner());
    }
    const timing now(device);
    std::vector<attempt> slow;
    std::vector<attempt> fast;
    for (int rounds = 1;; ++rounds) {
        for (int i = 0; i < device.repetitions(); ++i) {
            if (!is_exact) {
                report().next_run();
            }
            slow.push_back(baseline());
            fast.push_back(learner());
        }
        c.spread = std::max(spread_of(times_of(slow)), spread_of(times_of(fast)));
        c.doubt = std::max(doubt_about_median(times_of(slow)), doubt_about_median(times_of(fast)));
        if (is_exact || is_steady_enough(rounds, c.spread, c.doubt)) {
            break;
        }
    }
    c.runs = slow.size();
    tell_how_measured(device, c);
    c.baseline = median_of(std::move(slow));
    c.learner = median_of(std::move(fast));
    c.serial = time_of(c.baseline);
    c.measured = time_of(c.learner);
    c.overlap = timeline::measure_overlap(c.learner.recorded);
    return c;
}

void tell_how_measured(const device_session& device, const comparison& c) {
    if (device.repetitions() == 1) {
        return;
    }
    const auto medians = phrase("Medians of {} runs, spread {:.1f} %.", c.runs, 100 * c.spread);
    report().remark(device.remark().empty() ? medians : phrase("{} {}", medians, device.remark()));
}

double share_of_points(const comparison& c, nanoseconds in_turn, double wanted) {
    const auto closed_by = [&](nanoseconds time) {
        return timeline::share_of(c.serial - time, c.serial - c.bound);
    };
    const double without_overlap = std::clamp(closed_by(in_turn), 0.0, wanted);
    return share_of_way(closed_by(c.measured), without_overlap, wanted);
}

double partial_share(const comparison& c, nanoseconds in_turn, double wanted) {
    constexpr double most = 0.9;
    return most * share_of_points(c, in_turn, wanted);
}

nanoseconds time_of_device_work(const timeline::recording& recorded) {
    nanoseconds sum{0};
    for (const auto& op : recorded.operations) {
        sum += timeline::engine_of(op.kind) ? op.end - op.start : nanoseconds{0};
    }
    return sum;
}

cudaError_t blocking_chunk(device_session& device, std::uint32_t* buffer,
                           const std::uint32_t* input, std::uint32_t* output, std::size_t count,
                           unsigned int steps) {
    const std::size_t size = count * sizeof(std::uint32_t);
    if (const auto error = cudaMemcpy(buffer, input, size, cudaMemcpyHostToDevice)) {
        return error;
    }
    device.launch_kernel(buffer, count, steps, nullptr);
    return cudaMemcpy(output, buffer, size, cudaMemcpyDeviceToHost);
}

cudaError_t blocking_baseline(device_session& device, const std::uint32_t* input,
                              std::uint32_t* output, std::size_t count, std::size_t chunk,
                              unsigned int steps) {
    void* buffer = nullptr;
    auto error = cudaMalloc(&buffer, chunk * sizeof(std::uint32_t));
    for (std::size_t first = 0; first < count && error == cudaSuccess; first += chunk) {
        error = blocking_chunk(device, static_cast<std::uint32_t*>(buffer), input + first,
                               output + first, std::min(chunk, count - first), steps);
    }
    const auto freed = cudaFree(buffer);
    return error != cudaSuccess ? error : freed;
}

}  // namespace checker
