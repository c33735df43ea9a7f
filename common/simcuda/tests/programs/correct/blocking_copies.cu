// The first program of every course: blocking copies and the default stream.
#include <vector>

#include "plain.cuh"

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    std::vector<int> in(n), out(n);
    for (int i = 0; i < n; ++i)
        in[i] = i;
    int *d_in = nullptr, *d_out = nullptr;
    check(cudaMalloc(&d_in, bytes));
    check(cudaMalloc(&d_out, bytes));

    check(cudaMemcpy(d_in, in.data(), bytes, cudaMemcpyHostToDevice));
    // SYNC a: still ordered, because the copy and the kernel are in the same stream
    check(cudaDeviceSynchronize());
    transform<<<n / 256, 256>>>(d_in, d_out);
    check(cudaGetLastError());
    // SYNC b: still ordered, because a blocking download waits for its stream and for itself
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost));

    for (int i = 0; i < n; ++i) {
        if (out[i] != 2 * i + 1)
            return 1;
    }
    check(cudaFree(d_in));
    check(cudaFree(d_out));
    return 0;
}
