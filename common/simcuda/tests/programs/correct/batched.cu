// Many small items are packed into one transfer; an event for each of two packages.
#include <vector>

#include "plain.cuh"

int main() {
    const int items = 40, item = 64, per_package = 8, bytes = per_package * item * sizeof(int);
    std::vector<std::vector<int>> source(items, std::vector<int>(item, 1));
    int *package[2], *device[2], *sums, *h_sums;
    cudaEvent_t sent[2];
    for (int p = 0; p < 2; ++p) {
        check(cudaMallocHost(&package[p], bytes));
        check(cudaMalloc(&device[p], bytes));
        check(cudaEventCreateWithFlags(&sent[p], cudaEventDisableTiming));
    }
    check(cudaMalloc(&sums, bytes));
    check(cudaMallocHost(&h_sums, bytes));
    cudaStream_t s;
    check(cudaStreamCreate(&s));
    check(cudaMemsetAsync(sums, 0, bytes, s));

    for (int first = 0, turn = 0; first < items; first += per_package, turn = 1 - turn) {
        check(cudaEventSynchronize(sent[turn]));  // SYNC a: race-host-refills-early
        for (int k = 0; k < per_package; ++k) {
            for (int i = 0; i < item; ++i)
                package[turn][k * item + i] = source[first + k][i] * (first + k);  // (a2)
        }
        // (a1)
        check(cudaMemcpyAsync(device[turn], package[turn], bytes, cudaMemcpyHostToDevice, s));
        check(cudaEventRecord(sent[turn], s));
        add<<<per_package, item, 0, s>>>(sums, device[turn]);
    }
    check(cudaMemcpyAsync(h_sums, sums, bytes, cudaMemcpyDeviceToHost, s));  // (b1)
    check(cudaStreamSynchronize(s));  // SYNC b: race-host-reads-early
    long long total = 0;
    for (int i = 0; i < per_package * item; ++i)
        total += h_sums[i];  // (b2)
    return total == item * (items * (items - 1) / 2) ? 0 : 1;
}
