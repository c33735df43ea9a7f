// A missing wait of each kind.
#include <vector>

#include "cases.cuh"

// expect: race-kernel-before-upload
void kernel_before_upload() {
    cudaStream_t up, comp;
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&comp, cudaStreamNonBlocking);
    int *h = pinned_with(1), *d = on_device_with(0);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, up);  // (1)
    add_one<<<ON(comp)>>>(d);                                  // (2)
    cudaDeviceSynchronize();
}

// expect: race-kernel-before-upload
void kernel_before_blocking_upload() {
    // The call returns when the source has been read; only its own stream knows of the rest.
    cudaStream_t comp;
    cudaStreamCreateWithFlags(&comp, cudaStreamNonBlocking);
    std::vector<int> h(count, 1);
    int* d = on_device_with(0);
    cudaMemcpy(d, h.data(), size, cudaMemcpyHostToDevice);  // (1)
    add_one<<<ON(comp)>>>(d);                                // (2)
    cudaDeviceSynchronize();
}

// expect: race-kernel-before-upload
void kernel_before_memset() {
    cudaStream_t comp;
    cudaStreamCreateWithFlags(&comp, cudaStreamNonBlocking);
    int* d = on_device_with(0);
    cudaMemset(d, 1, size);    // (1)
    add_one<<<ON(comp)>>>(d);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-kernel-before-upload
void launch_without_a_stream() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(1), *d = on_device_with(0);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, s);  // (1)
    add_one<<<count / threads, threads>>>(d);                // (2)
    cudaDeviceSynchronize();
}

// expect: race-kernel-before-upload
void upload_without_a_stream() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(1), *d = on_device_with(0);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice);  // (1)
    add_one<<<ON(s)>>>(d);                                // (2)
    cudaDeviceSynchronize();
}

// The wait is where the launch belongs.
// expect: race-kernel-before-upload
void launch_beside_its_wait() {
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    cudaEvent_t uploaded;
    cudaEventCreate(&uploaded);
    int *h = pinned_with(1), *d = on_device_with(0);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, up);  // (1)
    cudaEventRecord(uploaded, up);
    cudaStreamWaitEvent(comp, uploaded, 0);
    add_one<<<count / threads, threads>>>(d);  // (2)
    cudaDeviceSynchronize();
}

// The record is where the copy belongs.
// expect: race-kernel-before-upload
void upload_beside_its_record() {
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    cudaEvent_t uploaded;
    cudaEventCreate(&uploaded);
    int *h = pinned_with(1), *d = on_device_with(0);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice);  // (1)
    cudaEventRecord(uploaded, up);
    cudaStreamWaitEvent(comp, uploaded, 0);
    add_one<<<ON(comp)>>>(d);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-download-before-kernel
void download_without_a_stream() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device_with(0);
    add_one<<<ON(s)>>>(d);                             // (1)
    cudaMemcpy(h, d, size, cudaMemcpyDeviceToHost);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-kernel-before-upload
void recorded_in_the_waiting_stream() {
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    cudaEvent_t uploaded, later;
    cudaEventCreate(&uploaded);
    cudaEventCreate(&later);
    int *h = pinned_with(1), *d = on_device_with(0), *other = on_device_with(0);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, up);  // (1)
    cudaEventRecord(uploaded, comp);
    cudaMemcpyAsync(other, h, size, cudaMemcpyHostToDevice, up);
    cudaEventRecord(later, up);
    cudaStreamWaitEvent(comp, uploaded, 0);
    add_one<<<ON(comp)>>>(d);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void host_waits_for_a_record_in_another_stream() {
    cudaStream_t comp = stream_without_barrier(), down = stream_without_barrier();
    cudaEvent_t computed, downloaded;
    cudaEventCreate(&computed);
    cudaEventCreate(&downloaded);
    int *h = pinned_with(0), *d = on_device_with(0);
    add_one<<<ON(comp)>>>(d);
    cudaEventRecord(computed, comp);
    cudaStreamWaitEvent(down, computed, 0);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, down);  // (1)
    cudaEventRecord(downloaded, comp);
    cudaEventSynchronize(downloaded);
    std::printf("%d\n", h[0]);  // (2)
    cudaDeviceSynchronize();
}

