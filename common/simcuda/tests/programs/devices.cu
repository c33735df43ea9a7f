// Several devices: correct programs and such with a mistake.
#include <chrono>
#include <thread>

#include "cases.cuh"

constexpr std::size_t large = 16 << 20;

cudaStream_t stream_on(int device) {
    cudaSetDevice(device);
    return stream_without_barrier();
}

int* memory_on(int device, int byte) {
    cudaSetDevice(device);
    return on_device_with(byte);
}

void let_each_access_the_other() {
    for (const int device : {1, 0}) {
        cudaSetDevice(device);
        cudaDeviceEnablePeerAccess(1 - device, 0);
    }
}

// expect: nothing
// with: SIMCUDA_DEVICES=2
void there_and_back() {
    int devices = 0;
    cudaGetDeviceCount(&devices);
    expect(devices == 2, "two devices");
    int *h = pinned_with(1), *first = memory_on(0, 0), *second = memory_on(1, 0);
    cudaSetDevice(0);
    cudaMemcpy(first, h, size, cudaMemcpyHostToDevice);
    cudaMemcpyPeer(second, 1, first, 0, size);
    cudaSetDevice(1);
    add_one<<<ON(0)>>>(second);
    cudaMemcpy(first, second, size, cudaMemcpyDefault);
    cudaSetDevice(0);
    add_one<<<ON(0)>>>(first);
    cudaMemcpy(h, first, size, cudaMemcpyDeviceToHost);
    expect(all_are(h, 3), "through both");
}

// expect: nothing
// with: SIMCUDA_DEVICES=2
void event_of_another_device() {
    int *from = memory_on(0, 1), *to = memory_on(1, 0), *h = pinned_with(0);
    cudaStream_t s0 = stream_on(0), s1 = stream_on(1);
    cudaSetDevice(0);
    cudaEvent_t copied = nullptr;
    cudaEventCreate(&copied);
    cudaMemcpyPeerAsync(to, 1, from, 0, size, s0);
    cudaEventRecord(copied, s0);
    cudaSetDevice(1);
    cudaStreamWaitEvent(s1, copied, 0);
    add_one<<<ON(s1)>>>(to);
    cudaMemcpyAsync(h, to, size, cudaMemcpyDeviceToHost, s1);
    cudaStreamSynchronize(s1);
    expect(all_are(h, 0x01010102), "waited for");
}

// expect: race-between-copies
// with: SIMCUDA_DEVICES=2
void download_without_the_event() {
    int *from = memory_on(0, 1), *to = memory_on(1, 0), *h = pinned_with(0);
    cudaStream_t s0 = stream_on(0), s1 = stream_on(1);
    cudaMemcpyPeerAsync(to, 1, from, 0, size, s0);           // (1)
    cudaMemcpyAsync(h, to, size, cudaMemcpyDeviceToHost, s1);  // (2)
    for (const int device : {1, 0}) {
        cudaSetDevice(device);
        cudaDeviceSynchronize();
    }
}

// expect: race-host-reads-early
// with: SIMCUDA_DEVICES=2
void wait_for_the_wrong_device() {
    int *d = memory_on(1, 7), *h = pinned_with(0);
    cudaStream_t s = stream_on(1);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, s);  // (1)
    cudaSetDevice(0);
    cudaDeviceSynchronize();
    std::printf("%d\n", h[0] != 1);  // (2)
    cudaStreamSynchronize(s);
}

// expect: nothing
// with: SIMCUDA_DEVICES=2
void kernel_on_the_other_devices_memory() {
    let_each_access_the_other();
    int *mine = memory_on(0, 0), *other = memory_on(1, 1), *h = pinned_with(0);
    cudaSetDevice(0);
    plus_one<<<ON(0)>>>(other, mine);
    cudaMemcpy(h, mine, size, cudaMemcpyDeviceToHost);
    expect(all_are(h, 0x01010102), "read over there");
}

// expect: no-peer-access
// with: SIMCUDA_DEVICES=2
__global__ void read_there(const int* there, int* here) {
    here[threadIdx.x] = there[threadIdx.x];  // (2)
}
void kernel_without_access() {
    int *mine = memory_on(0, 0), *other = memory_on(1, 1);
    cudaSetDevice(0);
    read_there<<<1, 32>>>(other, mine);  // (1)
    expect(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "the device is in error");
    cudaSetDevice(1);
    expect(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "and so is the other");
}

// expect: nothing
// with: SIMCUDA_DEVICES=2
void launch_into_the_other_devices_stream() {
    int* d = memory_on(0, 0);
    cudaStream_t s = stream_on(0);
    cudaSetDevice(1);
    add_one<<<ON(s)>>>(d);
    expect(cudaGetLastError() == cudaErrorInvalidResourceHandle, "refused");
    cudaSetDevice(0);
    add_one<<<ON(s)>>>(d);
    expect(cudaGetLastError() == cudaSuccess, "its own");
    cudaStreamSynchronize(s);
}

// expect: race-upload-overwrites-input
// with: SIMCUDA_DEVICES=2
void each_device_has_a_default_stream() {
    int *d = memory_on(0, 0), *h = pinned_with(1);
    cudaSetDevice(0);
    cudaStream_t s = nullptr;
    cudaStreamCreate(&s);  // waits for its own device's default stream only
    add_one<<<ON(s)>>>(d);  // (1)
    cudaSetDevice(1);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, 0);  // (2)
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaDeviceSynchronize();
}

