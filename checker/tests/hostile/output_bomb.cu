// Prints without end.

#include "lab.hpp"

#include <cstdio>

cudaError_t process(const job& work) {
    for (;;) {
        std::puts("and so on");
    }
    static_cast<void>(work);
    return cudaSuccess;
}
