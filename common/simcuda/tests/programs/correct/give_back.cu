// Memory is given back only after its last user is done.
#include "plain.cuh"

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    cudaStream_t s = independent_stream(), t = independent_stream();
    int *h, *scratch, *result;
    check(cudaMallocHost(&h, bytes));
    check(cudaMalloc(&scratch, bytes));
    check(cudaMalloc(&result, bytes));
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaEvent_t no_longer_read = order_event();

    check(cudaMemcpyAsync(scratch, h, bytes, cudaMemcpyHostToDevice, s));  // (a1)
    check(cudaEventRecord(no_longer_read, s));
    transform<<<n / 128, 128, 0, s>>>(scratch, result);  // (b1)

    check(cudaEventSynchronize(no_longer_read));  // SYNC a: freed-in-use
    check(cudaFreeHost(h));  // (a2)
    check(cudaStreamSynchronize(s));  // SYNC b: freed-in-use
    check(cudaFree(scratch));  // (b2)
    scale<<<n / 128, 128, 0, t>>>(result, 2);  // (c1)
    check(cudaStreamSynchronize(t));  // SYNC c: freed-in-use
    check(cudaFree(result));  // (c2)
    check(cudaStreamDestroy(s));
    check(cudaStreamDestroy(t));
    return 0;
}
