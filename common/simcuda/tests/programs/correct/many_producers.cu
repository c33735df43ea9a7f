// Several uploads, each in a stream of its own, for one consumer.
#include "plain.cuh"

__global__ void merge(const int* parts, int* out, int n, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int p = 0; p < count; ++p)
        sum += parts[p * n + i];
    out[i] = sum;
}

int main() {
    const int producers = 3, n = 1024, bytes = n * sizeof(int);
    int *h, *parts, *out;
    cudaMallocHost(&h, producers * bytes);
    cudaMalloc(&parts, producers * bytes);
    cudaMalloc(&out, bytes);
    for (int i = 0; i < producers * n; ++i)
        h[i] = i / n + 1;
    cudaStream_t consumer = independent_stream();
    cudaStream_t producer[producers];
    for (int p = 0; p < producers; ++p) {
        producer[p] = independent_stream();
        cudaEvent_t ready = order_event();
        // (a1)
        cudaMemcpyAsync(parts + p * n, h + p * n, bytes, cudaMemcpyHostToDevice, producer[p]);
        cudaEventRecord(ready, producer[p]);
        cudaStreamWaitEvent(consumer, ready, 0);  // SYNC a: race-kernel-before-upload
        cudaEventDestroy(ready);                  // the wait is not taken back by this
    }
    merge<<<n / 128, 128, 0, consumer>>>(parts, out, n, producers);  // (a2)
    cudaMemcpyAsync(h, out, bytes, cudaMemcpyDeviceToHost, consumer);  // (b1)
    cudaStreamSynchronize(consumer);  // SYNC b: race-host-reads-early
    for (int i = 0; i < n; ++i) {
        if (h[i] != 1 + 2 + 3)  // (b2)
            return 1;
    }
    return 0;
}
