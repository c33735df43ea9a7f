// Managed memory, brought over before the kernel and back before the host looks.
#include "plain.cuh"

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    int* values = nullptr;
    check(cudaMallocManaged(&values, bytes));
    for (int i = 0; i < n; ++i)
        values[i] = i;
    cudaStream_t s = independent_stream();
    cudaMemLocation device = {}, host = {};
    device.type = cudaMemLocationTypeDevice;
    host.type = cudaMemLocationTypeHost;

    check(cudaMemPrefetchAsync(values, bytes, device, 0, s));
    scale<<<n / 128, 128, 0, s>>>(values, 4);  // (a1)
    check(cudaMemPrefetchAsync(values, bytes, host, 0, s));
    check(cudaStreamSynchronize(s));  // SYNC a: race-host-reads-early
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += values[i] != 4 * i;  // (a2)
    check(cudaFree(values));
    return wrong != 0;
}
