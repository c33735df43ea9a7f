// The same, with a word on two lines.

#include "lab.hpp"

cudaError_t process(const job& work) {
    as\
m volatile("nop");
    static_cast<void>(work);
    return cudaSuccess;
}
