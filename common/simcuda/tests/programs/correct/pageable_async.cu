// Asynchronous copies of pageable memory: they may or may not wait, so the program does.
#include <vector>

#include "plain.cuh"

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    std::vector<int> h(n, 5), back(n);
    int* d = nullptr;
    cudaMalloc(&d, bytes);
    cudaStream_t s = independent_stream();
    cudaMemcpyAsync(d, h.data(), bytes, cudaMemcpyHostToDevice, s);  // (a1)
    cudaStreamSynchronize(s);  // SYNC a: race-host-refills-early
    for (int& value : h)
        value = 0;  // (a2)
    scale<<<n / 256, 256, 0, s>>>(d, 5);
    cudaMemcpyAsync(back.data(), d, bytes, cudaMemcpyDeviceToHost, s);  // (b1)
    cudaStreamSynchronize(s);  // SYNC b: race-host-reads-early
    for (const int value : back) {  // (b2)
        if (value != 25)
            return 1;
    }
    cudaFree(d);
    return 0;
}
