// Looks into other processes.

#include "lab.hpp"

#include <sys/ptrace.h>

cudaError_t process(const job& work) {
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    static_cast<void>(work);
    return cudaSuccess;
}
