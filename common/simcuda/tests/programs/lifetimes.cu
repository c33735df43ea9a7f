// Memory that is given back too early, twice, or never; work that nobody waits for.
#include <cstdlib>
#include <vector>

#include "cases.cuh"

// expect: freed-in-use
void device_memory_in_use() {
    cudaStream_t s = stream_without_barrier();
    int* d = on_device_with(0);
    add_one<<<ON(s)>>>(d);  // (1)
    cudaFree(d);            // (2)
    cudaDeviceSynchronize();
}

// expect: freed-in-use
void pinned_memory_in_use() {
    int *h = pinned_with(0), *d = on_device();
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, 0);  // (1)
    cudaFreeHost(h);                                         // (2)
    cudaDeviceSynchronize();
}

// expect: freed-in-use
void unregistered_in_use() {
    int* h = static_cast<int*>(std::aligned_alloc(4096, size));
    std::memset(h, 0, size);
    cudaHostRegister(h, size, cudaHostRegisterDefault);
    int* d = on_device();
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, 0);  // (1)
    cudaHostUnregister(h);                                   // (2)
    cudaDeviceSynchronize();
    std::free(h);
}

// expect: freed-in-use
void freed_while_registered() {
    int* h = static_cast<int*>(std::aligned_alloc(4096, size));
    std::memset(h, 0, size);
    cudaHostRegister(h, size, cudaHostRegisterDefault);  // (1)
    std::free(h);                                        // (2)
}

// expect: freed-in-use
void malloc_memory_in_use() {
    int* h = static_cast<int*>(std::malloc(size));
    int* d = on_device_with(0);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, 0);  // (1)
    std::free(h);                                            // (2)
    cudaDeviceSynchronize();
}

// expect: freed-in-use
void vector_in_use() {
    int* d = on_device_with(0);
    {
        std::vector<int> h(count);
        cudaMemcpyAsync(h.data(), d, size, cudaMemcpyDeviceToHost, 0);  // (1)
    }  // (2)
    cudaDeviceSynchronize();
}

// expect: freed-in-use
void registered_vector_in_use() {
    std::vector<int> samples(count);
    int* d = on_device();
    cudaHostRegister(samples.data(), size, cudaHostRegisterDefault);
    cudaMemcpyAsync(d, samples.data(), size, cudaMemcpyHostToDevice, 0);  // (1)
    cudaHostUnregister(samples.data());                                   // (2)
    cudaDeviceSynchronize();
}

// expect: freed-in-use
void freed_in_another_stream() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int* d = nullptr;
    cudaMallocAsync(&d, size, a);
    fill<<<ON(a)>>>(d, 1);  // (1)
    cudaFreeAsync(d, b);    // (2)
    cudaDeviceSynchronize();
}

// expect: use-after-free
void kernel_uses_freed_memory() {
    int* d = on_device_with(0);
    cudaFree(d);           // (1)
    add_one<<<ON(0)>>>(d);
    cudaDeviceSynchronize();
}

// expect: use-after-free
// ends: 139
void host_uses_freed_memory() {
    int* h = pinned_with(3);
    cudaFreeHost(h);            // (1)
    h[2] = 4;                   // (2)
}

// expect: double-free
void device_memory_freed_twice() {
    int* d = on_device();
    cudaFree(d);                                                        // (1)
    expect(cudaFree(d) == cudaErrorInvalidValue, "the second is an error");  // (2)
}

// expect: double-free
void pinned_memory_freed_twice() {
    int* h = pinned_with(0);
    cudaFreeHost(h);                                                        // (1)
    expect(cudaFreeHost(h) == cudaErrorInvalidValue, "the second is an error");  // (2)
}

// expect: use-after-destroy
void copy_in_a_destroyed_stream() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device();
    cudaStreamDestroy(s);  // (1)
    const cudaError_t error = cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, s);  // (2)
    expect(error == cudaErrorInvalidResourceHandle, "an error on the simulated device");
}

// expect: use-after-destroy
void stream_destroyed_twice() {
    cudaStream_t s = stream_without_barrier();
    cudaStreamDestroy(s);                            // (1)
    cudaStream_t other = stream_without_barrier();   // does not get the same handle
    cudaStreamDestroy(s);                            // (2)
    expect(cudaStreamSynchronize(other) == cudaSuccess, "the other one is untouched");
}

// expect: use-after-destroy
void wait_for_a_destroyed_event() {
    cudaEvent_t e, other;
    cudaEventCreate(&e);
    cudaEventRecord(e, 0);
    cudaEventDestroy(e);  // (1)
    cudaEventCreate(&other);
    cudaEventSynchronize(e);  // (2)
}

// expect: returned-with-work-pending
void returns_with_a_kernel_pending() {
    int* d = on_device_with(0);
    add_one<<<ON(0)>>>(d);  // (1)
}

