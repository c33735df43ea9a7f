// As many slots as the command line says; in place on the device, uploads from one pinned ring.
#include <vector>

#include "plain.cuh"

int main() {
    const int slots = 5, chunks = 17, n = 512, bytes = n * sizeof(int);
    int* staging = nullptr;
    int* results = nullptr;
    check(cudaMallocHost(&staging, slots * bytes));
    check(cudaMallocHost(&results, chunks * bytes));
    std::vector<int*> device(slots);
    std::vector<cudaStream_t> streams(slots);
    std::vector<cudaEvent_t> taken(slots);  // the upload has left its place in the ring
    for (int s = 0; s < slots; ++s) {
        check(cudaMalloc(&device[s], bytes));
        streams[s] = independent_stream();
        taken[s] = order_event();
    }

    for (int c = 0; c < chunks; ++c) {
        const int s = c % slots;
        int* place = staging + s * n;
        check(cudaEventSynchronize(taken[s]));  // SYNC a: race-host-refills-early
        for (int i = 0; i < n; ++i)
            place[i] = c * n + i;  // (a2)
        // (a1)
        check(cudaMemcpyAsync(device[s], place, bytes, cudaMemcpyHostToDevice, streams[s]));
        check(cudaEventRecord(taken[s], streams[s]));
        scale<<<n / 128, 128, 0, streams[s]>>>(device[s], 7);
        // (b1)
        check(cudaMemcpyAsync(results + c * n, device[s], bytes, cudaMemcpyDeviceToHost,
                              streams[s]));
    }
    check(cudaDeviceSynchronize());  // SYNC b: race-host-reads-early

    int wrong = 0;
    for (int i = 0; i < chunks * n; ++i)
        wrong += results[i] != 7 * i;  // (b2)
    return wrong != 0;
}
