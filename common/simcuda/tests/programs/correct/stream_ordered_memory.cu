// Memory from the pool is there, and gone, in the order of its stream.
#include "plain.cuh"

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    int *h, *scratch, *result;
    check(cudaMallocHost(&h, bytes));
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaStream_t s = independent_stream(), helper = independent_stream();
    cudaEvent_t ready = order_event(), used = order_event();

    check(cudaMallocAsync(&scratch, bytes, s));
    check(cudaMallocAsync(&result, bytes, s));
    check(cudaMemcpyAsync(scratch, h, bytes, cudaMemcpyHostToDevice, s));  // (a1)
    check(cudaEventRecord(ready, s));
    check(cudaStreamWaitEvent(helper, ready, 0));  // SYNC a: race-kernel-before-upload
    transform<<<n / 128, 128, 0, helper>>>(scratch, result);  // (a2) (b1)
    check(cudaEventRecord(used, helper));
    check(cudaStreamWaitEvent(s, used, 0));  // SYNC b: freed-in-use
    check(cudaFreeAsync(scratch, s));  // (b2)
    check(cudaMemcpyAsync(h, result, bytes, cudaMemcpyDeviceToHost, s));  // (c1)
    check(cudaFreeAsync(result, s));
    check(cudaStreamSynchronize(s));  // SYNC c: race-host-reads-early
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += h[i] != 2 * i + 1;  // (c2)
    return wrong != 0;
}
