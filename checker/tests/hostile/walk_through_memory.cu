// Overwrites all memory above a variable of its own.

#include "lab.hpp"

cudaError_t process(const job& work) {
    volatile unsigned char here = 0;
    for (volatile unsigned char* at = &here;; ++at) {
        *at = 0xff;
    }
    static_cast<void>(work);
    return cudaSuccess;
}
