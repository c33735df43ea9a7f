// The same from a kernel.

#include "lab.hpp"

#include <cstdlib>

__global__ void leave() {
    std::exit(0);
}

cudaError_t process(const job& work) {
    leave<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
