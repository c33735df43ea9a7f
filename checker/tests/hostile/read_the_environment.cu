// Reads all of the environment.

#include "lab.hpp"

#include <unistd.h>

cudaError_t process(const job& work) {
    return environ[0] != nullptr ? cudaSuccess : cudaErrorUnknown;
}
