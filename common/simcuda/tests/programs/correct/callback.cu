// A callback adds up each result as it arrives; the host waits for the last one.
#include "plain.cuh"

struct result {
    int* values;
    int n;
    long long sum;
};

void CUDART_CB add_up(cudaStream_t, cudaError_t status, void* data) {
    auto* r = static_cast<result*>(data);
    if (status != cudaSuccess)
        return;
    for (int i = 0; i < r->n; ++i)
        r->sum += r->values[i];
}

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    result r{nullptr, n, 0};
    int* d = nullptr;
    cudaMallocHost(&r.values, bytes);
    cudaMalloc(&d, bytes);
    for (int i = 0; i < n; ++i)
        r.values[i] = 1;
    cudaStream_t s;
    cudaStreamCreate(&s);
    for (int round = 0; round < 3; ++round) {
        cudaMemcpyAsync(d, r.values, bytes, cudaMemcpyHostToDevice, s);
        scale<<<n / 256, 256, 0, s>>>(d, 2);
        cudaMemcpyAsync(r.values, d, bytes, cudaMemcpyDeviceToHost, s);  // (a1)
        cudaStreamAddCallback(s, add_up, &r, 0);
    }
    cudaStreamSynchronize(s);  // SYNC a: race-host-reads-early
    std::printf("%d\n", r.values[0]);  // (a2)
    return r.sum == (2LL + 4 + 8) * n ? 0 : 1;
}
