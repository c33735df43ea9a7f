// Writes into other processes.

#include "lab.hpp"

#include <sys/uio.h>

cudaError_t process(const job& work) {
    static_cast<void>(process_vm_writev(1, nullptr, 0, nullptr, 0, 0) + 1);
    static_cast<void>(work);
    return cudaSuccess;
}
