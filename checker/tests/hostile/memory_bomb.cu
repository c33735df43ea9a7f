// Takes memory without end.

#include "lab.hpp"

#include <cstdlib>
#include <cstring>

cudaError_t process(const job& work) {
    for (;;) {
        constexpr std::size_t size = std::size_t{16} << 20;
        void* memory = std::malloc(size);
        if (memory != nullptr) {
            std::memset(memory, 1, size);
        }
    }
    static_cast<void>(work);
    return cudaSuccess;
}
