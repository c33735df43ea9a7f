// Calls that are refused, one for each reason: what the report says about them.
#include <cstdlib>
#include <vector>

#include "cases.cuh"

// ---- copies ----

// expect: nothing
void direction_contradicts() {
    int* d = on_device();
    std::vector<int> h(count);
    cudaMemcpy(d, h.data(), size, cudaMemcpyDeviceToDevice);  // (1)
}

// expect: nothing
void pointers_exchanged() {
    int* d = on_device_with(0);
    int* h = pinned_with(0);
    cudaMemcpy(h, d, size, cudaMemcpyHostToDevice);  // (1)
}

// expect: nothing
void address_of_the_pointer() {
    int* d = on_device();
    int* h = pinned_with(0);
    cudaMemcpy(&d, h, size, cudaMemcpyHostToDevice);  // (1)
}

// expect: nothing
void no_direction() {
    int* d = on_device();
    int* h = pinned_with(0);
    cudaMemcpy(d, h, cudaMemcpyHostToDevice, static_cast<cudaMemcpyKind>(size));  // (1)
}

// expect: nothing
void destination_too_small() {
    int* d = on_device();
    std::vector<int> h(count + 1);
    cudaMemcpy(d, h.data(), size + 4, cudaMemcpyHostToDevice);  // (1)
}

// expect: nothing
void too_much_behind_an_offset() {
    int* d = on_device_with(0);
    std::vector<int> h(count);
    cudaMemcpy(h.data(), d + count / 2, size, cudaMemcpyDeviceToHost);  // (1)
}

// expect: nothing
void allocated_in_elements() {
    int* d = nullptr;
    cudaMalloc(&d, count);
    std::vector<int> h(count);
    cudaMemcpy(d, h.data(), size, cudaMemcpyHostToDevice);  // (1)
}

// expect: nothing
void copied_with_the_factor_twice() {
    int* d = on_device_with(0);
    cudaStream_t s = stream_without_barrier();
    int* h = nullptr;
    cudaMallocHost(&h, 4 * size);
    cudaMemcpyAsync(h, d, 4 * size, cudaMemcpyDeviceToHost, s);  // (1)
}

// expect: nothing
void registered_in_elements() {
    int* d = on_device();
    std::vector<int> h(count);
    cudaHostRegister(h.data(), count, cudaHostRegisterDefault);
    cudaMemcpy(d, h.data(), size, cudaMemcpyHostToDevice);  // (1)
    cudaHostUnregister(h.data());
}

// expect: nothing
void registered_too_little() {
    int* d = on_device();
    std::vector<int> h(count);
    cudaHostRegister(h.data(), size - 100, cudaHostRegisterDefault);
    cudaMemcpy(d, h.data(), size, cudaMemcpyHostToDevice);  // (1)
    cudaHostUnregister(h.data());
}

// expect: nothing
void null_destination() {
    int* d = nullptr;
    int* h = pinned_with(0);
    cudaMemcpy(d, h, size, cudaMemcpyHostToDevice);  // (1)
}

// expect: nothing
void null_source() {
    int* d = on_device();
    cudaMemcpy(d, nullptr, size, cudaMemcpyHostToDevice);  // (1)
}

// expect: nothing
void freed_source() {
    int* d = on_device_with(0);
    cudaFree(d);
    std::vector<int> h(count);
    cudaMemcpy(h.data(), d, size, cudaMemcpyDeviceToHost);  // (1)
}

// expect: nothing
void far_behind_the_buffer() {
    int* d = on_device();
    std::vector<int> h(count);
    cudaMemcpy(d + 4 * size, h.data(), size, cudaMemcpyHostToDevice);  // (1)
}

// expect: nothing
void size_below_zero() {
    int* d = on_device();
    std::vector<int> h(count);
    int left = count;
    for (int i = 0; i < 2; ++i) left -= 3000;
    cudaMemcpy(d, h.data(), left * sizeof(int), cudaMemcpyHostToDevice);  // (1)
}

