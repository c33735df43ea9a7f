// A blocking upload, then work in a stream that does not know the default stream: the host waits
// for the default stream in between.
#include <vector>

#include "plain.cuh"

int main() {
    const int n = 65536, bytes = n * sizeof(int);
    std::vector<int> h(n);
    for (int i = 0; i < n; ++i)
        h[i] = i;
    int* d = nullptr;
    check(cudaMalloc(&d, bytes));
    cudaStream_t work = independent_stream();

    check(cudaMemcpy(d, h.data(), bytes, cudaMemcpyHostToDevice));  // (a1)
    check(cudaStreamSynchronize(cudaStreamLegacy));  // SYNC a: race-kernel-before-upload
    scale<<<n / 256, 256, 0, work>>>(d, 2);          // (a2) (b1)
    check(cudaStreamSynchronize(work));              // SYNC b: race-download-before-kernel
    check(cudaMemcpy(h.data(), d, bytes, cudaMemcpyDeviceToHost));  // (b2)

    for (int i = 0; i < n; ++i) {
        if (h[i] != 2 * i)
            return 1;
    }
    check(cudaFree(d));
    return 0;
}