// expect: nothing
// with: SIMCUDA_DEVICES=2
void blocking_peer_copy_is_in_order_on_both_devices() {
    int *from = memory_on(0, 0), *to = memory_on(1, 0), *h = pinned_with(0);
    cudaStream_t s0 = nullptr, s1 = nullptr;
    cudaSetDevice(0);
    cudaStreamCreate(&s0);
    cudaSetDevice(1);
    cudaStreamCreate(&s1);
    cudaSetDevice(0);
    fill<<<ON(s0)>>>(from, 5);
    cudaMemcpyPeer(to, 1, from, 0, size);
    fill<<<ON(s0)>>>(from, 6);
    cudaSetDevice(1);
    add_one<<<ON(s1)>>>(to);
    cudaMemcpyAsync(h, to, size, cudaMemcpyDeviceToHost, s1);
    cudaStreamSynchronize(s1);
    expect(all_are(h, 6), "the copied value and one more");
    cudaStreamSynchronize(s0);
}

double now_us() {
    const auto t = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(t).count();
}

// expect: nothing
// with: SIMCUDA_DEVICES=2
void each_device_has_its_engines() {
    void *h[2] = {}, *d[2] = {};
    cudaStream_t s[2] = {stream_on(0), stream_on(1)};
    for (const int device : {0, 1}) {
        cudaSetDevice(device);
        cudaMallocHost(&h[device], large);
        cudaMalloc(&d[device], large);
    }
    const auto time_of = [&](int devices) {
        const double start = now_us();
        for (int device = 0; device < devices; ++device) {
            cudaMemcpyAsync(d[device], h[device], large, cudaMemcpyHostToDevice, s[device]);
        }
        for (int device = 0; device < devices; ++device) cudaStreamSynchronize(s[device]);
        return now_us() - start;
    };
    const double one = time_of(1), both = time_of(2);
    expect(both < 1.2 * one, "two links");
}

// expect: nothing
// with: SIMCUDA_DEVICES=2
void access_makes_peer_copies_direct() {
    void* d[2] = {};
    for (const int device : {1, 0}) {
        cudaSetDevice(device);
        cudaMalloc(&d[device], large);
        cudaMemset(d[device], 0, large);
        cudaDeviceSynchronize();
    }
    cudaStream_t s = stream_on(0);
    const auto time_of_copy = [&] {
        const double start = now_us();
        cudaMemcpyPeerAsync(d[0], 0, d[1], 1, large, s);
        cudaStreamSynchronize(s);
        return now_us() - start;
    };
    const double staged = time_of_copy();
    let_each_access_the_other();
    expect(time_of_copy() < staged / 4, "faster");
}

// expect: nothing
// with: SIMCUDA_DEVICES=2
void a_thread_for_each_device() {
    const auto work = [](int device, bool& right) {
        cudaSetDevice(device);
        int *d = on_device_with(device), *h = pinned_with(0);
        add_one<<<ON(0)>>>(d);
        cudaMemcpy(h, d, size, cudaMemcpyDeviceToHost);
        int now = -1;
        cudaGetDevice(&now);
        right = now == device && all_are(h, device * 0x01010101 + 1);
    };
    bool right[2] = {};
    std::thread other(work, 1, std::ref(right[1]));
    work(0, right[0]);
    other.join();
    expect(right[0] && right[1], "each on its own");
}

// expect: nothing
// with: SIMCUDA_DEVICES=2
void reset_of_one() {
    int *first = memory_on(0, 3), *second = memory_on(1, 4);
    cudaSetDevice(0);
    int* h = pinned_with(0);  // goes with the device that was current
    std::size_t free = 0, total = 0;
    cudaSetDevice(1);
    expect(cudaDeviceReset() == cudaSuccess, "reset");
    cudaMemGetInfo(&free, &total);
    expect(free == total, "its memory is free");
    cudaPointerAttributes a{};
    cudaPointerGetAttributes(&a, second);
    expect(a.type == cudaMemoryTypeUnregistered, "gone");
    cudaSetDevice(0);
    cudaMemcpy(h, first, size, cudaMemcpyDeviceToHost);
    expect(all_are(h, 0x03030303), "the other's is there");
}

// expect: nothing
void only_one_device() {
    // The hint goes to standard error once, whatever is asked: see devices_test.cpp.
    int devices = 0;
    cudaGetDeviceCount(&devices);
    expect(devices == 1, "one device");
    expect(cudaSetDevice(99) == cudaErrorInvalidDevice, "no such device");
}

void second_device() {
    expect(cudaSetDevice(1) == cudaErrorInvalidDevice, "no second device");
    int can = 0;
    expect(cudaDeviceCanAccessPeer(&can, 0, 1) == cudaErrorInvalidDevice, "nor a peer");
}

int main(int argc, char** argv) {
    return run_named(
        argc, argv,
        {{"there_and_back", there_and_back},
         {"event_of_another_device", event_of_another_device},
         {"download_without_the_event", download_without_the_event},
         {"wait_for_the_wrong_device", wait_for_the_wrong_device},
         {"kernel_on_the_other_devices_memory", kernel_on_the_other_devices_memory},
         {"kernel_without_access", kernel_without_access},
         {"launch_into_the_other_devices_stream", launch_into_the_other_devices_stream},
         {"each_device_has_a_default_stream", each_device_has_a_default_stream},
         {"blocking_peer_copy_is_in_order_on_both_devices",
          blocking_peer_copy_is_in_order_on_both_devices},
         {"each_device_has_its_engines", each_device_has_its_engines},
         {"access_makes_peer_copies_direct", access_makes_peer_copies_direct},
         {"a_thread_for_each_device", a_thread_for_each_device},
         {"reset_of_one", reset_of_one},
         {"only_one_device", only_one_device},
         {"second_device", second_device}});
}
