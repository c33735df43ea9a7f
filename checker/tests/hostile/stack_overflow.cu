// Calls itself without end.

#include "lab.hpp"

static int deeper(volatile int* above) {
    volatile int here[1000] = {*above};
    return deeper(here) + here[17];
}

cudaError_t process(const job& work) {
    volatile int start = 0;
    static_cast<void>(deeper(&start));
    static_cast<void>(work);
    return cudaSuccess;
}
