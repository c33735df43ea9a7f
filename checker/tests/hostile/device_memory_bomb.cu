// Takes device memory without end.

#include "lab.hpp"

cudaError_t process(const job& work) {
    for (;;) {
        void* memory = nullptr;
        if (cudaMalloc(&memory, std::size_t{64} << 20) == cudaSuccess) {
            cudaMemset(memory, 1, std::size_t{64} << 20);
        }
    }
    static_cast<void>(work);
    return cudaSuccess;
}
