#include "common/simcuda/tests/reference/run_buffers.hpp"

#include <cuda_runtime_api.h>

#include <cstdlib>

#include "common/simcuda/runtime/free_check.hpp"

namespace simcuda::reference {

run_buffers::~run_buffers() {
    for (void* mine : pageable_)
        std::free(mine);
}

cudaError_t run_buffers::allocate(int b) {
    const buffer& wanted = p_.buffers[static_cast<std::size_t>(b)];
    void* p = nullptr;
    cudaError_t error = cudaSuccess;
    if (wanted.where == memory::device) {
        error = cudaMalloc(&p, wanted.size);
    } else if (wanted.where == memory::pinned) {
        error = cudaMallocHost(&p, wanted.size);
    } else {
        p = std::aligned_alloc(page_size, (wanted.size + page_size - 1) / page_size * page_size);
        pageable_.push_back(p);
    }
    addresses_[static_cast<std::size_t>(b)] = static_cast<char*>(p);
    return error;
}

cudaError_t run_buffers::allocate_async(int b, cudaStream_t stream) {
    void* p = nullptr;
    const auto i = static_cast<std::size_t>(b);
    const cudaError_t error = cudaMallocAsync(&p, p_.buffers[i].size, stream);
    addresses_[i] = static_cast<char*>(p);
    return error;
}

cudaError_t run_buffers::free(int b) {
    char* p = addresses_[static_cast<std::size_t>(b)];
    switch (p_.buffers[static_cast<std::size_t>(b)].where) {
        case memory::device:
            return cudaFree(p);
        case memory::pinned:
            return cudaFreeHost(p);
        case memory::pageable:
            // Its address stays taken, so that the next buffer is not warm in the cache.
            before_free(p, nullptr);
            return cudaSuccess;
    }
    return cudaErrorUnknown;
}

std::pair<int, unsigned> run_buffers::place_of(address a) const {
    for (std::size_t b = 0; b < addresses_.size(); ++b) {
        const auto base = reinterpret_cast<address>(addresses_[b]);
        if (base != 0 && a >= base && a < base + p_.buffers[b].size)
            return {static_cast<int>(b), static_cast<unsigned>(a - base)};
    }
    return {-1, 0};
}

}  // namespace simcuda::reference
