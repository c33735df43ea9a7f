// Chunks over four streams and one wait for everything at the end.
#include "plain.cuh"

int main() {
    const int streams = 4, chunks = 10, n = 1024, bytes = n * sizeof(int);
    int *h, *d;
    check(cudaMallocHost(&h, chunks * bytes));
    check(cudaMalloc(&d, chunks * bytes));
    for (int i = 0; i < chunks * n; ++i)
        h[i] = i;
    cudaStream_t s[streams];
    for (cudaStream_t& one : s)
        check(cudaStreamCreate(&one));
    for (int c = 0; c < chunks; ++c) {
        int *from = h + c * n, *to = d + c * n;
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, s[c % streams]));
        scale<<<n / 128, 128, 0, s[c % streams]>>>(to, 2);
        check(cudaMemcpyAsync(from, to, bytes, cudaMemcpyDeviceToHost, s[c % streams]));  // (a1)
    }
    check(cudaDeviceSynchronize());  // SYNC a: race-host-reads-early
    int wrong = 0;
    for (int i = 0; i < chunks * n; ++i)
        wrong += h[i] != 2 * i;  // (a2)
    for (cudaStream_t one : s)
        check(cudaStreamDestroy(one));
    check(cudaFree(d));
    check(cudaFreeHost(h));
    return wrong != 0;
}
