// All chunks in one stream: an event behind the last stands for all of them.
#include "plain.cuh"

int main() {
    const int chunks = 4, n = 1024, bytes = n * sizeof(int);
    int *h, *d;
    cudaMallocHost(&h, chunks * bytes);
    cudaMalloc(&d, chunks * bytes);
    for (int i = 0; i < chunks * n; ++i)
        h[i] = i;
    cudaStream_t up = independent_stream(), work = independent_stream();
    cudaEvent_t first = order_event(), last = order_event();
    for (int c = 0; c < chunks; ++c) {
        cudaMemcpyAsync(d + c * n, h + c * n, bytes, cudaMemcpyHostToDevice, up);  // (b1)
        if (c == 0)
            cudaEventRecord(first, up);
    }
    cudaEventRecord(last, up);
    // SYNC a: still ordered, because the later event of the same stream stands for more
    cudaStreamWaitEvent(work, first, 0);
    cudaStreamWaitEvent(work, last, 0);  // SYNC b: race-kernel-before-upload
    scale<<<chunks * n / 128, 128, 0, work>>>(d, 2);  // (b2)
    cudaMemcpyAsync(h, d, chunks * bytes, cudaMemcpyDeviceToHost, work);  // (c1)
    cudaStreamSynchronize(work);  // SYNC c: race-host-reads-early
    for (int i = 0; i < chunks * n; ++i) {
        if (h[i] != 2 * i)  // (c2)
            return 1;
    }
    return 0;
}
