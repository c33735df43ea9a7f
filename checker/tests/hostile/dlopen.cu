// Loads a library.

#include "lab.hpp"

#include <dlfcn.h>

cudaError_t process(const job& work) {
    dlopen("libm.so.6", RTLD_NOW);
    static_cast<void>(work);
    return cudaSuccess;
}
