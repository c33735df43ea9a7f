// Managed memory: one pointer for both sides, and the same rules about who waits for whom.
#include "cases.cuh"

namespace {

int* managed_with(int value) {
    int* m = nullptr;
    cudaMallocManaged(&m, size);
    for (int i = 0; i < count; ++i) m[i] = value;
    return m;
}

cudaMemLocation device_0() {
    cudaMemLocation l{};
    l.type = cudaMemLocationTypeDevice;
    return l;
}

cudaMemLocation the_host() {
    cudaMemLocation l{};
    l.type = cudaMemLocationTypeHost;
    return l;
}

}  // namespace

// expect: nothing
// with: SIMCUDA_LEAKS=1
void there_and_back() {
    int* m = managed_with(1);
    add_one<<<ON(0)>>>(m);
    cudaDeviceSynchronize();
    expect(all_are(m, 2), "what the kernel made of it");
    add_one<<<ON(0)>>>(m);
    cudaDeviceSynchronize();
    expect(all_are(m, 3), "and again");
    cudaFree(m);
}

// expect: nothing
void prefetched() {
    cudaStream_t s = stream_without_barrier();
    int* m = managed_with(1);
    cudaMemPrefetchAsync(m, size, device_0(), 0, s);
    add_one<<<ON(s)>>>(m);
    cudaMemPrefetchAsync(m, size, the_host(), 0, s);
    cudaStreamSynchronize(s);
    expect(all_are(m, 2), "fetched both ways");
}

// expect: nothing
void read_by_both_sides_at_once() {
    cudaStream_t s = stream_without_barrier();
    int *m = managed_with(1), *out = on_device();
    cudaMemAdvise(m, size, cudaMemAdviseSetReadMostly, device_0());
    plus_one<<<ON(s)>>>(m, out);
    expect(all_are(m, 1), "readers are in nobody's way");
    cudaStreamSynchronize(s);
}

// expect: nothing
void halves_of_one_block() {
    cudaStream_t s = stream_without_barrier();
    int* m = managed_with(0);
    fill<<<count / 2 / threads, threads, 0, s>>>(m, 1);
    for (int i = count / 2; i < count; ++i) m[i] = 2;  // the other half
    cudaStreamSynchronize(s);
    expect(m[0] == 1 && m[count - 1] == 2, "each its half");
}

// expect: nothing
void copied_like_any_other() {
    int *m = managed_with(5), *d = on_device(), *h = pinned_with(0);
    cudaMemcpy(d, m, size, cudaMemcpyDefault);
    cudaMemset(m, 0, size);
    cudaMemcpy(h, d, size, cudaMemcpyDeviceToHost);
    expect(all_are(h, 5), "through the device");
    cudaMemcpy(h, m, size, cudaMemcpyHostToHost);
    expect(all_are(h, 0), "as the host's");
    cudaMemcpy(m, d, size, cudaMemcpyDeviceToDevice);
    cudaDeviceSynchronize();
    expect(all_are(m, 5), "as the device's");
}

// expect: race-host-reads-early
void host_reads_early() {
    int* m = managed_with(1);
    add_one<<<ON(0)>>>(m);               // (1)
    expect(m[7] != 99, "");              // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-refills-early
void host_refills_early() {
    int* m = managed_with(1);
    add_one<<<ON(0)>>>(m);  // (1)
    m[7] = 3;               // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void a_prefetch_is_no_wait() {
    int* m = managed_with(1);
    add_one<<<ON(0)>>>(m);  // (1)
    cudaMemPrefetchAsync(m, size, the_host(), 0, 0);
    expect(m[7] != 99, "");  // (2)
    cudaDeviceSynchronize();
}

// expect: race-between-kernels
void kernels_of_two_streams() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int* m = managed_with(1);
    add_one<<<ON(a)>>>(m);  // (1)
    add_one<<<ON(b)>>>(m);  // (2)
    cudaDeviceSynchronize();
}

// expect: freed-in-use
void freed_too_early() {
    int* m = managed_with(1);
    add_one<<<ON(0)>>>(m);  // (1)
    cudaFree(m);            // (2)
    cudaDeviceSynchronize();
}

// expect: use-after-free
// ends: 139
void used_after_the_end() {
    int* m = managed_with(1);
    cudaFree(m);  // (1)
    m[3] = 4;     // (2)
}

// expect: leak
// with: SIMCUDA_LEAKS=1
void never_freed() {
    int* m = nullptr;
    cudaMallocManaged(&m, size);  // (1)
}

// expect: uninitialised-read
void never_filled() {
    int* m = nullptr;
    cudaMallocManaged(&m, size);
    expect(m[0] != 99, "");  // (1)
}

// expect: managed-in-use
// with: SIMCUDA_PROFILE=exclusive.toml
void touched_beside_a_kernel() {
    int *m = managed_with(1), *d = on_device();
    fill<<<ON(0)>>>(d, 1);   // (1)
    expect(m[0] == 1, "");   // (2)
    cudaDeviceSynchronize();
}

// expect: nothing
// with: SIMCUDA_PROFILE=exclusive.toml
void attached_to_another_stream() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int *m = managed_with(1), *d = on_device();
    cudaStreamAttachMemAsync(a, m, 0, cudaMemAttachSingle);
    cudaStreamSynchronize(a);
    fill<<<ON(b)>>>(d, 1);
    expect(m[0] == 1, "");  // stream a is idle
    cudaDeviceSynchronize();
    expect(m[1] == 1, "");
}

// expect: nothing
void prefetched_as_in_cuda_12() {
    int* m = managed_with(1);
    const auto last = [&] {
        int device = 7;
        cudaMemRangeGetAttribute(&device, sizeof device, cudaMemRangeAttributeLastPrefetchLocation,
                                 m, size);
        return device;
    };
    expect(cudaMemAdvise(m, size, cudaMemAdviseSetPreferredLocation, 0) == cudaSuccess, "advice");
    expect(cudaMemPrefetchAsync(m, size, 0) == cudaSuccess && last() == 0, "to the device");
    add_one<<<ON(0)>>>(m);
    expect(cudaMemPrefetchAsync(m, size, cudaCpuDeviceId, 0) == cudaSuccess, "to the host");
    cudaDeviceSynchronize();
    expect(last() == cudaCpuDeviceId && all_are(m, 2), "here again");
    expect(cudaMemPrefetchAsync(m, size, 3) == cudaErrorInvalidDevice, "no such device");
}

int main(int argc, char** argv) {
    return run_named(argc, argv,
                     {{"there_and_back", there_and_back},
                      {"prefetched", prefetched},
                      {"read_by_both_sides_at_once", read_by_both_sides_at_once},
                      {"halves_of_one_block", halves_of_one_block},
                      {"copied_like_any_other", copied_like_any_other},
                      {"host_reads_early", host_reads_early},
                      {"host_refills_early", host_refills_early},
                      {"a_prefetch_is_no_wait", a_prefetch_is_no_wait},
                      {"kernels_of_two_streams", kernels_of_two_streams},
                      {"freed_too_early", freed_too_early},
                      {"used_after_the_end", used_after_the_end},
                      {"never_freed", never_freed},
                      {"never_filled", never_filled},
                      {"touched_beside_a_kernel", touched_beside_a_kernel},
                      {"attached_to_another_stream", attached_to_another_stream},
                      {"prefetched_as_in_cuda_12", prefetched_as_in_cuda_12}});
}
