#include "checker/harness/stages.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "checker/harness/own_call.hpp"
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

/// Median length of the operations of this kind, the first and the last few left out where there
/// are many: they have nothing beside them.
nanoseconds median_time(const timeline::recording& recorded, op_kind kind) {
    std::vector<nanoseconds> times;
    for (const auto& op : recorded.operations) {
        if (op.kind == kind) {
            times.push_back(op.end - op.start);
        }
    }
    if (times.size() >= in_a_row) {
        times.erase(times.begin(), times.begin() + 2);
        times.resize(times.size() - 2);
    }
    if (times.empty()) {
        throw std::runtime_error("measuring the stages recorded nothing");
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
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

/// One direction is the longest stage: alone while the pipeline fills and drains, beside the other
/// one for the rest.
double copies_one_after_the_other(double copy, double beside, double alone_for,
                                  std::size_t chunks) {
    const double all = copy * static_cast<double>(chunks);
    const double unhindered = std::min(all, alone_for);
    return unhindered + (all - unhindered) * std::max(1.0, copy > 0 ? beside / copy : 1.0);
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
    t.h2d_beside = median_time(both, op_kind::copy_h2d);
    t.d2h_beside = median_time(both, op_kind::copy_d2h);
    t.copies = timeline::measure_overlap(both).h2d_d2h.count() > 0 ? directions::at_once
                                                                   : directions::in_turns;
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

nanoseconds stages_in_turn(const stage_times& stages, std::size_t chunks) {
    return (stages.h2d + stages.kernel + stages.d2h) * static_cast<std::int64_t>(chunks);
}

nanoseconds pipeline_bound(const stage_times& stages, std::size_t chunks) {
    if (chunks == 0) {
        return nanoseconds{0};
    }
    const double h2d = in_ns(stages.h2d);
    const double kernel = in_ns(stages.kernel);
    const double d2h = in_ns(stages.d2h);
    if (stages.copies == directions::in_turns) {
        const double copies = (h2d + d2h) * static_cast<double>(chunks);
        const double kernels = h2d + kernel * static_cast<double>(chunks) + d2h;
        return nanoseconds{std::llround(std::max(copies, kernels))};
    }
    // The first upload has no download beside it until its kernel is done; the last download has no
    // upload beside it from its kernel's start on.
    const double uploads =
        copies_one_after_the_other(h2d, in_ns(stages.h2d_beside), h2d + kernel, chunks) + kernel +
        d2h;
    const double downloads =
        copies_one_after_the_other(d2h, in_ns(stages.d2h_beside), kernel + d2h, chunks) + h2d +
        kernel;
    const double kernels = h2d + kernel * static_cast<double>(chunks) + d2h;
    return nanoseconds{std::llround(std::max({uploads, downloads, kernels}))};
}

}  // namespace checker
