// Makes memory executable.

#include "lab.hpp"

#include <sys/mman.h>

cudaError_t process(const job& work) {
    mprotect(nullptr, 4096, PROT_READ | PROT_EXEC);
    static_cast<void>(work);
    return cudaSuccess;
}
