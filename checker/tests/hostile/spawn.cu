// Starts a shell.

#include "lab.hpp"

#include <cstdlib>

cudaError_t process(const job& work) {
    static_cast<void>(std::system("touch /tmp/was-here") + 1);
    static_cast<void>(work);
    return cudaSuccess;
}
