// Double buffering: three streams, two buffers, an event for each buffer and hand-over.
#include "plain.cuh"

int main() {
    const int chunks = 6, n = 1024, bytes = n * sizeof(int);
    int *in, *out, *d_in[2], *d_out[2];
    cudaMallocHost(&in, chunks * bytes);
    cudaMallocHost(&out, chunks * bytes);
    for (int i = 0; i < chunks * n; ++i)
        in[i] = i;
    cudaStream_t up, comp, down;
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&comp, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking);
    cudaEvent_t uploaded[2], computed[2], downloaded[2];
    for (int b = 0; b < 2; ++b) {
        cudaMalloc(&d_in[b], bytes);
        cudaMalloc(&d_out[b], bytes);
        uploaded[b] = order_event();
        computed[b] = order_event();
        downloaded[b] = order_event();
    }

    for (int c = 0; c < chunks; ++c) {
        const int b = c % 2;
        cudaStreamWaitEvent(up, computed[b], 0);  // SYNC a: race-upload-overwrites-input
        // (a2) (b1)
        cudaMemcpyAsync(d_in[b], in + c * n, bytes, cudaMemcpyHostToDevice, up);
        cudaEventRecord(uploaded[b], up);

        cudaStreamWaitEvent(comp, uploaded[b], 0);    // SYNC b: race-kernel-before-upload
        cudaStreamWaitEvent(comp, downloaded[b], 0);  // SYNC c: race-output-overwritten
        transform<<<n / 128, 128, 0, comp>>>(d_in[b], d_out[b]);  // (a1) (b2) (c2) (d1)
        cudaEventRecord(computed[b], comp);

        cudaStreamWaitEvent(down, computed[b], 0);  // SYNC d: race-download-before-kernel
        // (c1) (d2) (e1)
        cudaMemcpyAsync(out + c * n, d_out[b], bytes, cudaMemcpyDeviceToHost, down);
        cudaEventRecord(downloaded[b], down);
    }
    cudaStreamSynchronize(down);  // SYNC e: race-host-reads-early

    for (int i = 0; i < chunks * n; ++i) {
        if (out[i] != 2 * i + 1)  // (e2)
            return 1;
    }
    return 0;
}
