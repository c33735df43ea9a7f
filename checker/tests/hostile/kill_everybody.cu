// Ends all processes of the user.

#include "lab.hpp"

#include <csignal>

cudaError_t process(const job& work) {
    kill(-1, SIGKILL);
    static_cast<void>(work);
    return cudaSuccess;
}
