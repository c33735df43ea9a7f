// The same as a C++ program would write it: owners for streams, events and memory.
#include <memory>
#include <vector>

#include "plain.cuh"

struct stream_owner {
    stream_owner() { check(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking)); }
    ~stream_owner() { cudaStreamDestroy(handle); }
    stream_owner(const stream_owner&) = delete;
    stream_owner& operator=(const stream_owner&) = delete;
    cudaStream_t handle = nullptr;
};

struct event_owner {
    event_owner() { check(cudaEventCreateWithFlags(&handle, cudaEventDisableTiming)); }
    ~event_owner() { cudaEventDestroy(handle); }
    event_owner(const event_owner&) = delete;
    event_owner& operator=(const event_owner&) = delete;
    void record(const stream_owner& s) const { check(cudaEventRecord(handle, s.handle)); }
    void hold_back(const stream_owner& s) const { check(cudaStreamWaitEvent(s.handle, handle, 0)); }
    cudaEvent_t handle = nullptr;
};

struct device_free {
    void operator()(int* p) const { cudaFree(p); }
};
struct pinned_free {
    void operator()(int* p) const { cudaFreeHost(p); }
};

int main() {
    const int n = 4096, bytes = n * sizeof(int);
    int *raw_host = nullptr, *raw_device = nullptr;
    check(cudaMallocHost(&raw_host, bytes));
    check(cudaMalloc(&raw_device, bytes));
    const std::unique_ptr<int, pinned_free> host(raw_host);
    const std::unique_ptr<int, device_free> device(raw_device);
    const stream_owner copies, kernels;
    const event_owner uploaded, computed;
    for (int i = 0; i < n; ++i)
        host.get()[i] = i;

    // (a1)
    check(cudaMemcpyAsync(device.get(), host.get(), bytes, cudaMemcpyHostToDevice, copies.handle));
    uploaded.record(copies);
    uploaded.hold_back(kernels);  // SYNC a: race-kernel-before-upload
    scale<<<n / 256, 256, 0, kernels.handle>>>(device.get(), 5);  // (a2) (b1)
    computed.record(kernels);
    computed.hold_back(copies);   // SYNC b: race-download-before-kernel
    // (b2) (c1)
    check(cudaMemcpyAsync(host.get(), device.get(), bytes, cudaMemcpyDeviceToHost, copies.handle));
    check(cudaStreamSynchronize(copies.handle));  // SYNC c: race-host-reads-early
    for (int i = 0; i < n; ++i) {
        if (host.get()[i] != 5 * i)  // (c2)
            return 1;
    }
    return 0;
}
