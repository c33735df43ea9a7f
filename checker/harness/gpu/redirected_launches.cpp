// Launches, as nvcc's code makes them, and other entries that only the real runtime has.

#include "checker/harness/gpu/redirected_copies.hpp"

using namespace checker::gpu;

extern "C" {
decltype(cudaLaunchKernel) cudaLaunchKernel_ptsz;
decltype(cudaLaunchKernelExC) cudaLaunchKernelExC_ptsz;
decltype(cudaMemcpy) cudaMemcpy_ptds;
decltype(cudaMemset) cudaMemset_ptds;
}

namespace {

using timeline::call_role;
using timeline::op_kind;

constexpr auto legacy = default_stream::legacy;
constexpr auto of_thread = default_stream::of_thread;

/// A launch in angle brackets first states its configuration, at its own place in the source; the
/// launch itself comes from a function that the compiler made.
template <class Real>
cudaError_t launch(const origin& from, default_stream zero, cudaStream_t s, const void* function,
                   Real real) {
    origin place = from;
    if (const auto* const configured = std::exchange(call_book::launch_site(), nullptr)) {
        place.site = configured;
    }
    auto facts = in_stream("cudaLaunchKernel", call_role::plain, s, zero);
    facts.known_as = "launch";
    facts.work = started_work{op_kind::kernel, meant(s, zero), {}, nullptr, function, nullptr};
    return noted(place, facts, real);
}

cudaError_t on_cudaLaunchKernel(const origin& from, const void* function, dim3 grid, dim3 block,
                                void** arguments, std::size_t shared, cudaStream_t s) {
    return launch(from, legacy, s, function,
                  [&] { return cudaLaunchKernel(function, grid, block, arguments, shared, s); });
}

cudaError_t on_cudaLaunchKernelExC(const origin& from, const cudaLaunchConfig_t* configuration,
                                   const void* function, void** arguments) {
    return launch(from, legacy, configuration->stream, function,
                  [&] { return cudaLaunchKernelExC(configuration, function, arguments); });
}

cudaError_t on_cudaLaunchCooperativeKernel(const origin& from, const void* function, dim3 grid,
                                           dim3 block, void** arguments, std::size_t shared,
                                           cudaStream_t s) {
    return launch(from, legacy, s, function, [&] {
        return cudaLaunchCooperativeKernel(function, grid, block, arguments, shared, s);
    });
}

cudaError_t on_cudaLaunchKernel_ptsz(const origin& from, const void* function, dim3 grid,
                                     dim3 block, void** arguments, std::size_t shared,
                                     cudaStream_t s) {
    return launch(from, of_thread, s, function, [&] {
        return cudaLaunchKernel_ptsz(function, grid, block, arguments, shared, s);
    });
}

cudaError_t on_cudaLaunchKernelExC_ptsz(const origin& from, const cudaLaunchConfig_t* configuration,
                                        const void* function, void** arguments) {
    return launch(from, of_thread, configuration->stream, function,
                  [&] { return cudaLaunchKernelExC_ptsz(configuration, function, arguments); });
}

}  // namespace

REDIRECTED(cudaLaunchKernel,
           (const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
            cudaStream_t s),
           (from, function, grid, block, arguments, shared, s))
REDIRECTED(cudaLaunchKernelExC,
           (const cudaLaunchConfig_t* configuration, const void* function, void** arguments),
           (from, configuration, function, arguments))
REDIRECTED(cudaLaunchCooperativeKernel,
           (const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
            cudaStream_t s),
           (from, function, grid, block, arguments, shared, s))
REDIRECTED(cudaLaunchKernel_ptsz,
           (const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
            cudaStream_t s),
           (from, function, grid, block, arguments, shared, s))
REDIRECTED(cudaLaunchKernelExC_ptsz,
           (const cudaLaunchConfig_t* configuration, const void* function, void** arguments),
           (from, configuration, function, arguments))

// ---- what nvcc's code calls ---------------------------------------------------------------------
// NOLINTBEGIN(bugprone-reserved-identifier): the compiler chose these names.

extern "C" unsigned int __cudaPushCallConfiguration(dim3, dim3, std::size_t, CUstream_st*);

extern "C" unsigned int learner___cudaPushCallConfiguration(dim3 grid, dim3 block,
                                                            std::size_t shared,
                                                            CUstream_st* stream) {
    call_book::launch_site() = __builtin_return_address(0);
    return __cudaPushCallConfiguration(grid, block, shared, stream);
}

extern "C" unsigned int checker___cudaPushCallConfiguration(dim3 grid, dim3 block,
                                                            std::size_t shared,
                                                            CUstream_st* stream) {
    return __cudaPushCallConfiguration(grid, block, shared, stream);
}

namespace {

cudaError_t on_cudaMemcpy_ptds(const origin& from, void* to, const void* source, std::size_t size,
                               cudaMemcpyKind kind) {
    return copy(from, "cudaMemcpy", call_role::blocking_copy, of_thread,
                copy_of(kind, to, source, size, nullptr),
                [&] { return cudaMemcpy_ptds(to, source, size, kind); });
}

cudaError_t on_cudaMemset_ptds(const origin& from, void* p, int value, std::size_t size) {
    return copy(from, "cudaMemset", call_role::plain, of_thread,
                {op_kind::memset, nullptr, {size}, nullptr, nullptr, nullptr},
                [&] { return cudaMemset_ptds(p, value, size); });
}

}  // namespace

REDIRECTED(cudaMemcpy_ptds, (void* to, const void* source, std::size_t size, cudaMemcpyKind kind),
           (from, to, source, size, kind))
REDIRECTED(cudaMemset_ptds, (void* p, int value, std::size_t size), (from, p, value, size))

#if CUDART_VERSION >= 13000

extern "C" {
cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);
cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);
cudaError_t __cudaGetKernel(cudaKernel_t*, const void*);
}

namespace {

cudaError_t on___cudaGetKernel(const origin& /*from*/, cudaKernel_t* kernel, const void* function) {
    const auto error = __cudaGetKernel(kernel, function);
    if (error == cudaSuccess) {
        book().kernel_found(*kernel, function);
    }
    return error;
}

cudaError_t on___cudaLaunchKernel(const origin& from, cudaKernel_t kernel, dim3 grid, dim3 block,
                                  void** arguments, std::size_t shared, cudaStream_t s) {
    return launch(from, legacy, s, book().function_of(kernel),
                  [&] { return __cudaLaunchKernel(kernel, grid, block, arguments, shared, s); });
}

cudaError_t on___cudaLaunchKernel_ptsz(const origin& from, cudaKernel_t kernel, dim3 grid,
                                       dim3 block, void** arguments, std::size_t shared,
                                       cudaStream_t s) {
    return launch(from, of_thread, s, book().function_of(kernel), [&] {
        return __cudaLaunchKernel_ptsz(kernel, grid, block, arguments, shared, s);
    });
}

}  // namespace

REDIRECTED(__cudaGetKernel, (cudaKernel_t * kernel, const void* function), (from, kernel, function))
REDIRECTED(__cudaLaunchKernel,
           (cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
            cudaStream_t s),
           (from, kernel, grid, block, arguments, shared, s))
REDIRECTED(__cudaLaunchKernel_ptsz,
           (cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
            cudaStream_t s),
           (from, kernel, grid, block, arguments, shared, s))

#endif

// NOLINTEND(bugprone-reserved-identifier)
