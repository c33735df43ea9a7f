// A table of two gigabytes that are not all zero.

#include "lab.hpp"

static char table[2047u << 20] = {1};

cudaError_t process(const job& work) {
    return table[work.count] == 0 ? cudaSuccess : cudaErrorUnknown;
}
