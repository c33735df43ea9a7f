#include "checker/harness/stages.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <vector>

#include "checker/harness/own_call.hpp"
#include "common/timeline/interval.hpp"
#include "common/timeline/overlap.hpp"
#include "common/workload/calibrate.hpp"

namespace checker {
namespace {

using timeline::op_kind;

constexpr int in_a_row = 8;

/// How often a stage is timed alone, and how many copies make a steady state.
int times_alone(const device_session& device) {
    return device.repetitions() == 1 ? 3 : 15;
}
int times_in_a_row(const device_session& device) {
    return device.repetitions() == 1 ? in_a_row : 40;
}

/// Buffers and streams for measuring, given back at the end.
class bench {
public:
    bench(device_session& device, std::size_t chunk) : device_(device), chunk_(chunk) {
        for (std::size_t i = 0; i < 2; ++i) {
            expect_success(cudaMallocHost(&host_[i], size()));
            expect_success(cudaMalloc(&buffer_[i], size()));
            expect_success(cudaStreamCreateWithFlags(&stream_[i], cudaStreamNonBlocking));
            device_.host_writes(host_[i], {size()});
            expect_success(cudaMemcpy(buffer_[i], host_[i], size(), cudaMemcpyHostToDevice));
        }
    }
    ~bench() {
        static_cast<void>(cudaDeviceSynchronize());
        for (std::size_t i = 0; i < 2; ++i) {
            static_cast<void>(cudaStreamDestroy(stream_[i]));
            static_cast<void>(cudaFree(buffer_[i]));
            static_cast<void>(cudaFreeHost(host_[i]));
        }
    }
    bench(const bench&) = delete;
    bench& operator=(const bench&) = delete;

    void copy_in() {
        expect_success(
            cudaMemcpyAsync(buffer_[0], host_[0], size(), cudaMemcpyHostToDevice, stream_[0]));
    }
    void copy_out() {
        expect_success(
            cudaMemcpyAsync(host_[1], buffer_[1], size(), cudaMemcpyDeviceToHost, stream_[1]));
    }
    void compute(unsigned int steps) {
        device_.launch_kernel(static_cast<std::uint32_t*>(buffer_[0]), chunk_, steps, stream_[0]);
    }
    void wait() { expect_success(cudaDeviceSynchronize()); }

private:
    [[nodiscard]] std::size_t size() const { return chunk_ * sizeof(std::uint32_t); }

