// A line of cells in two halves, a stream for each. Before a step each half needs the other's
// border cell of the step before, and must not lose its own before the other has it.
#include "plain.cuh"

/// Cells 1 .. n; 0 and n + 1 are copies of the neighbours' border cells.
__global__ void step(const int* from, int* to, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i <= n)
        to[i] = from[i - 1] + from[i + 1];
}

int main() {
    const int n = 512, steps = 6, bytes = (n + 2) * sizeof(int);
    int* cells[2][2];  // [half][even or odd step]
    int* h[2];
    cudaStream_t s[2];
    cudaEvent_t stepped[2], exchanged[2];
    for (int half = 0; half < 2; ++half) {
        s[half] = independent_stream();
        stepped[half] = order_event();
        exchanged[half] = order_event();
        cudaMallocHost(&h[half], bytes);
        for (int k = 0; k < 2; ++k) {
            cudaMalloc(&cells[half][k], bytes);
            cudaMemsetAsync(cells[half][k], 0, bytes, s[half]);
        }
        for (int i = 0; i < n + 2; ++i)
            h[half][i] = 0;
        h[half][half == 0 ? n : 1] = 1;
        // (c1)
        cudaMemcpyAsync(cells[half][0] + 1, h[half] + 1, n * sizeof(int), cudaMemcpyHostToDevice,
                        s[half]);
    }
    cudaDeviceSynchronize();  // SYNC c: race-between-copies

    for (int k = 0; k < steps; ++k) {
        for (int half = 0; half < 2; ++half) {
            const int other = 1 - half, mine = half == 0 ? n + 1 : 0, theirs = half == 0 ? 1 : n;
            int *now = cells[half][k % 2], *far = cells[other][k % 2];
            cudaStreamWaitEvent(s[half], stepped[other], 0);  // SYNC a: race-between-copies
            // (a2) (c2)
            cudaMemcpyAsync(now + mine, far + theirs, sizeof(int), cudaMemcpyDeviceToDevice,
                            s[half]);
            cudaEventRecord(exchanged[half], s[half]);
        }
        for (int half = 0; half < 2; ++half) {
            // SYNC d: still ordered, because the other half's next step waits for this one
            cudaStreamWaitEvent(s[half], exchanged[1 - half], 0);
            // (a1)
            step<<<n / 128, 128, 0, s[half]>>>(cells[half][k % 2], cells[half][1 - k % 2], n);
            cudaEventRecord(stepped[half], s[half]);
        }
    }
    for (int half = 0; half < 2; ++half)
        // (b1)
        cudaMemcpyAsync(h[half], cells[half][steps % 2], bytes, cudaMemcpyDeviceToHost, s[half]);
    cudaDeviceSynchronize();  // SYNC b: race-host-reads-early
    long long sum = 0;
    for (int half = 0; half < 2; ++half) {
        for (int i = 1; i <= n; ++i)
            sum += h[half][i];  // (b2)
    }
    return sum == 2LL << steps ? 0 : 1;
}
