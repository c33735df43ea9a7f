// Blocking streams around a kernel in the legacy default stream: that one is a barrier for them.
#include "plain.cuh"

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    int *a, *b, *d_a, *d_b;
    cudaMallocHost(&a, bytes);
    cudaMallocHost(&b, bytes);
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    for (int i = 0; i < n; ++i) {
        a[i] = i;
        b[i] = 2 * i;
    }
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEvent_t both;
    cudaEventCreate(&both);

    cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, first);
    cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, second);
    // SYNC a: still ordered, because the legacy stream waits for all blocking streams
    cudaStreamSynchronize(first);
    add<<<n / 128, 128>>>(d_a, d_b);
    cudaEventRecord(both);
    // SYNC b: still ordered, because blocking streams wait for the legacy stream
    cudaStreamWaitEvent(first, both, 0);
    cudaMemcpyAsync(a, d_a, bytes, cudaMemcpyDeviceToHost, first);  // (c1)
    cudaStreamSynchronize(first);  // SYNC c: race-host-reads-early

    for (int i = 0; i < n; ++i) {
        if (a[i] != 3 * i)  // (c2)
            return 1;
    }
    return 0;
}
