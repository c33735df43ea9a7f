// flags: -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1
// The default stream of the thread: in order by itself, and no barrier for others.
#include "plain.cuh"

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    int *h, *d, *side;
    check(cudaMallocHost(&h, 2 * bytes));
    check(cudaMalloc(&d, bytes));
    check(cudaMalloc(&side, bytes));
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaStream_t other;
    check(cudaStreamCreate(&other));
    cudaEvent_t uploaded = order_event();

    check(cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, 0));  // (a1)
    check(cudaEventRecord(uploaded, 0));
    transform<<<n / 128, 128>>>(d, side);
    check(cudaStreamWaitEvent(other, uploaded, 0));  // SYNC a: race-between-copies
    // (a2) (b1)
    check(cudaMemcpyAsync(h + n, d, bytes, cudaMemcpyDeviceToHost, other));
    check(cudaMemcpyAsync(h, side, bytes, cudaMemcpyDeviceToHost, 0));  // (c1)
    check(cudaStreamSynchronize(0));  // SYNC c: race-host-reads-early
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += h[i] != 2 * i + 1;  // (c2)
    check(cudaStreamSynchronize(other));  // SYNC b: race-host-reads-early
    for (int i = 0; i < n; ++i)
        wrong += h[n + i] != i;  // (b2)
    return wrong != 0;
}
