// Writes where nothing is.

#include "lab.hpp"

cudaError_t process(const job& work) {
    *reinterpret_cast<volatile int*>(work.count * 0 + 8) = 1;
    return cudaSuccess;
}
