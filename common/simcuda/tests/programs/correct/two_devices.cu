// with: SIMCUDA_DEVICES=2
// A pipeline over two devices: the first one's results go on to the second.
#include "plain.cuh"

int main() {
    const int n = 2048, rounds = 3, bytes = n * sizeof(int);
    int *in, *out, *first, *second;
    check(cudaMallocHost(&in, rounds * bytes));
    check(cudaMallocHost(&out, rounds * bytes));
    for (int i = 0; i < rounds * n; ++i)
        in[i] = i;
    check(cudaSetDevice(0));
    check(cudaMalloc(&first, bytes));
    cudaStream_t s0 = independent_stream();
    cudaEvent_t sent = order_event();
    check(cudaSetDevice(1));
    check(cudaMalloc(&second, bytes));
    cudaStream_t s1 = independent_stream();
    cudaEvent_t taken = order_event();

    for (int r = 0; r < rounds; ++r) {
        check(cudaSetDevice(0));
        check(cudaMemcpyAsync(first, in + r * n, bytes, cudaMemcpyHostToDevice, s0));
        scale<<<n / 128, 128, 0, s0>>>(first, 3);
        check(cudaStreamWaitEvent(s0, taken, 0));  // SYNC a: race-between-copies
        check(cudaMemcpyPeerAsync(second, 1, first, 0, bytes, s0));  // (a2) (b1)
        check(cudaEventRecord(sent, s0));
        check(cudaSetDevice(1));
        check(cudaStreamWaitEvent(s1, sent, 0));      // SYNC b: race-between-copies
        scale<<<n / 128, 128, 0, s1>>>(second, 2);  // (b2)
        // (a1) (c1)
        check(cudaMemcpyAsync(out + r * n, second, bytes, cudaMemcpyDeviceToHost, s1));
        check(cudaEventRecord(taken, s1));
    }
    check(cudaStreamSynchronize(s1));  // SYNC c: race-host-reads-early

    for (int i = 0; i < rounds * n; ++i) {
        if (out[i] != 6 * i)  // (c2)
            return 1;
    }
    return 0;
}
