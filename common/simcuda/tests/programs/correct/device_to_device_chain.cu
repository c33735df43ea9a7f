// Each stage has a stream and a buffer; the hand-over is a copy within the device.
#include "plain.cuh"

int main() {
    const int stages = 4, n = 1024, bytes = n * sizeof(int);
    int *h, *buffer[stages];
    cudaStream_t stream[stages];
    cudaEvent_t done[stages];
    check(cudaMallocHost(&h, bytes));
    for (int i = 0; i < n; ++i)
        h[i] = 1;
    for (int s = 0; s < stages; ++s) {
        check(cudaMalloc(&buffer[s], bytes));
        stream[s] = independent_stream();
        done[s] = order_event();
    }
    check(cudaMemcpyAsync(buffer[0], h, bytes, cudaMemcpyHostToDevice, stream[0]));
    for (int s = 0; s < stages; ++s) {
        if (s > 0) {
            check(cudaStreamWaitEvent(stream[s], done[s - 1], 0));  // SYNC a: race-between-copies
            // (a2)
            check(cudaMemcpyAsync(buffer[s], buffer[s - 1], bytes, cudaMemcpyDefault, stream[s]));
        }
        scale<<<n / 128, 128, 0, stream[s]>>>(buffer[s], s + 2);  // (a1)
        check(cudaEventRecord(done[s], stream[s]));
    }
    const int last = stages - 1;
    check(cudaMemcpyAsync(h, buffer[last], bytes, cudaMemcpyDefault, stream[last]));  // (b1)
    check(cudaStreamSynchronize(stream[last]));  // SYNC b: race-host-reads-early
    for (int i = 0; i < n; ++i) {
        if (h[i] != 2 * 3 * 4 * 5)  // (b2)
            return 1;
    }
    return 0;
}