// expect: nothing
void rows_overlap() {
    int* d = on_device();
    int* h = pinned_with(0);
    cudaMemcpy2D(d, 32, h, 64, 64, 4, cudaMemcpyHostToDevice);  // (1)
}

// expect: nothing
void fills_memory_of_the_host() {
    std::vector<int> h(count);
    cudaMemset(h.data(), 0, size);  // (1)
}

// expect: nothing
void fills_too_much() {
    int* d = on_device();
    cudaMemset(d, 0, size * sizeof(int));  // (1)
}

// ---- memory ----

// expect: nothing
void allocates_too_much() {
    int* d = nullptr;
    cudaMalloc(&d, static_cast<std::size_t>(size) << 30);  // told by nobody: it may be a question
}

// expect: nothing
void allocates_below_zero() {
    int* d = nullptr;
    cudaMalloc(&d, static_cast<std::size_t>(-4));
}

// expect: nothing
void allocates_to_nowhere() {
    int** d = nullptr;
    cudaMalloc(d, size);  // (1)
}

// expect: nothing
void flag_of_another_call() {
    int* h = nullptr;
    cudaHostAlloc(&h, size, 0x100);  // (1)
}

// expect: nothing
void frees_memory_of_the_host() {
    int* h = static_cast<int*>(std::malloc(size));
    cudaFree(h);  // (1)
    std::free(h);
}

// expect: nothing
void frees_device_memory_as_pinned() {
    int* d = on_device();
    cudaFreeHost(d);  // (1)
    cudaFree(d);
}

// expect: nothing
void frees_pinned_memory_as_device() {
    int* h = pinned_with(0);
    cudaFree(h);  // (1)
    cudaFreeHost(h);
}

// expect: nothing
void frees_what_is_registered() {
    std::vector<int> h(count);
    cudaHostRegister(h.data(), size, cudaHostRegisterDefault);
    cudaFreeHost(h.data());  // (1)
    cudaHostUnregister(h.data());
}

// expect: nothing
void frees_from_inside() {
    int* d = on_device();
    cudaFree(d + 10);  // (1)
    cudaFree(d);
}

// expect: nothing
void frees_from_inside_again() {
    int* d = on_device();
    cudaFree(d);
    cudaFree(d + 10);  // (1)
}

__device__ int variable;

// expect: nothing
void frees_a_variable() {
    void* p = nullptr;
    cudaGetSymbolAddress(&p, variable);
    cudaFree(p);  // (1)
}

// expect: nothing
void frees_nothing() {
    int* d = on_device();
    cudaFree(d + 4 * size);  // (1)
    cudaFree(d);
}

// expect: nothing
void registers_nothing() {
    std::vector<int> h(count);
    cudaHostRegister(h.data(), 0, cudaHostRegisterDefault);  // (1)
}

// expect: nothing
void registers_null() {
    cudaHostRegister(nullptr, size, cudaHostRegisterDefault);  // (1)
}

// expect: nothing
void registers_device_memory() {
    int* d = on_device();
    cudaHostRegister(d, size, cudaHostRegisterDefault);  // (1)
}

// expect: nothing
void registers_pinned_memory() {
    int* h = pinned_with(0);
    cudaHostRegister(h, size, cudaHostRegisterDefault);  // (1)
}

// expect: nothing
void registers_again() {
    std::vector<int> h(count);
    cudaHostRegister(h.data(), size, cudaHostRegisterDefault);
    cudaHostRegister(h.data(), size, cudaHostRegisterDefault);  // told by nobody: a question, too
    cudaHostUnregister(h.data());
}

// expect: nothing
void unregisters_what_is_not_registered() {
    std::vector<int> h(count);
    cudaHostUnregister(h.data());  // (1)
}

// expect: nothing
void unregisters_from_inside() {
    std::vector<int> h(count);
    cudaHostRegister(h.data(), size, cudaHostRegisterDefault);
    cudaHostUnregister(h.data() + 1);  // (1)
    cudaHostUnregister(h.data());
}

// ---- launches ----

// expect: nothing
void no_blocks() {
    int* d = on_device();
    const int elements = 100;
    fill<<<elements / threads, threads>>>(d, 1);  // (1)
}