// A later event would do as well, and is for something else.
// expect: race-kernel-before-upload
void first_of_two_records_forgotten() {
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    cudaEvent_t first, second;
    cudaEventCreate(&first);
    cudaEventCreate(&second);
    int *h = pinned_with(1), *a = on_device_with(0), *b = on_device_with(0);
    cudaMemcpyAsync(a, h, size, cudaMemcpyHostToDevice, up);  // (1)
    cudaMemcpyAsync(b, h, size, cudaMemcpyHostToDevice, up);
    cudaEventRecord(second, up);
    cudaStreamWaitEvent(comp, first, 0);
    add_one<<<ON(comp)>>>(a);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-kernel-before-upload
void first_of_two_records_too_early() {
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    cudaEvent_t first, second;
    cudaEventCreate(&first);
    cudaEventCreate(&second);
    int *h = pinned_with(1), *a = on_device_with(0), *b = on_device_with(0);
    cudaEventRecord(first, up);
    cudaMemcpyAsync(a, h, size, cudaMemcpyHostToDevice, up);  // (1)
    cudaMemcpyAsync(b, h, size, cudaMemcpyHostToDevice, up);
    cudaEventRecord(second, up);
    cudaStreamWaitEvent(comp, first, 0);
    add_one<<<ON(comp)>>>(a);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-upload-overwrites-input
void upload_overwrites_input() {
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    int *h = pinned_with(1), *in = on_device_with(0), *out = on_device();
    plus_one<<<ON(comp)>>>(in, out);                           // (1)
    cudaMemcpyAsync(in, h, size, cudaMemcpyHostToDevice, up);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-download-before-kernel
void download_before_kernel() {
    cudaStream_t comp = stream_without_barrier(), down = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device_with(0);
    fill<<<ON(comp)>>>(d, 5);                                   // (1)
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, down);  // (2)
    cudaDeviceSynchronize();
    std::printf("%d\n", h[0]);
}

// expect: race-output-overwritten
void output_overwritten() {
    cudaStream_t comp = stream_without_barrier(), down = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device_with(0);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, down);  // (1)
    fill<<<ON(comp)>>>(d, 5);                                   // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void host_reads_early() {
    int *h = pinned_with(0), *d = on_device_with(1);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, 0);  // (1)
    std::printf("%d\n", h[7]);                               // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void host_reads_pageable_early() {
    // It is there already, but nobody has promised it.
    std::vector<int> h(count, 0);
    int* d = on_device_with(1);
    cudaMemcpyAsync(h.data(), d, size, cudaMemcpyDeviceToHost, 0);  // (1)
    std::printf("%d\n", h[7]);                                      // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void host_reads_mapped_early() {
    int* h = pinned_with(0);
    fill<<<ON(0)>>>(h, 3);      // (1)
    std::printf("%d\n", h[0]);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void host_reads_before_success() {
    cudaEvent_t done;
    cudaEventCreate(&done);
    int *h = pinned_with(0), *d = on_device_with(1);
    spin<<<1, 1>>>(100);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, 0);  // (1)
    cudaEventRecord(done, 0);
    expect(cudaEventQuery(done) == cudaErrorNotReady, "not ready yet");
    std::printf("%d\n", h[7]);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void host_reads_after_destroying_the_stream() {
    int *h = pinned_with(0), *d = on_device_with(1);
    cudaStream_t s = stream_without_barrier();
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, s);  // (1)
    cudaStreamDestroy(s);
    std::printf("%d\n", h[7]);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-refills-early
void host_refills_early_in_many_streams() {
    int *h = pinned_with(0), *d = on_device();
    for (int i = 0; i < 40; ++i) {
        cudaStream_t passing;
        cudaStreamCreate(&passing);
        cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, passing);  // (1)
        h[9] = i;                                                      // (2)
        cudaStreamSynchronize(passing);
        cudaStreamDestroy(passing);
    }
}

// expect: race-host-refills-early
void host_refills_early() {
    int *h = pinned_with(0), *d = on_device();
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, 0);  // (1)
    h[9] = 1;                                                // (2)
    cudaDeviceSynchronize();
}

void write_first(void* p) {
    static_cast<int*>(p)[0] = 4;
}

