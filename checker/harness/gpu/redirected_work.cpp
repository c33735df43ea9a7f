// Copies, memsets, graphs.

#include "checker/harness/gpu/redirected_copies.hpp"

using namespace checker::gpu;

namespace {

using timeline::call_role;
using timeline::op_kind;

constexpr auto legacy = default_stream::legacy;

// ---- copies ------------------------------------------------------------------------------------

cudaError_t on_cudaMemcpy(const origin& from, void* to, const void* source, std::size_t size,
                          cudaMemcpyKind kind) {
    return copy(from, "cudaMemcpy", call_role::blocking_copy, legacy,
                copy_of(kind, to, source, size, nullptr),
                [&] { return cudaMemcpy(to, source, size, kind); });
}

cudaError_t on_cudaMemcpyAsync(const origin& from, void* to, const void* source, std::size_t size,
                               cudaMemcpyKind kind, cudaStream_t s) {
    return copy(from, "cudaMemcpyAsync", call_role::plain, legacy,
                copy_of(kind, to, source, size, s),
                [&] { return cudaMemcpyAsync(to, source, size, kind, s); });
}

cudaError_t on_cudaMemcpy2D(const origin& from, void* to, std::size_t to_pitch, const void* source,
                            std::size_t pitch, std::size_t width, std::size_t height,
                            cudaMemcpyKind kind) {
    return copy(from, "cudaMemcpy2D", call_role::blocking_copy, legacy,
                copy_of(kind, to, source, width * height, nullptr),
                [&] { return cudaMemcpy2D(to, to_pitch, source, pitch, width, height, kind); });
}

cudaError_t on_cudaMemcpy2DAsync(const origin& from, void* to, std::size_t to_pitch,
                                 const void* source, std::size_t pitch, std::size_t width,
                                 std::size_t height, cudaMemcpyKind kind, cudaStream_t s) {
    return copy(from, "cudaMemcpy2DAsync", call_role::plain, legacy,
                copy_of(kind, to, source, width * height, s), [&] {
                    return cudaMemcpy2DAsync(to, to_pitch, source, pitch, width, height, kind, s);
                });
}

cudaError_t on_cudaMemset(const origin& from, void* p, int value, std::size_t size) {
    return copy(from, "cudaMemset", call_role::plain, legacy,
                {op_kind::memset, nullptr, {size}, nullptr, nullptr, nullptr},
                [&] { return cudaMemset(p, value, size); });
}

cudaError_t on_cudaMemsetAsync(const origin& from, void* p, int value, std::size_t size,
                               cudaStream_t s) {
    return copy(from, "cudaMemsetAsync", call_role::plain, legacy,
                {op_kind::memset, s, {size}, nullptr, nullptr, nullptr},
                [&] { return cudaMemsetAsync(p, value, size, s); });
}

cudaError_t on_cudaGraphLaunch(const origin& from, cudaGraphExec_t graph, cudaStream_t s) {
    return noted(from, in_stream("cudaGraphLaunch", call_role::plain, s, legacy),
                 [&] { return cudaGraphLaunch(graph, s); });
}

}  // namespace

REDIRECTED(cudaMemcpy, (void* to, const void* source, std::size_t size, cudaMemcpyKind kind),
           (from, to, source, size, kind))
REDIRECTED(cudaMemcpyAsync,
           (void* to, const void* source, std::size_t size, cudaMemcpyKind kind, cudaStream_t s),
           (from, to, source, size, kind, s))
REDIRECTED(cudaMemcpy2D,
           (void* to, std::size_t to_pitch, const void* source, std::size_t pitch,
            std::size_t width, std::size_t height, cudaMemcpyKind kind),
           (from, to, to_pitch, source, pitch, width, height, kind))
REDIRECTED(cudaMemcpy2DAsync,
           (void* to, std::size_t to_pitch, const void* source, std::size_t pitch,
            std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t s),
           (from, to, to_pitch, source, pitch, width, height, kind, s))
REDIRECTED(cudaMemset, (void* p, int value, std::size_t size), (from, p, value, size))
REDIRECTED(cudaMemsetAsync, (void* p, int value, std::size_t size, cudaStream_t s),
           (from, p, value, size, s))
REDIRECTED(cudaGraphLaunch, (cudaGraphExec_t graph, cudaStream_t s), (from, graph, s))

// ---- with a default stream for each thread -----------------------------------------------------

extern "C" {
decltype(cudaMemcpyAsync) cudaMemcpyAsync_ptsz;
decltype(cudaMemsetAsync) cudaMemsetAsync_ptsz;
decltype(cudaGraphLaunch) cudaGraphLaunch_ptsz;
}

namespace {

constexpr auto of_thread = default_stream::of_thread;

cudaError_t on_cudaMemcpyAsync_ptsz(const origin& from, void* to, const void* source,
                                    std::size_t size, cudaMemcpyKind kind, cudaStream_t s) {
    return copy(from, "cudaMemcpyAsync", call_role::plain, of_thread,
                copy_of(kind, to, source, size, s),
                [&] { return cudaMemcpyAsync_ptsz(to, source, size, kind, s); });
}

cudaError_t on_cudaMemsetAsync_ptsz(const origin& from, void* p, int value, std::size_t size,
                                    cudaStream_t s) {
    return copy(from, "cudaMemsetAsync", call_role::plain, of_thread,
                {op_kind::memset, s, {size}, nullptr, nullptr, nullptr},
                [&] { return cudaMemsetAsync_ptsz(p, value, size, s); });
}

cudaError_t on_cudaGraphLaunch_ptsz(const origin& from, cudaGraphExec_t graph, cudaStream_t s) {
    return noted(from, in_stream("cudaGraphLaunch", call_role::plain, s, of_thread),
                 [&] { return cudaGraphLaunch_ptsz(graph, s); });
}

}  // namespace

REDIRECTED(cudaMemcpyAsync_ptsz,
           (void* to, const void* source, std::size_t size, cudaMemcpyKind kind, cudaStream_t s),
           (from, to, source, size, kind, s))
REDIRECTED(cudaMemsetAsync_ptsz, (void* p, int value, std::size_t size, cudaStream_t s),
           (from, p, value, size, s))
REDIRECTED(cudaGraphLaunch_ptsz, (cudaGraphExec_t graph, cudaStream_t s), (from, graph, s))
