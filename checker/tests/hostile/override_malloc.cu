// Replaces malloc.

#include "lab.hpp"

extern "C" void* malloc(std::size_t) {
    return nullptr;
}

cudaError_t process(const job& work) {
    static_cast<void>(work);
    return cudaSuccess;
}
