// Coefficients in constant memory, a total in a device variable.
#include "plain.cuh"

__constant__ int coefficients[4];
__device__ int total;

__global__ void polynomial(const int* x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = 0;
    for (int k = 3; k >= 0; --k)
        value = value * x[i] + coefficients[k];
    if (i < n)
        atomicAdd(&total, value);
}

int main() {
    const int n = 512;
    int *h, *d;
    cudaMallocHost(&h, n * sizeof(int));
    cudaMalloc(&d, n * sizeof(int));
    for (int i = 0; i < n; ++i)
        h[i] = i % 3;
    int* c;
    cudaMallocHost(&c, 5 * sizeof(int));
    for (int k = 0; k < 4; ++k)
        c[k] = k + 1;
    c[4] = 0;
    cudaStream_t set, run;
    cudaStreamCreateWithFlags(&set, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&run, cudaStreamNonBlocking);
    cudaEvent_t is_set = order_event();

    cudaMemcpyToSymbolAsync(total, c + 4, sizeof(int), 0, cudaMemcpyHostToDevice, run);
    // (a1)
    cudaMemcpyToSymbolAsync(coefficients, c, 4 * sizeof(int), 0, cudaMemcpyHostToDevice, set);
    cudaEventRecord(is_set, set);
    cudaMemcpyAsync(d, h, n * sizeof(int), cudaMemcpyHostToDevice, run);
    cudaStreamWaitEvent(run, is_set, 0);           // SYNC a: race-kernel-before-upload
    polynomial<<<n / 128, 128, 0, run>>>(d, n);    // (a2)
    cudaMemcpyFromSymbolAsync(c, total, sizeof(int), 0, cudaMemcpyDeviceToHost, run);  // (b1)
    cudaStreamSynchronize(run);                    // SYNC b: race-host-reads-early

    const int of_three[3] = {1, 1 + 2 + 3 + 4, 1 + 4 + 12 + 32};
    int expected = 0;
    for (int i = 0; i < n; ++i)
        expected += of_three[i % 3];
    return c[0] == expected ? 0 : 1;  // (b2)
}