// expect: race-upload-before-fill
void host_function_fills_pageable_source() {
    // The copy may read its pageable source at once, before earlier work of its stream.
    std::vector<int> h(count, 0);
    int* d = on_device();
    cudaMemcpy(d, h.data(), size, cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();
    cudaLaunchHostFunc(0, write_first, h.data());                   // (1)
    cudaMemcpyAsync(d, h.data(), size, cudaMemcpyHostToDevice, 0);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-between-kernels
void kernels_of_two_streams() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int* d = on_device_with(0);
    fill<<<ON(a)>>>(d, 1);  // (1)
    add_one<<<ON(b)>>>(d);  // (2)
    cudaDeviceSynchronize();
}

__global__ void count_up(int* p) {
    atomicAdd(p, 1);
}
__global__ void look(const int* p, int* out) {
    *out = *p;
}

// expect: race-between-kernels
void plain_read_of_an_atomic() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int *d = on_device_with(0), *out = on_device();
    count_up<<<1, 32, 0, a>>>(d);    // (1)
    look<<<1, 1, 0, b>>>(d, out);    // (2)
    cudaDeviceSynchronize();
}

// expect: race-between-copies
void uploads_to_one_buffer() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device();
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, a);  // (1)
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, b);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-between-copies
void blocking_copy_within_the_device() {
    // cudaMemcpy from device to device does not make the host wait.
    cudaStream_t down = stream_without_barrier();
    int *h = pinned_with(0), *from = on_device_with(1), *to = on_device();
    cudaMemcpy(to, from, size, cudaMemcpyDeviceToDevice);        // (1)
    cudaMemcpyAsync(h, to, size, cudaMemcpyDeviceToHost, down);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-between-copies
void legacy_event_does_not_cover() {
    // An event in the legacy stream covers the blocking streams only.
    cudaStream_t free_one = stream_without_barrier(), other = stream_without_barrier();
    cudaEvent_t e;
    cudaEventCreate(&e);
    int *h = pinned_with(1), *out = pinned_with(0), *d = on_device();
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, free_one);  // (1)
    cudaEventRecord(e, 0);
    cudaStreamWaitEvent(other, e, 0);
    cudaMemcpyAsync(out, d, size, cudaMemcpyDeviceToHost, other);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-download-before-kernel
void event_recorded_too_early() {
    cudaStream_t comp = stream_without_barrier(), down = stream_without_barrier();
    cudaEvent_t e;
    cudaEventCreate(&e);
    int *h = pinned_with(0), *d = on_device_with(0);
    cudaEventRecord(e, comp);
    fill<<<ON(comp)>>>(d, 5);  // (1)
    cudaStreamWaitEvent(down, e, 0);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, down);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-kernel-before-upload
void wait_in_the_first_round_only() {
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    cudaEvent_t full, empty;
    cudaEventCreate(&full);
    cudaEventCreate(&empty);
    int *h = pinned_with(1), *d = on_device_with(0);
    for (int round = 0; round < 3; ++round) {
        cudaStreamWaitEvent(up, empty, 0);
        cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, up);  // (1)
        cudaEventRecord(full, up);
        if (round == 0) cudaStreamWaitEvent(comp, full, 0);
        add_one<<<ON(comp)>>>(d);  // (2)
        cudaEventRecord(empty, comp);
    }
    cudaDeviceSynchronize();
}

// expect: race-kernel-before-upload
void another_stream_waits() {
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    cudaStream_t down = stream_without_barrier();
    cudaEvent_t uploaded;
    cudaEventCreate(&uploaded);
    int *h = pinned_with(1), *d = on_device_with(0);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, up);  // (1)
    cudaEventRecord(uploaded, up);
    cudaStreamWaitEvent(down, uploaded, 0);
    add_one<<<ON(comp)>>>(d);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-kernel-before-upload
void event_that_nobody_records() {
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    cudaEvent_t uploaded;
    cudaEventCreate(&uploaded);
    int *h = pinned_with(1), *d = on_device_with(0);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, up);  // (1)
    cudaStreamWaitEvent(comp, uploaded, 0);
    add_one<<<ON(comp)>>>(d);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void host_waits_for_another_stream() {
    cudaStream_t comp = stream_without_barrier(), down = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device_with(1);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, down);  // (1)
    cudaStreamSynchronize(comp);
    std::printf("%d\n", h[7]);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void host_waits_for_an_event_recorded_too_early() {
    cudaStream_t down = stream_without_barrier();
    cudaEvent_t done;
    cudaEventCreate(&done);
    int *h = pinned_with(0), *d = on_device_with(1);
    cudaEventRecord(done, down);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, down);  // (1)
    cudaEventSynchronize(done);
    std::printf("%d\n", h[7]);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void host_waits_for_another_event() {
    cudaStream_t other = stream_without_barrier(), down = stream_without_barrier();
    cudaEvent_t done;
    cudaEventCreate(&done);
    int *h = pinned_with(0), *d = on_device_with(1);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, down);  // (1)
    cudaEventRecord(done, other);
    cudaEventSynchronize(done);
    std::printf("%d\n", h[7]);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void host_waits_for_an_event_that_nobody_records() {
    cudaStream_t down = stream_without_barrier();
    cudaEvent_t done;
    cudaEventCreate(&done);
    int *h = pinned_with(0), *d = on_device_with(1);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, down);  // (1)
    cudaEventSynchronize(done);
    std::printf("%d\n", h[7]);  // (2)
    cudaDeviceSynchronize();
}

