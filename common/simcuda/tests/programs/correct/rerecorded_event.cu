// One event for all rounds: it is recorded again in each, and each wait sees the newest record.
#include "plain.cuh"

int main() {
    const int rounds = 5, n = 2048, bytes = n * sizeof(int);
    int *h, *d, *sum;
    cudaMallocHost(&h, rounds * bytes);
    cudaMalloc(&d, bytes);
    cudaMalloc(&sum, bytes);
    for (int i = 0; i < rounds * n; ++i)
        h[i] = i / n;
    cudaStream_t copy = independent_stream(), work = independent_stream();
    cudaEvent_t full = order_event(), empty = order_event();
    cudaMemsetAsync(sum, 0, bytes, work);

    for (int r = 0; r < rounds; ++r) {
        cudaStreamWaitEvent(copy, empty, 0);  // SYNC a: race-upload-overwrites-input
        cudaMemcpyAsync(d, h + r * n, bytes, cudaMemcpyHostToDevice, copy);  // (a2) (b1) (d1) (e2)
        cudaEventRecord(full, copy);          // SYNC d: race-kernel-before-upload
        cudaStreamWaitEvent(work, full, 0);   // SYNC b: race-kernel-before-upload
        add<<<n / 256, 256, 0, work>>>(sum, d);  // (a1) (b2) (d2) (e1)
        cudaEventRecord(empty, work);         // SYNC e: race-upload-overwrites-input
    }
    cudaMemcpyAsync(h, sum, bytes, cudaMemcpyDeviceToHost, work);  // (c1)
    cudaStreamSynchronize(work);  // SYNC c: race-host-reads-early

    for (int i = 0; i < n; ++i) {
        if (h[i] != rounds * (rounds - 1) / 2)  // (c2)
            return 1;
    }
    return 0;
}
