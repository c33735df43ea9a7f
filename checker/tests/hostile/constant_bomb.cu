// Has the compiler compute without end.

#include "lab.hpp"

constexpr int on_and_on(int depth) {
    int sum = 0;
    for (int i = 0; i < 1000000; ++i) {
        sum += depth > 0 ? on_and_on(depth - 1) : i % 7;
    }
    return sum;
}
constexpr int result = on_and_on(400);

cudaError_t process(const job& work) {
    return result > 0 ? cudaSuccess : cudaErrorUnknown;
}
