#pragma once

// What the rewriter turns CUDA's launch syntax into. Included by cuda_runtime.h; never by hand.
//
//   k<<<grid, block, shared, stream>>>(args)
//       ->  ::simcuda::configure(grid, block, shared, stream) ? (void)0 : k(args)
//   __global__ void k(P... p) { body }
//       ->  __global__ void k(P... p) { return ::simcuda::enter(__func__, [=]() mutable { body });
//       }
//   extern __shared__ T s[];
//       ->  T* const s = static_cast<T*>(::simcuda::dynamic_shared());

#include <cstddef>

#include "driver_types.h"
#include "vector_types.h"

namespace simcuda {

/// Prepares the calling thread's next kernel call. True when the launch is refused: the error is
/// then the thread's last error and the kernel must not be called. With a per-thread default stream
/// it is another function, as with the functions of cuda_runtime_api.h.
[[nodiscard]] bool configure(dim3 grid, dim3 block, std::size_t shared_bytes = 0,
                             cudaStream_t stream = nullptr)
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
    __asm__("simcuda_configure_ptsz")
#endif
        ;

/// Start of the calling block's dynamic shared memory.
[[nodiscard]] void* dynamic_shared();

/// Runs `thread(body)` once for each thread of the configured grid. `body_size` bytes at `body`
/// are the kernel's parameters: the only host memory that a kernel may read.
void run_kernel(const char* name, void (*thread)(const void* body), const void* body,
                std::size_t body_size);

/// What a kernel's own body becomes: the kernel function is its launch stub. Each CUDA thread gets
/// its own copy of the parameters, as on a device.
template <class Body>
void enter(const char* name, const Body& body) {
    run_kernel(
        name,
        [](const void* parameters) {
            Body mine = *static_cast<const Body*>(parameters);
            mine();
        },
        &body, sizeof(Body));
}

}  // namespace simcuda
