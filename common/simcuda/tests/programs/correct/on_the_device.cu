// Copies within the device: asynchronous even in the blocking form.
#include "plain.cuh"

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    int *h, *original, *backup;
    cudaMallocHost(&h, bytes);
    cudaMalloc(&original, bytes);
    cudaMalloc(&backup, bytes);
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaStream_t work = independent_stream();
    cudaMemcpy(original, h, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(backup, original, bytes, cudaMemcpyDeviceToDevice);  // (a1)
    cudaDeviceSynchronize();  // SYNC a: race-between-copies
    scale<<<n / 128, 128, 0, work>>>(original, 0);  // (a2)
    cudaMemcpyAsync(original, backup, bytes, cudaMemcpyDeviceToDevice, work);
    cudaMemcpyAsync(h, original, bytes, cudaMemcpyDeviceToHost, work);  // (b1)
    cudaStreamSynchronize(work);  // SYNC b: race-host-reads-early
    for (int i = 0; i < n; ++i) {
        if (h[i] != i)  // (b2)
            return 1;
    }
    return 0;
}