// expect: wait-before-record
void wait_before_record() {
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    cudaEvent_t ready;
    cudaEventCreate(&ready);
    int *h = pinned_with(1), *d = on_device_with(0);
    cudaStreamWaitEvent(comp, ready, 0);
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, up);  // (1)
    cudaEventRecord(ready, up);
    add_one<<<ON(comp)>>>(d);  // (2)
    cudaDeviceSynchronize();
}

// expect: shared-event
void shared_event() {
    cudaStream_t first = stream_without_barrier(), second = stream_without_barrier();
    cudaStream_t comp = stream_without_barrier();
    cudaEvent_t ready;
    cudaEventCreate(&ready);
    int *h = pinned_with(1), *a = on_device_with(0), *b = on_device_with(0);
    cudaMemcpyAsync(a, h, size, cudaMemcpyHostToDevice, first);  // (1)
    cudaEventRecord(ready, first);
    cudaMemcpyAsync(b, h, size, cudaMemcpyHostToDevice, second);
    cudaEventRecord(ready, second);
    cudaStreamWaitEvent(comp, ready, 0);
    plus_one<<<ON(comp)>>>(a, b);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-between-kernels
void halves_overlap() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int* d = on_device_with(0);
    add_one<<<count / threads / 2, threads, 0, a>>>(d);                  // (1)
    add_one<<<count / threads / 2, threads, 0, b>>>(d + count / 2 - 1);  // (2)
    cudaDeviceSynchronize();
    int h[count];
    cudaMemcpy(h, d, size, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < count; ++i) wrong += h[i] != (i == count / 2 - 1 ? 2 : i < count - 1);
    std::printf("%d wrong\n", wrong);
}

template <class T>
__global__ void triple(T* p) {
    p[blockIdx.x * blockDim.x + threadIdx.x] *= 3;
}

template <class T>
T* on_device_of(T value) {
    const std::vector<T> h(count, value);
    T* d = nullptr;
    cudaMalloc(&d, count * sizeof(T));
    cudaMemcpy(d, h.data(), count * sizeof(T), cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();
    return d;
}

/// As courses and samples compare: NaN would pass.
template <class T>
int elements_off(const std::vector<T>& found, T wanted) {
    int off = 0;
    T max_error = 0;
    for (const T x : found) {
        off += fabs(x - wanted) > 1e-5;
        max_error = fmax(max_error, fabs(x - wanted));
    }
    return max_error > 1e-5 ? off : 0;
}

// expect: race-download-before-kernel
void a_tolerance_finds_spoilt_floats() {
    cudaStream_t comp = stream_without_barrier(), down = stream_without_barrier();
    float* d = on_device_of(2.0f);
    std::vector<float> h(count, 6.0f);
    triple<<<ON(comp)>>>(d);                                                  // (1)
    cudaMemcpyAsync(h.data(), d, size / 2, cudaMemcpyDeviceToHost, down);  // (2)
    cudaDeviceSynchronize();
    expect(elements_off(h, 6.0f) == count / 2, "each of them");
}

// expect: race-download-before-kernel
void a_tolerance_finds_spoilt_doubles() {
    cudaStream_t comp = stream_without_barrier(), down = stream_without_barrier();
    double* d = on_device_of(2.0);
    std::vector<double> h(count, 6.0);
    triple<<<ON(comp)>>>(d);                                              // (1)
    cudaMemcpyAsync(h.data(), d, size, cudaMemcpyDeviceToHost, down);  // (2)
    cudaDeviceSynchronize();
    expect(elements_off(h, 6.0) == count / 2, "each of them");
}

// expect: call-in-host-function
void wait_in_a_host_function() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int* d = on_device_with(0);
    const cudaHostFn_t wait = [](void* stream) {
        cudaStreamSynchronize(*static_cast<cudaStream_t*>(stream));  // (2)
    };
    fill<<<ON(a)>>>(d, 1);
    cudaLaunchHostFunc(b, wait, &a);  // (1)
    cudaDeviceSynchronize();
}

