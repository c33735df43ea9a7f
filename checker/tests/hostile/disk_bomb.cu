// Fills the disk.

#include "lab.hpp"

#include <cstdio>

cudaError_t process(const job& work) {
    for (int i = 0;; ++i) {
        char name[32];
        std::snprintf(name, sizeof name, "/tmp/%d", i);
        std::FILE* file = std::fopen(name, "w");
        std::fputs("full\n", file);
    }
    static_cast<void>(work);
    return cudaSuccess;
}
