// An event in the legacy default stream stands for all blocking streams as well.
#include "plain.cuh"

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    int *h, *d;
    cudaMallocHost(&h, bytes);
    cudaMalloc(&d, 4 * bytes);
    cudaStream_t blocking[4], independent;
    cudaStreamCreateWithFlags(&independent, cudaStreamNonBlocking);
    for (int i = 0; i < 4; ++i) {
        cudaStreamCreate(&blocking[i]);
        cudaMemsetAsync(d + i * n, 1, bytes, blocking[i]);  // (a1)
    }
    cudaEvent_t all;
    cudaEventCreate(&all);
    cudaEventRecord(all);
    cudaStreamWaitEvent(independent, all, 0);  // SYNC a: race-kernel-before-upload
    for (int i = 1; i < 4; ++i)
        add<<<n / 128, 128, 0, independent>>>(d, d + i * n);  // (a2)
    cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, independent);  // (b1)
    cudaStreamSynchronize(independent);  // SYNC b: race-host-reads-early
    for (int i = 0; i < n; ++i) {
        if (h[i] != 4 * 0x01010101)  // (b2)
            return 1;
    }
    return 0;
}
