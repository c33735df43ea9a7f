// Replaces operator new.

#include "lab.hpp"

#include <cstdlib>
#include <new>

void* operator new(std::size_t size) {
    return std::malloc(size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

cudaError_t process(const job& work) {
    delete new int(1);
    static_cast<void>(work);
    return cudaSuccess;
}
