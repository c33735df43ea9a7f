// Chunks in one stream; the host takes each result as soon as it is there.
#include <vector>

#include "plain.cuh"

int main() {
    const int chunks = 4, n = 4096, bytes = n * sizeof(int);
    int *h, *d;
    cudaMallocHost(&h, chunks * bytes);
    cudaMalloc(&d, chunks * bytes);
    for (int i = 0; i < chunks * n; ++i)
        h[i] = i;
    cudaStream_t s;
    cudaStreamCreate(&s);
    std::vector<cudaEvent_t> ready(chunks);
    for (int c = 0; c < chunks; ++c) {
        cudaEventCreate(&ready[c]);
        cudaMemcpyAsync(d + c * n, h + c * n, bytes, cudaMemcpyHostToDevice, s);
        scale<<<n / 256, 256, 0, s>>>(d + c * n, c + 1);
        cudaMemcpyAsync(h + c * n, d + c * n, bytes, cudaMemcpyDeviceToHost, s);  // (a1)
        cudaEventRecord(ready[c], s);
    }

    int wrong = 0;
    for (int c = 0; c < chunks; ++c) {
        cudaEventSynchronize(ready[c]);  // SYNC a: race-host-reads-early
        for (int i = c * n; i < (c + 1) * n; ++i)
            wrong += h[i] != i * (c + 1);  // (a2)
        cudaEventDestroy(ready[c]);
    }
    cudaStreamDestroy(s);
    return wrong != 0;
}