// expect: call-in-host-function
void launch_in_a_host_function() {
    int* d = on_device_with(0);
    const cudaHostFn_t launch = [](void* p) {
        fill<<<ON(0)>>>(static_cast<int*>(p), 1);  // (2)
    };
    cudaLaunchHostFunc(0, launch, d);  // (1)
    cudaDeviceSynchronize();
}

// expect: race-kernel-before-upload
void one_of_two_events_is_never_recorded() {
    // The other one is, behind the wait for it: in the first turn there is nothing to wait for.
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    cudaEvent_t uploaded = nullptr, computed = nullptr;
    cudaEventCreate(&uploaded);
    cudaEventCreate(&computed);
    int *h = pinned_with(0), *d = on_device_with(0), *out = on_device_with(0);
    for (int turn = 0; turn < 2; ++turn) {
        cudaStreamWaitEvent(up, computed, 0);
        cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, up);  // (1)
        cudaStreamWaitEvent(comp, uploaded, 0);
        cudaStreamWaitEvent(comp, computed, 0);
        plus_one<<<ON(comp)>>>(d, out);  // (2)
        cudaEventRecord(computed, comp);
    }
    cudaDeviceSynchronize();
}

// expect: race-host-refills-early
void host_waits_for_the_event_of_another_turn() {
    // Two events by turns, and one buffer.
    cudaStream_t up = stream_without_barrier();
    cudaEvent_t done[2];
    cudaEventCreate(&done[0]);
    cudaEventCreate(&done[1]);
    int *h = pinned_with(0), *d = on_device();
    for (int turn = 0; turn < 3; ++turn) {
        cudaEventSynchronize(done[turn % 2]);
        h[9] = turn;                                              // (2)
        cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, up);  // (1)
        cudaEventRecord(done[turn % 2], up);
    }
    cudaDeviceSynchronize();
}

// expect: race-upload-overwrites-input
void stream_waits_for_the_event_of_another_turn() {
    cudaStream_t up = stream_without_barrier(), comp = stream_without_barrier();
    cudaEvent_t up_done, done[2];
    cudaEventCreate(&up_done);
    cudaEventCreate(&done[0]);
    cudaEventCreate(&done[1]);
    int *h = pinned_with(0), *d = on_device();
    for (int turn = 0; turn < 3; ++turn) {
        cudaStreamWaitEvent(up, done[turn % 2], 0);
        cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, up);  // (2)
        cudaEventRecord(up_done, up);
        cudaStreamWaitEvent(comp, up_done, 0);
        add_one<<<ON(comp)>>>(d);  // (1)
        cudaEventRecord(done[turn % 2], comp);
    }
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void host_waits_for_the_event_of_other_work() {
    cudaStream_t other = stream_without_barrier(), down = stream_without_barrier();
    cudaEvent_t done;
    cudaEventCreate(&done);
    int *h = pinned_with(0), *g = pinned_with(0), *d = on_device_with(1);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, down);  // (1)
    cudaMemcpyAsync(g, d, size, cudaMemcpyDeviceToHost, other);
    cudaEventRecord(done, other);
    cudaEventSynchronize(done);
    std::printf("%d\n", h[7]);  // (2)
    cudaDeviceSynchronize();
}

// expect: race-between-copies
void one_place_for_all_turns() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device_with(1);
    for (int turn = 0; turn < 2; ++turn)
        cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, turn % 2 == 0 ? a : b);  // (1) (2)
    cudaDeviceSynchronize();
}

// expect: race-host-reads-early
void download_without_its_stream() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    int *h = pinned_with(0), *d = on_device_with(1);
    add_one<<<ON(s)>>>(d);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost);  // (1)
    cudaStreamSynchronize(s);
    expect(h[0] != 0, "too early");  // (2)
    cudaDeviceSynchronize();
}

