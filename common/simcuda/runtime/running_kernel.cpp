#include "common/simcuda/runtime/running_kernel.hpp"

#include <fmt/format.h>
#include <simcuda/device.hpp>
#include <simcuda/launch.hpp>
#include <simcuda/redirected.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "common/simcuda/runtime/access_cost.hpp"
#include "common/simcuda/runtime/device.hpp"
#include "common/simcuda/runtime/kernel_settings.hpp"
#include "common/simcuda/runtime/kernel_waits.hpp"
#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/occupancy.hpp"
#include "common/simcuda/runtime/thread_index.hpp"

namespace simcuda {
namespace {

/// The kernel that runs now. One at a time: the device's lock is held.
struct running_kernel {
    block_runner* runner = nullptr;
    std::uint64_t lane_cycles = 0;  // of throughput: summed over all threads
    cudaError_t error = cudaSuccess;
};
thread_local running_kernel* running = nullptr;

constexpr std::size_t largest_shared = 256 * 1024;
alignas(256) thread_local std::byte dynamic_shared_memory[largest_shared];

/// How many blocks of this launch the device holds at once.
double blocks_at_once(const grid_shape& s, std::string_view name, device& dev) {
    const machine_profile& profile = dev.profile();
    const auto threads = static_cast<int>(s.block.x * s.block.y * s.block.z);
    const int each =
        resident_blocks(profile, settings_of_kernel(dev, name), threads, s.shared_bytes);
    return std::max(1.0, static_cast<double>(profile.multiprocessors) * each);
}

/// What all blocks have needed, each for itself.
struct cost_of_blocks {
    std::uint64_t latency = 0, longest = 0;  ///< cycles of all blocks one after another; of one
    std::uint64_t lanes = 0;                 ///< cycles of throughput, summed over all threads
    access_log::traffic moved;
};

/// With `resident` blocks at once, on this share of the device.
nanoseconds duration_of(const cost_of_blocks& spent, double resident, double share,
                        const machine_profile& profile) {
    const double ns_per_cycle = 1e6 / profile.clock_khz;
    const double lanes =
        static_cast<double>(profile.multiprocessors) * profile.lanes_per_multiprocessor;
    const double duration =
        std::max({static_cast<double>(kernel_access_time(spent.moved, profile, share).count()),
                  static_cast<double>(spent.lanes) / (lanes * share) * ns_per_cycle,
                  std::max(static_cast<double>(spent.longest),
                           static_cast<double>(spent.latency) / resident) *
                      ns_per_cycle});
    return nanoseconds{std::llround(duration)};
}

}  // namespace

work run_grid(const grid_shape& s, void (*thread)(const void*), const void* body,
              std::size_t body_size, const ticket& t, site where, device& dev) {
    const machine_profile& profile = dev.profile();
    const auto blocks = std::uint64_t{s.grid.x} * s.grid.y * s.grid.z;

    accessor& memory = dev.kernel_accessor();
    memory.begin(t.id, where, &t.order);
    memory.runs_on(t.stream->device);
    running_kernel kernel;
    block_runner& runner = block_runner::of_this_thread();
    kernel.runner = &runner;
    runner.choose(dev.poisoning() == poison::on ? absent_lane::gives_garbage
                                                : absent_lane::gives_own_value);
    std::memcpy(runner.parameters(), body, body_size);
    cost_of_blocks spent;
    {
        const current_accessor_scope scope(memory);
        running = &kernel;
        blockDim = s.block;
        gridDim = s.grid;
        for (unsigned z = 0; z < s.grid.z && kernel.error == cudaSuccess; ++z) {
            for (unsigned y = 0; y < s.grid.y && kernel.error == cudaSuccess; ++y) {
                for (unsigned x = 0; x < s.grid.x && kernel.error == cudaSuccess; ++x) {
                    blockIdx = {x, y, z};
                    const auto ended = runner.run(s.block, thread, runner.parameters());
                    if (ended == block_runner::outcome::stuck) {
                        tell_standstill(runner.why_stuck());
                        kernel.error = cudaErrorLaunchTimeout;
                    }
                    spent.latency += runner.cycles();
                    spent.longest = std::max(spent.longest, runner.cycles());
                }
            }
        }
        running = nullptr;
    }
    spent.lanes = kernel.lane_cycles;
    spent.moved = memory.close();
    if (kernel.error != cudaSuccess)
        dev.plan_failure(kernel.error);

    work w;
    w.where = engine::compute;
    const double resident = blocks_at_once(s, where->name, dev);
    // A kernel that fills a part of the device has that part of its lanes and bandwidth, so that
    // two of them side by side are no faster than one that fills it all.
    w.share = std::min(1.0, static_cast<double>(blocks) / resident);
    const nanoseconds floor =
        t.stream->graph != 0 ? profile.graph_kernel_floor : profile.kernel_floor;
    w.duration = std::max(floor, duration_of(spent, resident, w.share, profile));
    return w;
}

bool in_kernel() {
    return running != nullptr;
}

block_runner* running_block() {
    return running != nullptr ? running->runner : nullptr;
}

void stop_kernel(cudaError_t error) {
    running->error = error;
    running->runner->abandon();
}

bool in_kernel_stacks(address a) {
    return running != nullptr && running->runner->owns_stack(a);
}

std::string thread_name() {
    return fmt::format(fmt::runtime(message("word.thread")), fmt::arg("bx", blockIdx.x),
                       fmt::arg("by", blockIdx.y), fmt::arg("bz", blockIdx.z),
                       fmt::arg("tx", threadIdx.x), fmt::arg("ty", threadIdx.y),
                       fmt::arg("tz", threadIdx.z), fmt::arg("later_place", "{later_place}"));
}

void* dynamic_shared() {
    return dynamic_shared_memory;
}

void note_atomic(const void* p, std::size_t size) {
    current_accessor().range(p, size, access::atomic, __builtin_return_address(0));
}

std::uint64_t kernel_cycles() {
    if (running == nullptr)
        return 0;
    running->runner->read_clock(current_accessor().has_touched());
    return running->runner->thread_cycles();
}

long long clock_cycles() {
    return static_cast<long long>(kernel_cycles());
}

void sleep_for(unsigned int ns) {
    if (running == nullptr)
        return;
    const double cycles = ns * 1e-6 * device::instance().profile().clock_khz;
    running->runner->add_cycles(static_cast<std::uint64_t>(std::llround(cycles)));
}

void charge(unsigned long long cycles) {
    if (running != nullptr)
        running->lane_cycles += cycles;
}

void trap() {
    if (running == nullptr)
        std::abort();
    stop_kernel(cudaErrorLaunchFailure);
}

void breakpoint() {
    std::raise(SIGTRAP);
}

}  // namespace simcuda

extern "C" void sim_assert_fail(const char* expression, const char* file, unsigned int line,
                                const char* function) {
    if (!simcuda::in_kernel())
        __assert_fail(expression, file, line, function);
    std::fprintf(stderr,
                 "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
                 line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y,
                 threadIdx.z, expression);
    simcuda::stop_kernel(cudaErrorAssert);
}
