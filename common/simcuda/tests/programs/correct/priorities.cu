// A long kernel of low priority, a short one of high priority whose result goes first.
#include "plain.cuh"

__global__ void long_work(int* data, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; ++r)
        data[i] += 1;
}

int main() {
    const int n = 1024, bytes = n * sizeof(int);
    int least = 0, greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaStream_t background, urgent;
    check(cudaStreamCreateWithPriority(&background, cudaStreamNonBlocking, least));
    check(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest));
    int *slow, *fast, *h_slow, *h_fast;
    check(cudaMalloc(&slow, bytes));
    check(cudaMalloc(&fast, bytes));
    check(cudaMallocHost(&h_slow, bytes));
    check(cudaMallocHost(&h_fast, bytes));
    check(cudaMemsetAsync(slow, 0, bytes, background));
    check(cudaMemsetAsync(fast, 0, bytes, urgent));

    long_work<<<n / 128, 128, 0, background>>>(slow, 40);
    check(cudaMemcpyAsync(h_slow, slow, bytes, cudaMemcpyDeviceToHost, background));  // (b1)
    long_work<<<n / 128, 128, 0, urgent>>>(fast, 2);
    check(cudaMemcpyAsync(h_fast, fast, bytes, cudaMemcpyDeviceToHost, urgent));  // (a1)

    check(cudaStreamSynchronize(urgent));  // SYNC a: race-host-reads-early
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += h_fast[i] != 2;  // (a2)
    check(cudaStreamSynchronize(background));  // SYNC b: race-host-reads-early
    for (int i = 0; i < n; ++i)
        wrong += h_slow[i] != 40;  // (b2)
    return wrong != 0;
}
