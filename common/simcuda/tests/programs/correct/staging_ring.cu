// A producer's pageable memory goes through a small pinned ring; events say which place is free.
#include <cstring>
#include <vector>

#include "plain.cuh"

int main() {
    const int places = 2, chunk = 1024, chunks = 9, bytes = chunk * sizeof(int);
    std::vector<int> produced(chunks * chunk), received(chunks * chunk);
    for (std::size_t i = 0; i < produced.size(); ++i)
        produced[i] = static_cast<int>(i);
    int *up[places], *down[places], *d = nullptr;
    cudaEvent_t uploaded[places], downloaded[places];
    check(cudaMalloc(&d, chunks * bytes));
    for (int p = 0; p < places; ++p) {
        check(cudaMallocHost(&up[p], bytes));
        check(cudaMallocHost(&down[p], bytes));
        uploaded[p] = order_event();
        downloaded[p] = order_event();
    }
    cudaStream_t s = independent_stream();
    const auto take = [&](int c) {
        check(cudaEventSynchronize(downloaded[c % places]));  // SYNC b: race-host-reads-early
        std::memcpy(&received[c * chunk], down[c % places], bytes);  // (b2)
    };

    for (int c = 0; c < chunks; ++c) {
        const int p = c % places;
        if (c >= places)
            take(c - places);
        // SYNC a: still ordered, because the download of this place came later
        check(cudaEventSynchronize(uploaded[p]));
        std::memcpy(up[p], &produced[c * chunk], bytes);
        check(cudaMemcpyAsync(d + c * chunk, up[p], bytes, cudaMemcpyHostToDevice, s));
        check(cudaEventRecord(uploaded[p], s));
        scale<<<chunk / 128, 128, 0, s>>>(d + c * chunk, 3);
        check(cudaMemcpyAsync(down[p], d + c * chunk, bytes, cudaMemcpyDeviceToHost, s));  // (b1)
        check(cudaEventRecord(downloaded[p], s));
    }
    for (int c = chunks - places; c < chunks; ++c)
        take(c);

    for (std::size_t i = 0; i < received.size(); ++i) {
        if (received[i] != static_cast<int>(3 * i))
            return 1;
    }
    return 0;
}