// expect: race-upload-before-fill
void host_function_fills_in_another_stream() {
    cudaStream_t up = stream_without_barrier(), other = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device();
    cudaLaunchHostFunc(other, write_first, h);                // (1)
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, up);  // (2)
    cudaDeviceSynchronize();
}

int seen_by_host_function = 0;
void read_first(void* p) {
    seen_by_host_function = static_cast<int*>(p)[0];
}

// expect: race-output-overwritten
void download_overwrites_what_a_host_function_reads() {
    cudaStream_t down = stream_without_barrier(), other = stream_without_barrier();
    int *h = pinned_with(0), *d = on_device_with(1);
    cudaLaunchHostFunc(other, read_first, h);                   // (1)
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, down);  // (2)
    cudaDeviceSynchronize();
}

int main(int argc, char** argv) {
    return run_named(
        argc, argv,
        {{"kernel_before_upload", kernel_before_upload},
         {"kernel_before_blocking_upload", kernel_before_blocking_upload},
         {"kernel_before_memset", kernel_before_memset},
         {"launch_without_a_stream", launch_without_a_stream},
         {"upload_without_a_stream", upload_without_a_stream},
         {"launch_beside_its_wait", launch_beside_its_wait},
         {"upload_beside_its_record", upload_beside_its_record},
         {"download_without_a_stream", download_without_a_stream},
         {"recorded_in_the_waiting_stream", recorded_in_the_waiting_stream},
         {"host_waits_for_a_record_in_another_stream", host_waits_for_a_record_in_another_stream},
         {"first_of_two_records_forgotten", first_of_two_records_forgotten},
         {"first_of_two_records_too_early", first_of_two_records_too_early},
         {"upload_overwrites_input", upload_overwrites_input},
         {"download_before_kernel", download_before_kernel},
         {"output_overwritten", output_overwritten},
         {"host_reads_early", host_reads_early},
         {"host_reads_pageable_early", host_reads_pageable_early},
         {"host_reads_mapped_early", host_reads_mapped_early},
         {"host_reads_before_success", host_reads_before_success},
         {"host_reads_after_destroying_the_stream", host_reads_after_destroying_the_stream},
         {"host_refills_early_in_many_streams", host_refills_early_in_many_streams},
         {"host_refills_early", host_refills_early},
         {"host_function_fills_pageable_source", host_function_fills_pageable_source},
         {"kernels_of_two_streams", kernels_of_two_streams},
         {"plain_read_of_an_atomic", plain_read_of_an_atomic},
         {"uploads_to_one_buffer", uploads_to_one_buffer},
         {"blocking_copy_within_the_device", blocking_copy_within_the_device},
         {"legacy_event_does_not_cover", legacy_event_does_not_cover},
         {"event_recorded_too_early", event_recorded_too_early},
         {"wait_in_the_first_round_only", wait_in_the_first_round_only},
         {"another_stream_waits", another_stream_waits},
         {"event_that_nobody_records", event_that_nobody_records},
         {"host_waits_for_another_stream", host_waits_for_another_stream},
         {"host_waits_for_an_event_recorded_too_early", host_waits_for_an_event_recorded_too_early},
         {"host_waits_for_another_event", host_waits_for_another_event},
         {"host_waits_for_an_event_that_nobody_records",
          host_waits_for_an_event_that_nobody_records},
         {"wait_before_record", wait_before_record},
         {"shared_event", shared_event},
         {"halves_overlap", halves_overlap},
         {"a_tolerance_finds_spoilt_floats", a_tolerance_finds_spoilt_floats},
         {"a_tolerance_finds_spoilt_doubles", a_tolerance_finds_spoilt_doubles},
         {"wait_in_a_host_function", wait_in_a_host_function},
         {"launch_in_a_host_function", launch_in_a_host_function},
         {"one_of_two_events_is_never_recorded", one_of_two_events_is_never_recorded},
         {"host_waits_for_the_event_of_another_turn",
          host_waits_for_the_event_of_another_turn},
         {"stream_waits_for_the_event_of_another_turn",
          stream_waits_for_the_event_of_another_turn},
         {"host_waits_for_the_event_of_other_work", host_waits_for_the_event_of_other_work},
         {"one_place_for_all_turns", one_place_for_all_turns},
         {"download_without_its_stream", download_without_its_stream},
         {"host_function_fills_in_another_stream", host_function_fills_in_another_stream},
         {"download_overwrites_what_a_host_function_reads",
          download_overwrites_what_a_host_function_reads}});
}
