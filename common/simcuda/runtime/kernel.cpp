#include "common/simcuda/runtime/kernel.hpp"

#include <execinfo.h>
#include <fmt/format.h>
#include <simcuda/kernel_address.hpp>
#include <simcuda/launch.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/kernel_settings.hpp"
#include "common/simcuda/runtime/launch_refusal.hpp"
#include "common/simcuda/runtime/refusals.hpp"
#include "common/simcuda/runtime/running_kernel.hpp"

namespace simcuda {
namespace {

/// A launch between `configure` and the kernel's own call, which follow each other on one thread.
struct launch_setup : grid_shape {
    bool ready = false;
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

/// How much dynamic shared memory the kernel called `name` may use. More than 48 KiB has to be
/// asked for (CUDA Programming Guide, "Shared Memory" of the compute capabilities).
std::size_t most_dynamic_shared(std::string_view name, device& dev) {
    return static_cast<std::size_t>(settings_of_kernel(dev, name).most_dynamic_shared);
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

/// Where the program's own code has called the kernel function that has led here.
timeline::source_place caller_of_kernel(place_finder& places) {
    std::array<void*, 16> frames{};
    const int n = backtrace(frames.data(), static_cast<int>(frames.size()));
    int own = 0;  // the kernel's own frame comes first
    for (int i = 0; i < n; ++i) {
        timeline::source_place place = places.of(frames[static_cast<std::size_t>(i)]);
        if (place.line > 0 && ++own == 2)
            return place;
    }
    return {};
}

/// The rewriter finds most of these; not those whose name could also be a function's.
[[noreturn]] void refuse_plain_call(const char* name) {
    const timeline::source_place place = caller_of_kernel(device::instance().places());
    std::fprintf(stderr,
                 "simulated device: %skernel %s is called like a function. Launch it: write "
                 "%s<<<blocks, threads>>>(...) instead of %s(...)\n",
                 place.line > 0 ? fmt::format("{}:{}: ", place.file, place.line).c_str() : "", name,
                 name, name);
    std::abort();
}

bool prepare(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream, stream_zero zero,
             const void* pc) {
    const cudaError_t error = api("launch", pc, [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream, zero);
        // "A kernel launch will fail if it is issued to a stream that is not associated to the
        // current device" (CUDA Programming Guide, "Stream and Event Behavior"). Two H200s under
        // CUDA 13 let it run, on the stream's device; nobody promises that.
        if (s == nullptr)
            return refuse_stream(c);
        if (s->device != c.on().order().current_device())
            return c.refuse(cudaErrorInvalidResourceHandle, {"stream_of_other_device"});
        setup = {{grid, block, shared_bytes}, true, s, pc};
        cudaError_t wrong = check_shape(c, setup);
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

void run_kernel(const char* name, void (*thread)(const void*), const void* body,
                std::size_t body_size) {
    if (!setup.ready)
        refuse_plain_call(name);
    setup.ready = false;
    const launch_setup s = setup;
    if (bound != nullptr) {
        *bound = describe(s, name, thread, body, body_size);
        return;
    }
    call c("cudaLaunchKernel", s.pc);
    if (s.shared_bytes > 0) {
        const std::size_t most = most_dynamic_shared(name, c.on());
        if (s.shared_bytes > most) {
            last_error() = refuse_dynamic_shared(c, s.shared_bytes, most);
            c.on().failures().note({"launch", last_error(), s.pc, c.why_refused()});
            return;
        }
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
    const launch_setup wanted{{k.grid, k.block, k.shared_bytes}, true, nullptr, c.pc()};
    if (const cudaError_t wrong = check_shape(c, wanted))
        return wrong;
    setup = wanted;
    bound = &k;
    known->second(func, parameters);
    bound = nullptr;
    return cudaSuccess;
}

void launch(call& c, CUstream_st& s, const kernel_call& k) {
    issue_kernel(c, {{k.grid, k.block, k.shared_bytes}, true, &s, c.pc()}, k.name.c_str(), k.thread,
                 k.arguments.data(), k.arguments.size());
}

}  // namespace simcuda

/// `configure`, called from a unit with a per-thread default stream.
extern "C" bool simcuda_configure_ptsz(dim3 grid, dim3 block, std::size_t shared_bytes,
                                       cudaStream_t stream) {
    return simcuda::prepare(grid, block, shared_bytes, stream, simcuda::stream_zero::of_the_thread,
                            __builtin_return_address(0));
}
