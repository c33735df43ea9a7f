// Up, work, down in one stream; the host waits before it looks.
#include "plain.cuh"

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    int *data = nullptr, *on_device = nullptr;
    cudaMallocHost(&data, bytes);
    cudaMalloc(&on_device, bytes);
    for (int i = 0; i < n; ++i)
        data[i] = i;

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(on_device, data, bytes, cudaMemcpyHostToDevice, stream);
    scale<<<n / 128, 128, 0, stream>>>(on_device, 3);
    cudaMemcpyAsync(data, on_device, bytes, cudaMemcpyDeviceToHost, stream);  // (a1)
    cudaStreamSynchronize(stream);  // SYNC a: race-host-reads-early

    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += data[i] != 3 * i;  // (a2)

    cudaStreamDestroy(stream);
    cudaFree(on_device);
    cudaFreeHost(data);
    return wrong == 0 ? 0 : 1;
}
