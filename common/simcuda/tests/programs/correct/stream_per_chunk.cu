// A stream for each chunk, made and destroyed in the loop that needs it.
#include <vector>

#include "plain.cuh"

int main() {
    const int chunks = 5, n = 2048, bytes = n * sizeof(int);
    int *h, *d;
    check(cudaMallocHost(&h, chunks * bytes));
    check(cudaMalloc(&d, chunks * bytes));
    for (int i = 0; i < chunks * n; ++i)
        h[i] = 1;
    std::vector<cudaEvent_t> finished;
    for (int c = 0; c < chunks; ++c) {
        cudaStream_t chunk_stream;
        check(cudaStreamCreateWithFlags(&chunk_stream, cudaStreamNonBlocking));
        check(cudaMemcpyAsync(d + c * n, h + c * n, bytes, cudaMemcpyHostToDevice, chunk_stream));
        scale<<<n / 128, 128, 0, chunk_stream>>>(d + c * n, c);
        // (a1)
        check(cudaMemcpyAsync(h + c * n, d + c * n, bytes, cudaMemcpyDeviceToHost, chunk_stream));
        finished.push_back(order_event());
        check(cudaEventRecord(finished.back(), chunk_stream));
        check(cudaStreamDestroy(chunk_stream));  // its work goes on
    }
    for (cudaEvent_t e : finished)
        check(cudaEventSynchronize(e));  // SYNC a: race-host-reads-early
    long long sum = 0;
    for (int i = 0; i < chunks * n; ++i)
        sum += h[i];  // (a2)
    return sum == 10LL * n ? 0 : 1;
}