// expect: nothing
void no_threads() {
    int* d = on_device();
    fill<<<1, 0>>>(d, 1);  // (1)
}

// expect: nothing
void grid_below_zero() {
    int* d = on_device();
    fill<<<dim3(1, static_cast<unsigned>(-1)), threads>>>(d, 1);  // (1)
}

// expect: nothing
void block_too_large() {
    int* d = on_device();
    fill<<<count / 4096, dim3(64, 64)>>>(d, 1);  // (1)
}

// expect: nothing
void block_too_long() {
    int* d = on_device();
    fill<<<1, 2048>>>(d, 1);  // (1)
}

// expect: nothing
void grid_and_block_exchanged() {
    int* d = on_device();
    fill<<<threads, count>>>(d, 1);  // (1)
}

// expect: nothing
void stream_as_shared_memory() {
    int* d = on_device();
    cudaStream_t s = stream_without_barrier();
    fill<<<count / threads, threads, reinterpret_cast<std::size_t>(s)>>>(d, 1);  // (1)
}

// expect: nothing
void pointer_as_shared_memory() {
    int* d = on_device();
    fill<<<count / threads, threads, std::size_t{1} << 40>>>(d, 1);  // (1)
}

// expect: nothing
void shared_memory_below_zero() {
    int* d = on_device();
    fill<<<count / threads, threads, static_cast<std::size_t>(-16)>>>(d, 1);  // (1)
}

// expect: nothing
void shared_memory_of_the_whole_grid() {
    int* d = on_device();
    fill<<<count / threads, threads, 100 * size>>>(d, 1);  // (1)
}

// expect: nothing
void shared_memory_not_asked_for() {
    int* d = on_device();
    fill<<<count / threads, threads, 64 * 1024>>>(d, 1);  // (1)
}

// ---- streams and events ----

// expect: nothing
void destroys_the_default_stream() {
    cudaStream_t s = nullptr;
    cudaStreamDestroy(s);  // (1)
}

// expect: nothing
void stream_that_is_none() {
    int here = 0;
    cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(&here));  // (1)
}

// expect: nothing
void null_event() {
    cudaEvent_t e = nullptr;
    cudaEventRecord(e, 0);  // (1)
}

// expect: nothing
void event_that_is_none() {
    int here = 0;
    cudaEventSynchronize(reinterpret_cast<cudaEvent_t>(&here));  // (1)
}

struct two_events {
    cudaEvent_t begin = nullptr, end = nullptr;
    float ms = 0;
    explicit two_events(unsigned flags = cudaEventDefault) {
        cudaEventCreate(&begin);
        cudaEventCreateWithFlags(&end, flags);
    }
};

// expect: nothing
void time_without_records() {
    two_events t;
    cudaEventElapsedTime(&t.ms, t.begin, t.end);  // (1)
}

// expect: nothing
void time_without_the_second_record() {
    two_events t;
    cudaEventRecord(t.begin, 0);
    cudaEventElapsedTime(&t.ms, t.begin, t.end);  // (1)
}

// expect: nothing
void time_of_an_event_without() {
    two_events t(cudaEventDisableTiming);
    cudaEventRecord(t.begin, 0);
    cudaEventRecord(t.end, 0);
    cudaEventElapsedTime(&t.ms, t.begin, t.end);  // (1)
}

// expect: nothing
void time_of_a_null_event() {
    two_events t;
    cudaEventElapsedTime(&t.ms, t.begin, nullptr);  // (1)
}

// expect: nothing
void time_to_nowhere() {
    two_events t;
    cudaEventElapsedTime(nullptr, t.begin, t.end);  // (1)
}

// expect: nothing
void time_too_early() {
    two_events t;
    cudaEventRecord(t.begin, 0);
    spin<<<1, 1>>>(100);
    cudaEventRecord(t.end, 0);
    cudaEventElapsedTime(&t.ms, t.begin, t.end);  // (1)
    cudaDeviceSynchronize();
}

