// Whichever stream is done first is taken first.
#include "plain.cuh"

int main() {
    const int streams = 3, n = 4096, bytes = n * sizeof(int);
    cudaStream_t s[streams];
    int *h[streams], *d[streams];
    for (int i = 0; i < streams; ++i) {
        cudaStreamCreate(&s[i]);
        cudaMallocHost(&h[i], bytes);
        cudaMalloc(&d[i], bytes);
        cudaMemsetAsync(d[i], i, bytes, s[i]);
        for (int k = 0; k < 3 - i; ++k)
            scale<<<n / 128, 128, 0, s[i]>>>(d[i], 1);
        cudaMemcpyAsync(h[i], d[i], bytes, cudaMemcpyDeviceToHost, s[i]);  // (a1)
    }
    bool taken[streams] = {};
    int wrong = 0;
    for (int left = streams; left > 0;) {
        for (int i = 0; i < streams; ++i) {
            if (taken[i])
                continue;
            if (cudaStreamQuery(s[i]) != cudaSuccess) continue;  // SYNC a: race-host-reads-early
            for (int k = 0; k < n; ++k)
                wrong += h[i][k] != i * 0x01010101;  // (a2)
            taken[i] = true;
            --left;
        }
    }
    return wrong != 0;
}
