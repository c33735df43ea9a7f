// Includes itself, twice each time.

#include "lab.hpp"

#include "lab.cu"
#include "lab.cu"

cudaError_t process(const job& work) {
    static_cast<void>(work);
    return cudaSuccess;
}
