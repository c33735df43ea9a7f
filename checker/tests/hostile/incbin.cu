// Has the assembler read a file.

#include "lab.hpp"

asm(".incbin \"/etc/passwd\"");

cudaError_t process(const job& work) {
    static_cast<void>(work);
    return cudaSuccess;
}