// expect: returned-with-work-pending
void takes_not_ready_for_an_error() {
    cudaEvent_t done;
    cudaEventCreate(&done);
    cudaStream_t s = stream_without_barrier();
    spin<<<1, 1, 0, s>>>(50);  // (1)
    cudaEventRecord(done, s);
    if (cudaEventQuery(done) != cudaSuccess) return;
    cudaStreamSynchronize(s);
}

// expect: returned-with-work-pending
void takes_a_busy_stream_for_an_error() {
    cudaStream_t s = stream_without_barrier();
    spin<<<1, 1, 0, s>>>(50);  // (1)
    if (cudaStreamQuery(s) != cudaSuccess) return;
    cudaStreamSynchronize(s);
}

// expect: returned-with-work-pending
void returns_with_a_copy_pending() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device_with(0);
    add_one<<<ON(s)>>>(d);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, s);  // (1)
    cudaStreamDestroy(s);
}

// expect: leak
// with: SIMCUDA_LEAKS=1
void device_memory_is_never_freed() {
    void* d = nullptr;
    cudaMalloc(&d, 100);  // (1)
    cudaFree(on_device());
}

// expect: leak
// with: SIMCUDA_LEAKS=1
void pinned_memory_is_never_freed() {
    void* h = nullptr;
    cudaMallocHost(&h, 100);  // (1)
}

struct lane {
    cudaStream_t stream = nullptr;
    int *in = nullptr, *there = nullptr;
};

void make(lane& l) {
    cudaStreamCreate(&l.stream);
    l.in = pinned_with(0);
    l.there = on_device();
}

// expect: freed-in-use
void same_name_in_each_turn() {
    lane lanes[2];
    for (lane& l : lanes) {
        make(l);
        cudaMemcpyAsync(l.there, l.in, size, cudaMemcpyHostToDevice, l.stream);  // (1)
    }
    cudaFree(lanes[0].there);  // (2)
    cudaDeviceSynchronize();
}

// expect: freed-in-use
void waits_for_the_last_of_that_name() {
    lane lanes[2];
    for (lane& l : lanes) {
        make(l);
        cudaMemcpyAsync(l.there, l.in, size, cudaMemcpyHostToDevice, l.stream);  // (1)
    }
    if (lane& l = lanes[1]; l.stream != nullptr)
        cudaStreamSynchronize(l.stream);
    for (lane& l : lanes)
        cudaStreamDestroy(l.stream);
    cudaFree(lanes[0].there);  // (2)
    cudaDeviceSynchronize();
}

// expect: leak
// with: SIMCUDA_LEAKS=1
void registered_for_ever() {
    static int h[count];
    cudaHostRegister(h, size, cudaHostRegisterDefault);  // (1)
}

// expect: nothing
void leaks_are_told_on_request() {
    on_device();
}

int main(int argc, char** argv) {
    return run_named(argc, argv,
                     {{"device_memory_in_use", device_memory_in_use},
                      {"pinned_memory_in_use", pinned_memory_in_use},
                      {"unregistered_in_use", unregistered_in_use},
                      {"freed_while_registered", freed_while_registered},
                      {"malloc_memory_in_use", malloc_memory_in_use},
                      {"vector_in_use", vector_in_use},
                      {"registered_vector_in_use", registered_vector_in_use},
                      {"freed_in_another_stream", freed_in_another_stream},
                      {"kernel_uses_freed_memory", kernel_uses_freed_memory},
                      {"host_uses_freed_memory", host_uses_freed_memory},
                      {"device_memory_freed_twice", device_memory_freed_twice},
                      {"pinned_memory_freed_twice", pinned_memory_freed_twice},
                      {"copy_in_a_destroyed_stream", copy_in_a_destroyed_stream},
                      {"stream_destroyed_twice", stream_destroyed_twice},
                      {"wait_for_a_destroyed_event", wait_for_a_destroyed_event},
                      {"returns_with_a_kernel_pending", returns_with_a_kernel_pending},
                      {"takes_not_ready_for_an_error", takes_not_ready_for_an_error},
                      {"takes_a_busy_stream_for_an_error", takes_a_busy_stream_for_an_error},
                      {"returns_with_a_copy_pending", returns_with_a_copy_pending},
                      {"device_memory_is_never_freed", device_memory_is_never_freed},
                      {"pinned_memory_is_never_freed", pinned_memory_is_never_freed},
                      {"same_name_in_each_turn", same_name_in_each_turn},
                      {"waits_for_the_last_of_that_name", waits_for_the_last_of_that_name},
                      {"registered_for_ever", registered_for_ever},
                      {"leaks_are_told_on_request", leaks_are_told_on_request}});
}
