// The recorder on a real GPU: that it sees everything, that there is one at a time, and what it
// costs. Exit status 77 where there is no GPU.

#include <cuda_runtime_api.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "checker/harness/gpu/checker_kernel.hpp"
#include "common/timeline/cupti_recorder.hpp"

namespace {

using timeline::op_kind;

constexpr std::size_t chunk = std::size_t{1} << 21;  // elements: 8 MiB
constexpr std::size_t chunk_bytes = chunk * sizeof(std::uint32_t);
constexpr int chunks = 32;
constexpr std::size_t lanes = 3;
constexpr unsigned int long_kernel = 9000;
constexpr unsigned int short_kernel = 1;
constexpr int skipped = 77;

void expect(bool holds, const std::string& what) {
    fmt::print("{} {}\n", holds ? "ok  " : "FAIL", what);
    if (!holds) {
        throw std::runtime_error(what);
    }
}

void check(cudaError_t error) {
    if (error != cudaSuccess) {
        throw std::runtime_error(cudaGetErrorString(error));
    }
}

/// Upload, kernel and download of chunks over three streams.
class pipeline {
public:
    pipeline() {
        for (std::size_t i = 0; i < lanes; ++i) {
            check(cudaStreamCreateWithFlags(&streams_[i], cudaStreamNonBlocking));
            check(cudaMalloc(&buffers_[i], chunk_bytes));
        }
        check(cudaMallocHost(&host_, chunk_bytes));
    }

    /// Microseconds by the wall clock.
    double run(unsigned int steps = long_kernel) {
        check(cudaDeviceSynchronize());
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < chunks; ++i) {
            const auto lane = static_cast<std::size_t>(i) % lanes;
            check(cudaMemcpyAsync(buffers_[lane], host_, chunk_bytes, cudaMemcpyHostToDevice,
                                  streams_[lane]));
            checker::gpu::launch_advance(static_cast<std::uint32_t*>(buffers_[lane]), chunk, steps,
                                         streams_[lane]);
            check(cudaMemcpyAsync(host_, buffers_[lane], chunk_bytes, cudaMemcpyDeviceToHost,
                                  streams_[lane]));
        }
        check(cudaDeviceSynchronize());
        return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
            .count();
    }

    double median(unsigned int steps = long_kernel) {
        std::vector<double> times(21);
        for (auto& time : times) {
            time = run(steps);
        }
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    }

private:
    std::array<cudaStream_t, lanes> streams_{};
    std::array<void*, lanes> buffers_{};
    void* host_ = nullptr;
};

int count_of(const std::vector<timeline::gpu_work>& work, op_kind kind) {
    return static_cast<int>(
        std::count_if(work.begin(), work.end(), [kind](const auto& w) { return w.kind == kind; }));
}

void check_recorder() {
    pipeline work;
    for (int i = 0; i < 10; ++i) {
        work.run();
    }
    const double untraced = work.median();
    const double copies_untraced = work.median(short_kernel);
    const auto recorder = timeline::cupti_recorder::open();
    work.run();
    const double traced = work.median();
    fmt::print("untraced {:.0f} us, traced {:.0f} us: {:+.2f} %\n", untraced, traced,
               100 * (traced / untraced - 1));
    expect(traced < 1.03 * untraced, "copies and kernels are recorded for less than 3 %");
    const double copies_traced = work.median(short_kernel);
    recorder->rest();
    const double resting = work.median(short_kernel);
    recorder->go_on();
    fmt::print(
        "copies both ways: untraced {:.0f} us, traced {:.0f} us ({:+.2f} %), resting {:.0f} us\n",
        copies_untraced, copies_traced, 100 * (copies_traced / copies_untraced - 1), resting);
    expect(copies_traced < 1.05 * copies_untraced, "copies in both directions for less than 5 %");

    check(cudaDeviceSynchronize());
    recorder->forget();
    const auto before = recorder->now();
    work.run();
    const auto after = recorder->now();
    const auto taken = recorder->take(3 * chunks);
    expect(taken.lost == 0, "no record is lost");
    expect(count_of(taken.work, op_kind::copy_h2d) == chunks, "every upload is there");
    expect(count_of(taken.work, op_kind::copy_d2h) == chunks, "every download is there");
    expect(count_of(taken.work, op_kind::kernel) == chunks, "every kernel is there");
    expect(std::all_of(taken.work.begin(), taken.work.end(),
                       [&](const auto& w) {
                           constexpr timeline::nanoseconds skew{50'000};
                           return w.start > before - skew && w.end < after + skew &&
                                  w.start < w.end;
                       }),
           "times are those of the run");
    expect(std::all_of(taken.work.begin(), taken.work.end(),
                       [](const auto& w) {
                           return w.kind == op_kind::kernel ||
                                  w.host_memory == timeline::memory_kind::pinned;
                       }),
           "pinned memory is told as such");

    timeline::cupti_recorder::begin_call();
    check(cudaDeviceSynchronize());
    expect(timeline::cupti_recorder::correlation_of_call() != 0, "a call has its correlation");

    bool refused = false;
    try {
        static_cast<void>(timeline::cupti_recorder::open());
    } catch (const timeline::cupti_problem& problem) {
        refused = true;
        fmt::print("a second recorder: {}\n", problem.what);
    }
    expect(refused, "a second recorder is refused with the reason");
}

}  // namespace

int main() {
    int gpus = 0;
    if (const auto error = cudaGetDeviceCount(&gpus); error != cudaSuccess || gpus == 0) {
        fmt::print("skipped: there is no GPU ({})\n", cudaGetErrorString(error));
        return skipped;
    }
    try {
        check_recorder();
    } catch (const std::exception& problem) {
        fmt::print("{}\n", problem.what());
        return 1;
    } catch (const timeline::cupti_problem& problem) {
        fmt::print("{}\n", problem.what);
        return 1;
    }
    return 0;
}
