// Two threads of the host, each with a stream and memory of its own; the main thread adds up.
#include <thread>

#include "plain.cuh"

int main() {
    const int threads = 2, n = 2048, bytes = n * sizeof(int);
    int* results[threads];
    for (int*& result : results)
        check(cudaMallocHost(&result, bytes));

    const auto work = [&](int id) {
        cudaStream_t mine = independent_stream();
        int *input, *d;
        check(cudaMallocHost(&input, bytes));
        check(cudaMalloc(&d, bytes));
        for (int i = 0; i < n; ++i)
            input[i] = i;
        check(cudaMemcpyAsync(d, input, bytes, cudaMemcpyHostToDevice, mine));
        scale<<<n / 128, 128, 0, mine>>>(d, id + 1);
        // (a1)
        check(cudaMemcpyAsync(results[id], d, bytes, cudaMemcpyDeviceToHost, mine));
        check(cudaStreamSynchronize(mine));  // SYNC a: race-host-reads-early
    };
    std::thread other(work, 1);
    work(0);
    other.join();

    int wrong = 0;
    for (int id = 0; id < threads; ++id) {
        for (int i = 0; i < n; ++i)
            wrong += results[id][i] != i * (id + 1);  // (a2)
    }
    return wrong != 0;
}
