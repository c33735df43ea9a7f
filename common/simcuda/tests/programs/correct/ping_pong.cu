// Two buffers swap their roles in each round; odd rounds run in another stream than even ones.
#include <utility>

#include "plain.cuh"

int main() {
    const int n = 1024, bytes = n * sizeof(int), rounds = 7;
    int *h, *from, *to;
    cudaMallocHost(&h, bytes);
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaStream_t now = independent_stream(), next = independent_stream();
    cudaMemsetAsync(from, 0, bytes, now);
    cudaEvent_t round_done = order_event();

    for (int r = 0; r < rounds; ++r) {
        cudaStreamWaitEvent(now, round_done, 0);  // SYNC a: race-between-kernels
        transform<<<n / 128, 128, 0, now>>>(from, to);  // (a1) (c1)
        cudaEventRecord(round_done, now);
        std::swap(from, to);
        std::swap(now, next);
    }
    cudaStreamWaitEvent(now, round_done, 0);  // SYNC c: race-download-before-kernel
    cudaMemcpyAsync(h, from, bytes, cudaMemcpyDeviceToHost, now);  // (b1) (c2)
    cudaStreamSynchronize(now);  // SYNC b: race-host-reads-early
    for (int i = 0; i < n; ++i) {
        if (h[i] != (1 << rounds) - 1)  // (b2)
            return 1;
    }
    return 0;
}
