// One stream forks into two and joins them again.
#include "plain.cuh"

int main() {
    const int n = 8192, half = n / 2;
    int *h, *d;
    check(cudaMallocHost(&h, n * sizeof(int)));
    check(cudaMalloc(&d, n * sizeof(int)));
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaStream_t main_stream = independent_stream(), side = independent_stream();
    cudaEvent_t fork = order_event(), join = order_event();

    // (a1)
    check(cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, main_stream));
    check(cudaEventRecord(fork, main_stream));
    check(cudaStreamWaitEvent(side, fork, 0));           // SYNC a: race-kernel-before-upload
    scale<<<half / 128, 128, 0, main_stream>>>(d, 2);
    scale<<<half / 128, 128, 0, side>>>(d + half, 5);    // (a2) (b1)
    check(cudaEventRecord(join, side));
    check(cudaStreamWaitEvent(main_stream, join, 0));    // SYNC b: race-download-before-kernel
    // (b2) (c1)
    check(cudaMemcpyAsync(h, d, n * sizeof(int), cudaMemcpyDeviceToHost, main_stream));
    check(cudaStreamSynchronize(main_stream));           // SYNC c: race-host-reads-early

    for (int i = 0; i < n; ++i) {
        if (h[i] != i * (i < half ? 2 : 5))  // (c2)
            return 1;
    }
    check(cudaFree(d));
    check(cudaFreeHost(h));
    return 0;
}
