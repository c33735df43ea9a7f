// Ends the program with a signal.

#include "lab.hpp"

#include <cstdlib>

cudaError_t process(const job& work) {
    std::abort();
    static_cast<void>(work);
    return cudaSuccess;
}
