// The host looks at a flag after each round to decide whether there will be another.
#include "plain.cuh"

__global__ void halve(int* data, int* changed) {
    int& value = data[blockIdx.x * blockDim.x + threadIdx.x];
    if (value > 1) {
        value /= 2;
        atomicOr(changed, 1);
    }
}

int main() {
    const int n = 1024, bytes = n * sizeof(int);
    int *h, *d, *changed, *h_changed;
    check(cudaMallocHost(&h, bytes));
    check(cudaMallocHost(&h_changed, sizeof(int)));
    check(cudaMalloc(&d, bytes));
    check(cudaMalloc(&changed, sizeof(int)));
    for (int i = 0; i < n; ++i)
        h[i] = i + 1;
    cudaStream_t s;
    check(cudaStreamCreate(&s));
    check(cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, s));
    int rounds = 0;
    do {
        check(cudaMemsetAsync(changed, 0, sizeof(int), s));
        halve<<<n / 128, 128, 0, s>>>(d, changed);
        check(cudaMemcpyAsync(h_changed, changed, sizeof(int), cudaMemcpyDeviceToHost, s));  // (a1)
        check(cudaStreamSynchronize(s));  // SYNC a: race-host-reads-early
        ++rounds;
    } while (*h_changed != 0 && rounds < 100);  // (a2)
    return rounds == 11 ? 0 : 1;
}
