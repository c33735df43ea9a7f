// Never returns.

#include "lab.hpp"

cudaError_t process(const job& work) {
    for (volatile int i = 0;; i = i + 1) {
    }
    static_cast<void>(work);
    return cudaSuccess;
}
