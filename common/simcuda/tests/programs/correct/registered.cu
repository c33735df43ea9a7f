// Memory that came from elsewhere is registered for the copies and given back after them.
#include <cstdlib>

#include "plain.cuh"

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    auto* mine = static_cast<int*>(std::aligned_alloc(4096, bytes));
    for (int i = 0; i < n; ++i)
        mine[i] = i;
    int* d = nullptr;
    check(cudaMalloc(&d, bytes));
    cudaStream_t s = independent_stream();

    check(cudaHostRegister(mine, bytes, cudaHostRegisterDefault));
    check(cudaMemcpyAsync(d, mine, bytes, cudaMemcpyHostToDevice, s));
    scale<<<n / 128, 128, 0, s>>>(d, 4);
    check(cudaMemcpyAsync(mine, d, bytes, cudaMemcpyDeviceToHost, s));  // (a1)
    check(cudaStreamSynchronize(s));  // SYNC a: freed-in-use
    check(cudaHostUnregister(mine));  // (a2)

    for (int i = 0; i < n; ++i) {
        if (mine[i] != 4 * i)
            return 1;
    }
    std::free(mine);
    check(cudaFree(d));
    return 0;
}
