// An address that the loader calls before all constructors.

#include "lab.hpp"

static void early() {
    __builtin_trap();
}
__attribute__((section(".preinit_array"), used)) static void (*const call_early)() = early;

cudaError_t process(const job& work) {
    static_cast<void>(work);
    return cudaSuccess;
}
