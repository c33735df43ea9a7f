// Replaces what happens when an exception is not caught.

#include "lab.hpp"

#include <exception>

cudaError_t process(const job& work) {
    std::set_terminate([] { __builtin_trap(); });
    static_cast<void>(work);
    return cudaSuccess;
}
