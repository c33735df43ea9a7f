// One upload, two kernels beside each other, one kernel that needs both.
#include "plain.cuh"

int main() {
    const int n = 2048, bytes = n * sizeof(int);
    int *h, *source, *left, *right;
    cudaMallocHost(&h, bytes);
    cudaMalloc(&source, bytes);
    cudaMalloc(&left, bytes);
    cudaMalloc(&right, bytes);
    for (int i = 0; i < n; ++i)
        h[i] = i;
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEvent_t uploaded = order_event(), right_done = order_event();

    cudaMemcpyAsync(source, h, bytes, cudaMemcpyHostToDevice, a);  // (a1)
    cudaEventRecord(uploaded, a);
    transform<<<n / 128, 128, 0, a>>>(source, left);
    cudaStreamWaitEvent(b, uploaded, 0);                  // SYNC a: race-kernel-before-upload
    transform<<<n / 128, 128, 0, b>>>(source, right);     // (a2)
    scale<<<n / 128, 128, 0, b>>>(right, 10);             // (b1) (d1)
    cudaEventRecord(right_done, b);                       // SYNC d: race-between-kernels
    cudaStreamWaitEvent(a, right_done, 0);                // SYNC b: race-between-kernels
    add<<<n / 128, 128, 0, a>>>(left, right);             // (b2) (d2)
    cudaMemcpyAsync(h, left, bytes, cudaMemcpyDeviceToHost, a);  // (c1)
    cudaDeviceSynchronize();                              // SYNC c: race-host-reads-early

    for (int i = 0; i < n; ++i) {
        if (h[i] != 11 * (2 * i + 1))  // (c2)
            return 1;
    }
    return 0;
}
