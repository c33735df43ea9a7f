#include "checker/harness/device_session.hpp"

#include <new>

namespace checker {

void* device_session::pinned_memory(bytes size) {
    void* p = nullptr;
    if (cudaMallocHost(&p, size.value) != cudaSuccess) {
        throw std::bad_alloc();
    }
    return p;
}

void device_session::give_back_pinned(void* p, bytes /*size*/) {
    static_cast<void>(cudaFreeHost(p));
}

}  // namespace checker
