#include "common/simcuda/runtime/kernel.hpp"

#include <fmt/format.h>
#include <simcuda/device.hpp>
#include <simcuda/kernel_address.hpp>
#include <simcuda/launch.hpp>
#include <simcuda/redirected.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>

#include "common/simcuda/runtime/access_cost.hpp"
#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/kernel_settings.hpp"
#include "common/simcuda/runtime/kernel_waits.hpp"
#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/occupancy.hpp"
#include "common/simcuda/runtime/thread_index.hpp"

namespace simcuda {
namespace {

/// A launch between `configure` and the kernel's own call, which follow each other on one thread.
struct launch_setup {
    bool ready = false;
    dim3 grid, block;
    std::size_t shared_bytes = 0;
    CUstream_st* stream = nullptr;
    const void* pc = nullptr;
};
thread_local launch_setup setup;

/// The kernel's own call only tells what it would run, for a graph's node.
thread_local kernel_call* bound = nullptr;

/// Kernels that the program uses without their type, by address.
std::map<const void*, void (*)(const void*, void**)>& announced_kernels() {
    static std::map<const void*, void (*)(const void*, void**)> kernels;
    return kernels;
}

kernel_call describe(const launch_setup& s, const char* name, void (*thread)(const void*),
                     const void* body, std::size_t body_size) {
    const auto* bytes = static_cast<const std::byte*>(body);
    return {name, s.grid, s.block, s.shared_bytes, thread, {bytes, bytes + body_size}};
}

/// The kernel that runs now. One at a time: the device's lock is held.
struct running_kernel {
    block_runner* runner = nullptr;
    std::uint64_t lane_cycles = 0;  // of throughput: summed over all threads
    site where;
    cudaError_t error = cudaSuccess;
};
thread_local running_kernel* running = nullptr;

constexpr std::size_t largest_shared = 256 * 1024;
alignas(256) thread_local std::byte dynamic_shared_memory[largest_shared];

cudaError_t check(const launch_setup& s, const machine_profile& profile) {
    const auto threads = std::uint64_t{s.block.x} * s.block.y * s.block.z;
    const bool fits = s.grid.x > 0 && s.grid.y > 0 && s.grid.z > 0 && s.grid.x <= 2147483647u &&
                      s.grid.y <= 65535 && s.grid.z <= 65535 && threads > 0 && threads <= 1024 &&
                      s.block.x <= 1024 && s.block.y <= 1024 && s.block.z <= 64 &&
                      s.shared_bytes <= static_cast<std::size_t>(profile.shared_bytes_per_block);
    // CUDA 13 says 1 (invalid value) where older ones said 9 (invalid configuration).
    return fits ? cudaSuccess : cudaErrorInvalidValue;
}

/// May the kernel called `name` use so much dynamic shared memory? More than 48 KiB has to be asked
/// for (CUDA Programming Guide, "Shared Memory" of the compute capabilities).
bool may_use(std::size_t shared_bytes, std::string_view name, device& dev) {
    return shared_bytes <=
           static_cast<std::size_t>(settings_of_kernel(dev, name).most_dynamic_shared);
}

/// How many blocks of this launch the device holds at once.
double blocks_at_once(const launch_setup& s, std::string_view name, device& dev) {
    const machine_profile& profile = dev.profile();
    const auto threads = static_cast<int>(s.block.x * s.block.y * s.block.z);
    const int each =
        resident_blocks(profile, settings_of_kernel(dev, name), threads, s.shared_bytes);
    return std::max(1.0, static_cast<double>(profile.multiprocessors) * each);
}

/// Runs all blocks; what the kernel costs.
work run_grid(const launch_setup& s, void (*thread)(const void*), const void* body,
              std::size_t body_size, const ticket& t, site where, device& dev) {
    const machine_profile& profile = dev.profile();
    const auto blocks = std::uint64_t{s.grid.x} * s.grid.y * s.grid.z;

    accessor& memory = dev.kernel_accessor();
    memory.begin(t.id, where, &t.order);
    memory.runs_on(t.stream->device);
    running_kernel kernel;
    kernel.where = where;
    block_runner& runner = block_runner::of_this_thread();
    kernel.runner = &runner;
    runner.choose(dev.poisoning() == poison::on ? absent_lane::gives_garbage
                                                : absent_lane::gives_own_value);
    std::memcpy(runner.parameters(), body, body_size);
    std::uint64_t latency = 0, longest = 0;
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
                    latency += runner.cycles();
                    longest = std::max(longest, runner.cycles());
                }
            }
        }
        running = nullptr;
    }
    const access_log::traffic moved = memory.close();
    if (kernel.error != cudaSuccess)
        dev.plan_failure(kernel.error);

    const double resident = blocks_at_once(s, where->name, dev);
    const double ns_per_cycle = 1e6 / profile.clock_khz;
    const double lanes =
        static_cast<double>(profile.multiprocessors) * profile.lanes_per_multiprocessor;
    // A kernel that fills a part of the device has that part of its lanes and bandwidth, so that
    // two of them side by side are no faster than one that fills it all.
    const double share = std::min(1.0, static_cast<double>(blocks) / resident);
    const double duration =
        std::max({static_cast<double>(kernel_access_time(moved, profile, share).count()),
                  static_cast<double>(kernel.lane_cycles) / (lanes * share) * ns_per_cycle,
                  std::max(static_cast<double>(longest), static_cast<double>(latency) / resident) *
                      ns_per_cycle});
    work w;
    w.where = engine::compute;
    const nanoseconds floor =
        t.stream->graph != 0 ? profile.graph_kernel_floor : profile.kernel_floor;
    w.duration = std::max(floor, nanoseconds{std::llround(duration)});
    w.share = share;
    return w;
}