    device_session& device_;
    std::size_t chunk_;
    void* host_[2] = {};
    void* buffer_[2] = {};
    cudaStream_t stream_[2] = {};
};

nanoseconds median_of(std::vector<nanoseconds> times) {
    if (times.empty()) {
        throw std::runtime_error("measuring the stages recorded nothing");
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

nanoseconds median_time(const timeline::recording& recorded, op_kind kind) {
    std::vector<nanoseconds> times;
    for (const auto& op : recorded.operations) {
        if (op.kind == kind) {
            times.push_back(op.end - op.start);
        }
    }
    return median_of(std::move(times));
}

/// When the call returned that asked for this work, where that was noted.
std::optional<nanoseconds> time_issued(const timeline::recording& recorded,
                                       const timeline::operation& work) {
    for (const auto& op : recorded.operations) {
        if (op.kind == op_kind::api_call && op.correlation == work.correlation) {
            return op.end;
        }
    }
    return std::nullopt;
}

/// What each of those takes that have nothing but the other kind beside them, from its start to the
/// next one's: an engine may need a pause after a copy (on an H200, 7.5 us after a download beside
/// uploads while CUPTI records, 1.5 us while it does not, and none after one alone). The host's
/// time between two calls is not among it: it had issued the next one by then. Where the two kinds
/// take turns, none is beside any: then the median length of all.
nanoseconds median_time_beside(const timeline::recording& recorded, op_kind kind, op_kind other) {
    std::optional<timeline::interval> busy;
    for (const auto& op : recorded.operations) {
        if (op.kind == other) {
            busy = busy ? timeline::interval{busy->start, op.end}
                        : timeline::interval{op.start, op.end};
        }
    }
    std::vector<nanoseconds> times;
    const timeline::operation* last = nullptr;
    for (const auto& op : recorded.operations) {
        if (op.kind != kind) {
            continue;
        }
        const auto issued = time_issued(recorded, op);
        if (last != nullptr && busy && last->start >= busy->start && op.start <= busy->end) {
            times.push_back(issued && *issued <= last->end ? op.start - last->start
                                                           : last->end - last->start);
        }
        last = &op;
    }
    return times.empty() ? median_time(recorded, kind) : median_of(std::move(times));
}

nanoseconds kernel_time(device_session& device, bench& work, unsigned int steps) {
    device.start_recording();
    for (int i = 0; i < times_alone(device); ++i) {
        work.compute(steps);
        work.wait();
    }
    return median_time(device.take_recording(), op_kind::kernel);
}

double in_ns(nanoseconds t) {
    return static_cast<double>(t.count());
}

/// How fast a copy goes on beside one of the other direction: 1 as if it were alone.
double speed_beside(nanoseconds unhindered, nanoseconds beside) {
    return beside.count() > 0 ? std::min(1.0, in_ns(unhindered) / in_ns(beside)) : 1.0;
}

/// The least time in which the link brings all chunks over and back. Each direction has time alone
/// that cannot be had beside the other one: the uploads until the first download can begin, the
/// downloads from the last kernel on. Of the rest as much as possible is done at once, which is as
/// much as the direction that is through first has to do.
double time_of_both_directions(const stage_times& stages, double chunks) {
    const double up = in_ns(stages.h2d) * chunks;
    const double down = in_ns(stages.d2h) * chunks;
    const double up_speed = speed_beside(stages.h2d, stages.h2d_beside);
    const double down_speed = speed_beside(stages.d2h, stages.d2h_beside);
    const double up_at_once = up - std::min(up, in_ns(stages.h2d + stages.kernel));
    const double down_at_once = down - std::min(down, in_ns(stages.kernel + stages.d2h));
    const double at_once = std::min(up_at_once / up_speed, down_at_once / down_speed);
    // What is gained in each moment of both: nothing where they only take from each other.
    return up + down - std::max(0.0, up_speed + down_speed - 1) * at_once;
}

}  // namespace

stage_times measure_stages(device_session& device, std::size_t chunk, unsigned int steps) {
    device.warm_up();
    bench work(device, chunk);
    stage_times t;
    device.start_recording();
    for (int i = 0; i < times_alone(device); ++i) {
        work.copy_in();
        work.wait();
        work.copy_out();
        work.wait();
    }
    const auto single = device.take_recording();
    t.h2d = median_time(single, op_kind::copy_h2d);
    t.d2h = median_time(single, op_kind::copy_d2h);
    t.kernel = kernel_time(device, work, steps);

    device.start_recording();
    for (int i = 0; i < times_in_a_row(device); ++i) {
        work.copy_in();
        work.copy_out();
    }
    work.wait();
    const auto both = device.take_recording();
    t.h2d_beside = median_time_beside(both, op_kind::copy_h2d, op_kind::copy_d2h);
    t.d2h_beside = median_time_beside(both, op_kind::copy_d2h, op_kind::copy_h2d);
    t.copies = timeline::measure_overlap(both).h2d_d2h.count() > 0 ? directions::at_once
                                                                   : directions::in_turns;
    const auto begin = device.now();
    for (int i = 0; i < in_a_row; ++i) {
        work.copy_in();
        work.compute(steps);
        work.copy_out();
    }
    t.calls = (device.now() - begin) / in_a_row;
    work.wait();
    return t;
}

unsigned int calibrated_steps(device_session& device, std::size_t chunk, double multiple) {
    constexpr unsigned int few = 1000;
    constexpr unsigned int many = 4000;
    device.warm_up();
    bench work(device, chunk);
    device.start_recording();
    for (int i = 0; i < times_alone(device); ++i) {
        work.copy_in();
        work.wait();
    }
    const auto copy = median_time(device.take_recording(), op_kind::copy_h2d);
    const nanoseconds wanted{std::llround(in_ns(copy) * multiple)};
    return workload::steps_for(wanted, {few, kernel_time(device, work, few)},
                               {many, kernel_time(device, work, many)});
}

nanoseconds time_of_further_chunk(const stage_times& stages) {
    constexpr std::size_t many = 100;
    return (pipeline_bound(stages, 2 * many) - pipeline_bound(stages, many)) /
           static_cast<std::int64_t>(many);
}

nanoseconds stages_in_turn(const stage_times& stages, std::size_t chunks) {
    return (stages.h2d + stages.kernel + stages.d2h) * static_cast<std::int64_t>(chunks);
}

nanoseconds pipeline_bound(const stage_times& stages, std::size_t chunks) {
    if (chunks == 0) {
        return nanoseconds{0};
    }
    const double n = static_cast<double>(chunks);
    const double h2d = in_ns(stages.h2d);
    const double kernel = in_ns(stages.kernel);
    const double d2h = in_ns(stages.d2h);
    const double kernels = h2d + kernel * n + d2h;
    if (stages.copies == directions::in_turns) {
        return nanoseconds{std::llround(std::max((h2d + d2h) * n, kernels))};
    }
    const double uploads = h2d * n + kernel + d2h;
    const double downloads = h2d + kernel + d2h * n;
    return nanoseconds{
        std::llround(std::max({uploads, downloads, kernels, time_of_both_directions(stages, n)}))};
}

}  // namespace checker
