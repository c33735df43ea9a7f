// Has the compiler wait for a keyboard.

#include "lab.hpp"

#include "/dev/stdin"
#error nothing more

cudaError_t process(const job& work) {
    static_cast<void>(work);
    return cudaSuccess;
}
