// Built twice, with either default stream, and linked into one program.
#include "stream_zero.hpp"

#include <cstdio>

#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
unsigned long long zero_of_a_per_thread_unit() {
#else
unsigned long long zero_of_a_legacy_unit() {
#endif
    unsigned long long id = 0;
    cudaStreamGetId(0, &id);
    return id;
}

#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
int main() {
    unsigned long long legacy = 0, own = 0;
    cudaStreamGetId(cudaStreamLegacy, &legacy);
    cudaStreamGetId(cudaStreamPerThread, &own);
    const bool right = zero_of_a_legacy_unit() == legacy && zero_of_a_per_thread_unit() == own &&
                       legacy != own;
    std::puts(right ? "two kinds" : "wrong");
    return right ? 0 : 1;
}
#endif
