// A stream for each stage, an event between each two.
#include "plain.cuh"

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    int *in, *out, *d_in, *d_out;
    cudaMallocHost(&in, bytes);
    cudaMallocHost(&out, bytes);
    cudaMalloc(&d_in, bytes);
    cudaMalloc(&d_out, bytes);
    for (int i = 0; i < n; ++i)
        in[i] = i;

    cudaStream_t up, comp, down;
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&comp, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking);
    cudaEvent_t uploaded, computed;
    cudaEventCreateWithFlags(&uploaded, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&computed, cudaEventDisableTiming);

    cudaMemcpyAsync(d_in, in, bytes, cudaMemcpyHostToDevice, up);  // (a1) (b1)
    cudaEventRecord(uploaded, up);  // SYNC a: race-kernel-before-upload
    cudaStreamWaitEvent(comp, uploaded, 0);  // SYNC b: race-kernel-before-upload
    transform<<<n / 256, 256, 0, comp>>>(d_in, d_out);             // (a2) (b2) (c1) (d1)
    cudaEventRecord(computed, comp);         // SYNC c: race-download-before-kernel
    cudaStreamWaitEvent(down, computed, 0);  // SYNC d: race-download-before-kernel
    cudaMemcpyAsync(out, d_out, bytes, cudaMemcpyDeviceToHost, down);  // (c2) (d2) (e1)
    cudaStreamSynchronize(down);             // SYNC e: race-host-reads-early

    for (int i = 0; i < n; ++i) {
        if (out[i] != 2 * i + 1)  // (e2)
            return 1;
    }
    return 0;
}
