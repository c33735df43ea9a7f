// Replaces a function of the device.

#include "lab.hpp"

extern "C" cudaError_t cudaDeviceReset() {
    return cudaSuccess;
}

cudaError_t process(const job& work) {
    static_cast<void>(work);
    return cudaSuccess;
}
