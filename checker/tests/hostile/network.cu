// Asks the network.

#include "lab.hpp"

#include <sys/socket.h>

cudaError_t process(const job& work) {
    socket(AF_INET, SOCK_STREAM, 0);
    static_cast<void>(work);
    return cudaSuccess;
}