void issue_kernel(call& c, const launch_setup& s, const char* name, void (*thread)(const void*),
                  const void* body, std::size_t body_size) {
    device& dev = c.on();
    if (dev.has_stopped())
        return;
    c.host_works(dev.first_uses().of_kernel(reinterpret_cast<const void*>(thread), dev.profile()));
    timeline::operation facts;
    facts.name = name;
    facts.device = s.stream->device;
    const point_ptr p = c.issue(*s.stream, timeline::op_kind::kernel, std::move(facts),
                                [&](const ticket& t, site where) {
                                    return run_grid(s, thread, body, body_size, t, where, dev);
                                });
    dev.place_failure(p);
}

}  // namespace

bool in_kernel() {
    return running != nullptr;
}

block_runner* running_block() {
    return running != nullptr ? running->runner : nullptr;
}

site running_site() {
    return running->where;
}

void stop_kernel(cudaError_t error) {
    running->error = error;
    running->runner->abandon();
}

bool in_kernel_stacks(address a) {
    return running != nullptr && running->runner->owns_stack(a);
}

std::string kernel_name(const site& s) {
    return fmt::format(fmt::runtime(message("word.kernel")), fmt::arg("name", s->name),
                       fmt::arg("stream", defect_log::stream_name(s.stream)));
}

std::string thread_name() {
    return fmt::format(fmt::runtime(message("word.thread")), fmt::arg("bx", blockIdx.x),
                       fmt::arg("by", blockIdx.y), fmt::arg("bz", blockIdx.z),
                       fmt::arg("tx", threadIdx.x), fmt::arg("ty", threadIdx.y),
                       fmt::arg("tz", threadIdx.z), fmt::arg("later_place", "{later_place}"));
}

namespace {

bool prepare(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream, stream_zero zero,
             const void* pc) {
    const cudaError_t error = api("launch", pc, [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream, zero);
        // "A kernel launch will fail if it is issued to a stream that is not associated to the
        // current device" (CUDA Programming Guide, "Stream and Event Behavior"). Two H200s under
        // CUDA 13 let it run, on the stream's device; nobody promises that.
        if (s == nullptr || s->device != c.on().order().current_device())
            return cudaErrorInvalidResourceHandle;
        setup = {true, grid, block, shared_bytes, s, pc};
        cudaError_t wrong = check(setup, c.on().profile());
        if (wrong == cudaSuccess)
            wrong = c.on().captures().may_enqueue(*s);
        setup.ready = wrong == cudaSuccess;
        return wrong;
    });
    return error != cudaSuccess;
}

}  // namespace

bool configure(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream) {
    return prepare(grid, block, shared_bytes, stream, stream_zero::legacy,
                   __builtin_return_address(0));
}

void* dynamic_shared() {
    return dynamic_shared_memory;
}

void run_kernel(const char* name, void (*thread)(const void*), const void* body,
                std::size_t body_size) {
    if (!setup.ready) {
        std::fprintf(stderr,
                     "simulated device: a __global__ function call must be configured: "
                     "write %s<<<grid, block>>>(...) instead of %s(...)\n",
                     name, name);
        std::abort();
    }
    setup.ready = false;
    const launch_setup s = setup;
    if (bound != nullptr) {
        *bound = describe(s, name, thread, body, body_size);
        return;
    }
    call c("cudaLaunchKernel", s.pc);
    if (s.shared_bytes > 0 && !may_use(s.shared_bytes, name, c.on())) {
        last_error() = cudaErrorInvalidValue;
        c.on().failures().note({"launch", cudaErrorInvalidValue, s.pc});
        return;
    }
    capture_log& captures = c.on().captures();
    if (captures.is_capturing(*s.stream)) {
        static_cast<void>(captures.take(c, *s.stream, describe(s, name, thread, body, body_size)));
        return;
    }
    issue_kernel(c, s, name, thread, body, body_size);
}

void announce_kernel(const void* kernel, void (*pass)(const void*, void**)) {
    const device_lock lock(device::instance());
    announced_kernels().insert_or_assign(kernel, pass);
}

cudaError_t bind_arguments(call& c, const void* func, void** parameters, kernel_call& k) {
    const auto known = announced_kernels().find(func);
    if (known == announced_kernels().end())
        return cudaErrorInvalidDeviceFunction;
    const launch_setup wanted{true, k.grid, k.block, k.shared_bytes, nullptr, c.pc()};
    if (const cudaError_t wrong = check(wanted, c.on().profile()))
        return wrong;
    setup = wanted;
    bound = &k;
    known->second(func, parameters);
    bound = nullptr;
    return cudaSuccess;
}

void launch(call& c, CUstream_st& s, const kernel_call& k) {
    issue_kernel(c, {true, k.grid, k.block, k.shared_bytes, &s, c.pc()}, k.name.c_str(), k.thread,
                 k.arguments.data(), k.arguments.size());
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

/// `configure`, called from a unit with a per-thread default stream.
extern "C" bool simcuda_configure_ptsz(dim3 grid, dim3 block, std::size_t shared_bytes,
                                       cudaStream_t stream) {
    return simcuda::prepare(grid, block, shared_bytes, stream, simcuda::stream_zero::of_the_thread,
                            __builtin_return_address(0));
}

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
