// A kernel writes straight into pinned memory of the host.
#include "plain.cuh"

__global__ void squares(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i * i;
}

int main() {
    const int n = 1000;
    int *host = nullptr, *as_device = nullptr;
    check(cudaHostAlloc(&host, n * sizeof(int), cudaHostAllocMapped));
    check(cudaHostGetDevicePointer(&as_device, host, 0));
    cudaStream_t s = independent_stream();
    squares<<<(n + 127) / 128, 128, 0, s>>>(as_device, n);  // (a1)
    check(cudaStreamSynchronize(s));  // SYNC a: race-host-reads-early
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += host[i] != i * i;  // (a2)
    for (int i = 0; i < n; ++i)
        host[i] = 1;
    scale<<<1, 32, 0, s>>>(as_device, 9);  // (b1)
    check(cudaDeviceSynchronize());  // SYNC b: race-host-reads-early
    wrong += host[0] != 9 || host[999] != 1;  // (b2)
    check(cudaFreeHost(host));
    return wrong != 0;
}
