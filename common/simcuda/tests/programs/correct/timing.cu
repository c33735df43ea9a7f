// Events measure a kernel; the result is looked at after the event behind the download.
#include "plain.cuh"

int main() {
    const int n = 1 << 16, bytes = n * sizeof(int);
    int *h, *d;
    cudaMallocHost(&h, bytes);
    cudaMalloc(&d, bytes);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaEvent_t start, stop, copied;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventCreate(&copied);
    cudaMemsetAsync(d, 1, bytes, s);
    cudaEventRecord(start, s);
    scale<<<n / 256, 256, 0, s>>>(d, 2);
    cudaEventRecord(stop, s);
    cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);  // (b1)
    cudaEventRecord(copied, s);
    // SYNC a: still ordered, because the event behind it is waited for, too
    cudaEventSynchronize(stop);
    cudaEventSynchronize(copied);  // SYNC b: race-host-reads-early
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);
    for (int i = 0; i < n; ++i) {
        if (h[i] != 0x02020202)  // (b2)
            return 1;
    }
    return ms > 0 ? 0 : 1;
}
