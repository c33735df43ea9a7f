// Leaves the function by a jump.

#include "lab.hpp"

#include <csetjmp>

cudaError_t process(const job& work) {
    std::jmp_buf here;
    if (setjmp(here) == 0) {
        std::longjmp(here, 1);
    }
    static_cast<void>(work);
    return cudaSuccess;
}
