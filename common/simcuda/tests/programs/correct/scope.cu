// A local vector receives a result: the copy has to be over before the vector is gone.
#include <numeric>
#include <vector>

#include "plain.cuh"

int sum_on_host(const int* d, int n, cudaStream_t s) {
    std::vector<int> h(n);
    cudaMemcpyAsync(h.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost, s);  // (a1)
    cudaStreamSynchronize(s);  // SYNC a: race-host-reads-early
    return std::accumulate(h.begin(), h.end(), 0);  // (a2)
}

void upload(int* d, int value, int n, cudaStream_t s) {
    std::vector<int> h(n, value);
    cudaHostRegister(h.data(), n * sizeof(int), cudaHostRegisterDefault);
    cudaMemcpyAsync(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice, s);  // (b1)
    cudaStreamSynchronize(s);  // SYNC b: freed-in-use
    cudaHostUnregister(h.data());  // (b2)
}

int main() {
    const int n = 4096;
    int* d = nullptr;
    cudaMalloc(&d, n * sizeof(int));
    cudaStream_t s;
    cudaStreamCreate(&s);
    upload(d, 3, n, s);
    scale<<<n / 128, 128, 0, s>>>(d, 2);
    const int sum = sum_on_host(d, n, s);
    cudaFree(d);
    cudaStreamDestroy(s);
    return sum == 6 * n ? 0 : 1;
}
