// Prints to a descriptor by its number.

#include "lab.hpp"

#include <cstdio>

cudaError_t process(const job& work) {
    dprintf(100, "verdict {}\n");
    static_cast<void>(work);
    return cudaSuccess;
}
