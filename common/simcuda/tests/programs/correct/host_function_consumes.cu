// A host function is the consumer of a download; the next download waits behind it.
#include "plain.cuh"

struct sink {
    const int* from;
    int n;
    long long total;
};

void consume(void* data) {
    auto* s = static_cast<sink*>(data);
    for (int i = 0; i < s->n; ++i)
        s->total += s->from[i];
}

int main() {
    const int n = 1024, bytes = n * sizeof(int), rounds = 4;
    int *h, *d;
    cudaMallocHost(&h, bytes);
    cudaMalloc(&d, bytes);
    cudaStream_t comp = independent_stream(), down = independent_stream();
    cudaEvent_t computed = order_event(), taken = order_event();
    sink s{h, n, 0};
    cudaMemsetAsync(d, 0, bytes, comp);
    for (int r = 0; r < rounds; ++r) {
        cudaStreamWaitEvent(comp, taken, 0);  // SYNC a: race-output-overwritten
        transform<<<n / 128, 128, 0, comp>>>(d, d);  // (a2) (b1)
        cudaEventRecord(computed, comp);
        cudaStreamWaitEvent(down, computed, 0);  // SYNC b: race-download-before-kernel
        cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, down);  // (a1) (b2)
        cudaEventRecord(taken, down);
        cudaLaunchHostFunc(down, consume, &s);
    }
    cudaStreamSynchronize(down);
    return s.total == (1LL + 3 + 7 + 15) * n ? 0 : 1;
}