// expect: nothing
void time_between_two_streams() {
    two_events t;
    cudaStream_t s = stream_without_barrier();
    spin<<<1, 1, 0, s>>>(100);
    cudaEventRecord(t.begin, s);
    cudaEventRecord(t.end);
    cudaEventSynchronize(t.end);
    cudaEventElapsedTime(&t.ms, t.begin, t.end);  // (1)
    cudaDeviceSynchronize();
}

// expect: nothing
void time_asked_again_and_again() {
    two_events t;
    cudaEventRecord(t.begin, 0);
    spin<<<1, 1>>>(100);
    cudaEventRecord(t.end, 0);
    while (cudaEventElapsedTime(&t.ms, t.begin, t.end) == cudaErrorNotReady) {
    }
    cudaDeviceSynchronize();
}

int main(int argc, char** argv) {
    return run_named(argc, argv, {
        {"direction_contradicts", direction_contradicts},
        {"pointers_exchanged", pointers_exchanged},
        {"address_of_the_pointer", address_of_the_pointer},
        {"no_direction", no_direction},
        {"destination_too_small", destination_too_small},
        {"too_much_behind_an_offset", too_much_behind_an_offset},
        {"allocated_in_elements", allocated_in_elements},
        {"copied_with_the_factor_twice", copied_with_the_factor_twice},
        {"registered_in_elements", registered_in_elements},
        {"registered_too_little", registered_too_little},
        {"null_destination", null_destination},
        {"null_source", null_source},
        {"freed_source", freed_source},
        {"far_behind_the_buffer", far_behind_the_buffer},
        {"size_below_zero", size_below_zero},
        {"rows_overlap", rows_overlap},
        {"fills_memory_of_the_host", fills_memory_of_the_host},
        {"fills_too_much", fills_too_much},
        {"allocates_too_much", allocates_too_much},
        {"allocates_below_zero", allocates_below_zero},
        {"allocates_to_nowhere", allocates_to_nowhere},
        {"flag_of_another_call", flag_of_another_call},
        {"frees_memory_of_the_host", frees_memory_of_the_host},
        {"frees_device_memory_as_pinned", frees_device_memory_as_pinned},
        {"frees_pinned_memory_as_device", frees_pinned_memory_as_device},
        {"frees_what_is_registered", frees_what_is_registered},
        {"frees_from_inside", frees_from_inside},
        {"frees_from_inside_again", frees_from_inside_again},
        {"frees_a_variable", frees_a_variable},
        {"frees_nothing", frees_nothing},
        {"registers_nothing", registers_nothing},
        {"registers_null", registers_null},
        {"registers_device_memory", registers_device_memory},
        {"registers_pinned_memory", registers_pinned_memory},
        {"registers_again", registers_again},
        {"unregisters_what_is_not_registered", unregisters_what_is_not_registered},
        {"unregisters_from_inside", unregisters_from_inside},
        {"no_blocks", no_blocks},
        {"no_threads", no_threads},
        {"grid_below_zero", grid_below_zero},
        {"block_too_large", block_too_large},
        {"block_too_long", block_too_long},
        {"grid_and_block_exchanged", grid_and_block_exchanged},
        {"stream_as_shared_memory", stream_as_shared_memory},
        {"pointer_as_shared_memory", pointer_as_shared_memory},
        {"shared_memory_below_zero", shared_memory_below_zero},
        {"shared_memory_of_the_whole_grid", shared_memory_of_the_whole_grid},
        {"shared_memory_not_asked_for", shared_memory_not_asked_for},
        {"destroys_the_default_stream", destroys_the_default_stream},
        {"stream_that_is_none", stream_that_is_none},
        {"null_event", null_event},
        {"event_that_is_none", event_that_is_none},
        {"time_without_records", time_without_records},
        {"time_without_the_second_record", time_without_the_second_record},
        {"time_of_an_event_without", time_of_an_event_without},
        {"time_of_a_null_event", time_of_a_null_event},
        {"time_to_nowhere", time_to_nowhere},
        {"time_too_early", time_too_early},
        {"time_between_two_streams", time_between_two_streams},
        {"time_asked_again_and_again", time_asked_again_and_again},
    });
}
