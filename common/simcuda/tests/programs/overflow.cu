// A kernel whose sum does not fit: -fsanitize=undefined says so, and the device has nothing to say.
#include <cuda_runtime.h>

#include <climits>

__global__ void add(int* values, int more) {
    values[threadIdx.x] += more;
}

int main() {
    int h[2] = {1, INT_MAX}, *d = nullptr;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    add<<<1, 2>>>(d, 1);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return h[0] == 2 ? 0 : 1;
}
