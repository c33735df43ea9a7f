// Counters are set to zero in the default stream, then counted up in another.
#include "plain.cuh"

__global__ void count_values(const int* values, int* counters) {
    atomicAdd(&counters[values[blockIdx.x * blockDim.x + threadIdx.x] % 16], 1);
}

int main() {
    const int n = 4096;
    int *h, *values, *counters;
    cudaMallocHost(&h, n * sizeof(int));
    cudaMalloc(&values, n * sizeof(int));
    cudaMalloc(&counters, 16 * sizeof(int));
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaStream_t s = independent_stream();
    cudaEvent_t zeroed = order_event();

    cudaMemset(counters, 0, 16 * sizeof(int));  // (a1)
    cudaEventRecord(zeroed, 0);
    cudaMemcpyAsync(values, h, n * sizeof(int), cudaMemcpyHostToDevice, s);
    cudaStreamWaitEvent(s, zeroed, 0);                    // SYNC a: race-kernel-before-upload
    count_values<<<n / 128, 128, 0, s>>>(values, counters);  // (a2)
    cudaMemcpyAsync(h, counters, 16 * sizeof(int), cudaMemcpyDeviceToHost, s);  // (b1)
    cudaStreamSynchronize(s);                             // SYNC b: race-host-reads-early

    for (int i = 0; i < 16; ++i) {
        if (h[i] != n / 16)  // (b2)
            return 1;
    }
    return 0;
}
