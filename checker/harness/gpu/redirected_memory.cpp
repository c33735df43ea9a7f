// Memory: what is allocated, pinned, registered, and given back.

#include "checker/harness/gpu/redirected.hpp"

using namespace checker::gpu;

namespace {

using memory = call_book::memory;
using timeline::call_role;

template <class Real>
cudaError_t allocate(const origin& from, call_facts facts, memory kind, void** p, std::size_t size,
                     Real real) {
    const auto error = noted(from, facts, real);
    if (error == cudaSuccess) {
        book().allocated(from, kind, *p, size);
    }
    return error;
}

template <class Real>
cudaError_t give_back(const origin& from, call_facts facts, memory kind, void* p, Real real) {
    const auto error = noted(from, facts, real);
    if (error == cudaSuccess) {
        book().freed(from, kind, p);
    }
    return error;
}

cudaError_t on_cudaMalloc(const origin& from, void** p, std::size_t size) {
    return allocate(from, named("cudaMalloc"), memory::device, p, size,
                    [&] { return cudaMalloc(p, size); });
}

cudaError_t on_cudaMallocPitch(const origin& from, void** p, std::size_t* pitch, std::size_t width,
                               std::size_t height) {
    return allocate(from, named("cudaMallocPitch"), memory::device, p, width * height,
                    [&] { return cudaMallocPitch(p, pitch, width, height); });
}

cudaError_t on_cudaMallocManaged(const origin& from, void** p, std::size_t size,
                                 unsigned int flags) {
    return allocate(from, named("cudaMallocManaged"), memory::device, p, size,
                    [&] { return cudaMallocManaged(p, size, flags); });
}

cudaError_t on_cudaFree(const origin& from, void* p) {
    return give_back(from, named("cudaFree"), memory::device, p, [&] { return cudaFree(p); });
}

cudaError_t on_cudaMallocHost(const origin& from, void** p, std::size_t size) {
    return allocate(from, named("cudaMallocHost"), memory::pinned, p, size,
                    [&] { return cudaMallocHost(p, size); });
}

cudaError_t on_cudaHostAlloc(const origin& from, void** p, std::size_t size, unsigned int flags) {
    return allocate(from, named("cudaHostAlloc"), memory::pinned, p, size,
                    [&] { return cudaHostAlloc(p, size, flags); });
}

cudaError_t on_cudaFreeHost(const origin& from, void* p) {
    return give_back(from, named("cudaFreeHost"), memory::pinned, p,
                     [&] { return cudaFreeHost(p); });
}

cudaError_t on_cudaHostRegister(const origin& from, void* p, std::size_t size, unsigned int flags) {
    return allocate(from, named("cudaHostRegister"), memory::registered, &p, size,
                    [&] { return cudaHostRegister(p, size, flags); });
}

cudaError_t on_cudaHostUnregister(const origin& from, void* p) {
    return give_back(from, named("cudaHostUnregister"), memory::registered, p,
                     [&] { return cudaHostUnregister(p); });
}

// In the order of a stream.

template <class Real>
cudaError_t allocate_in(Real* real, default_stream zero, const origin& from, void** p,
                        std::size_t size, cudaStream_t stream) {
    return allocate(from, in_stream("cudaMallocAsync", call_role::plain, stream, zero),
                    memory::device_in_order, p, size, [&] { return real(p, size, stream); });
}

template <class Real>
cudaError_t give_back_in(Real* real, default_stream zero, const origin& from, void* p,
                         cudaStream_t stream) {
    return give_back(from, in_stream("cudaFreeAsync", call_role::plain, stream, zero),
                     memory::device_in_order, p, [&] { return real(p, stream); });
}

cudaError_t on_cudaMallocAsync(const origin& from, void** p, std::size_t size, cudaStream_t s) {
    return allocate_in(cudaMallocAsync, default_stream::legacy, from, p, size, s);
}

cudaError_t on_cudaFreeAsync(const origin& from, void* p, cudaStream_t s) {
    return give_back_in(cudaFreeAsync, default_stream::legacy, from, p, s);
}

}  // namespace

REDIRECTED(cudaMalloc, (void** p, std::size_t size), (from, p, size))
REDIRECTED(cudaMallocPitch, (void** p, std::size_t* pitch, std::size_t width, std::size_t height),
           (from, p, pitch, width, height))
REDIRECTED(cudaMallocManaged, (void** p, std::size_t size, unsigned int flags),
           (from, p, size, flags))
REDIRECTED(cudaFree, (void* p), (from, p))
REDIRECTED(cudaMallocHost, (void** p, std::size_t size), (from, p, size))
REDIRECTED(cudaHostAlloc, (void** p, std::size_t size, unsigned int flags), (from, p, size, flags))
REDIRECTED(cudaFreeHost, (void* p), (from, p))
REDIRECTED(cudaHostRegister, (void* p, std::size_t size, unsigned int flags),
           (from, p, size, flags))
REDIRECTED(cudaHostUnregister, (void* p), (from, p))
REDIRECTED(cudaMallocAsync, (void** p, std::size_t size, cudaStream_t s), (from, p, size, s))
REDIRECTED(cudaFreeAsync, (void* p, cudaStream_t s), (from, p, s))

extern "C" {
decltype(cudaMallocAsync) cudaMallocAsync_ptsz;
decltype(cudaFreeAsync) cudaFreeAsync_ptsz;
}

namespace {

cudaError_t on_cudaMallocAsync_ptsz(const origin& from, void** p, std::size_t size,
                                    cudaStream_t s) {
    return allocate_in(cudaMallocAsync_ptsz, default_stream::of_thread, from, p, size, s);
}

cudaError_t on_cudaFreeAsync_ptsz(const origin& from, void* p, cudaStream_t s) {
    return give_back_in(cudaFreeAsync_ptsz, default_stream::of_thread, from, p, s);
}

}  // namespace

REDIRECTED(cudaMallocAsync_ptsz, (void** p, std::size_t size, cudaStream_t s), (from, p, size, s))
REDIRECTED(cudaFreeAsync_ptsz, (void* p, cudaStream_t s), (from, p, s))
