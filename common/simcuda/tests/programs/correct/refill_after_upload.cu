// The host fills the next input while the device still works on the last: it waits for no more
// than the upload.
#include "plain.cuh"

int main() {
    const int rounds = 4, n = 4096, bytes = n * sizeof(int);
    int *input, *output, *d_in, *d_out;
    cudaMallocHost(&input, bytes);
    cudaMallocHost(&output, rounds * bytes);
    cudaMalloc(&d_in, bytes);
    cudaMalloc(&d_out, bytes);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaEvent_t input_read;
    cudaEventCreateWithFlags(&input_read, cudaEventBlockingSync | cudaEventDisableTiming);

    for (int r = 0; r < rounds; ++r) {
        for (int i = 0; i < n; ++i)
            input[i] = r * n + i;  // (a2) (b2)
        cudaMemcpyAsync(d_in, input, bytes, cudaMemcpyHostToDevice, s);  // (a1) (b1)
        cudaEventRecord(input_read, s);  // SYNC b: race-host-refills-early
        transform<<<n / 128, 128, 0, s>>>(d_in, d_out);
        cudaMemcpyAsync(output + r * n, d_out, bytes, cudaMemcpyDeviceToHost, s);  // (c1)
        cudaEventSynchronize(input_read);  // SYNC a: race-host-refills-early
    }
    cudaStreamSynchronize(s);  // SYNC c: race-host-reads-early
    for (int i = 0; i < rounds * n; ++i) {
        if (output[i] != 2 * i + 1)  // (c2)
            return 1;
    }
    return 0;
}
