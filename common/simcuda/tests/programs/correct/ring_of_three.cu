// Three slots, each with a stream and memory of its own; the host waits for a slot before it
// takes the result out and fills it again.
#include "plain.cuh"

int main() {
    const int slots = 3, chunks = 8, n = 1024, bytes = n * sizeof(int);
    struct slot {
        int *host, *device;
        cudaStream_t stream;
        int chunk;
    } ring[slots];
    for (slot& s : ring) {
        cudaMallocHost(&s.host, bytes);
        cudaMalloc(&s.device, bytes);
        s.stream = independent_stream();
        s.chunk = -1;
    }

    long long sum = 0;
    for (int c = 0; c < chunks + slots; ++c) {
        slot& s = ring[c % slots];
        if (s.chunk >= 0) {
            cudaStreamSynchronize(s.stream);  // SYNC a: race-host-reads-early
            for (int i = 0; i < n; ++i)
                sum += s.host[i];  // (a2)
            s.chunk = -1;
        }
        if (c >= chunks)
            continue;
        for (int i = 0; i < n; ++i)
            s.host[i] = c;
        s.chunk = c;
        cudaMemcpyAsync(s.device, s.host, bytes, cudaMemcpyHostToDevice, s.stream);
        scale<<<n / 128, 128, 0, s.stream>>>(s.device, 2);
        cudaMemcpyAsync(s.host, s.device, bytes, cudaMemcpyDeviceToHost, s.stream);  // (a1)
    }
    for (slot& s : ring) {
        cudaFreeHost(s.host);
        cudaFree(s.device);
        cudaStreamDestroy(s.stream);
    }
    return sum == 2LL * n * chunks * (chunks - 1) / 2 ? 0 : 1;
}
