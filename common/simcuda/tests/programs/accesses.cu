// Single accesses that are wrong whatever the order of the work.
#include <cstdlib>
#include <thread>
#include <vector>

#include "cases.cuh"


// expect: uninitialised-read
__global__ void sum_of(const int* p, int* out) {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += p[i];  // (1)
    *out = sum;
}
void kernel_reads_nothing_written() {
    int *d = on_device(), *out = on_device();
    sum_of<<<1, 1>>>(d, out);  // (2)
    cudaDeviceSynchronize();
}

// expect: uninitialised-read
void host_reads_through_a_copy() {
    int* d = on_device();
    std::vector<int> h(count, 0);
    cudaMemcpy(h.data(), d, size, cudaMemcpyDeviceToHost);
    std::printf("%d\n", h[5]);  // (1)
}

// expect: uninitialised-read
void host_reads_fresh_pinned_memory() {
    int* h = nullptr;
    cudaMallocHost(&h, size);
    std::printf("%d\n", h[5]);  // (1)
}

// expect: uninitialised-read
__global__ void read_block(const int* p, int* out) {
    int block[64];
    memcpy(block, p, sizeof block);  // (2)
    *out = block[0];
}
void last_part_was_never_uploaded() {
    int *d = on_device(), *out = on_device();
    int h[60] = {};
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);  // (1)
    read_block<<<1, 1>>>(d, out);  // (3)
    cudaDeviceSynchronize();
}

// expect: uninitialised-read
__global__ void take_each(const int* p, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = p[i];  // (2)
}
void upload_counted_in_elements() {
    int *d = on_device(), *out = on_device(), *h = pinned_with(0);
    cudaMemcpy(d, h, count, cudaMemcpyHostToDevice);  // (1)
    take_each<<<count / threads, threads>>>(d, out);  // (3)
    cudaDeviceSynchronize();
}

// expect: out-of-bounds
__global__ void write_past_end(int* p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) p[i] = i;  // (2)
}
void kernel_writes_one_past_the_end() {
    int* d = on_device();
    write_past_end<<<count / threads + 1, threads>>>(d, count);  // (1)
    expect(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "the error comes with the wait");
    expect(cudaGetLastError() == cudaErrorIllegalAddress, "it is the last error");
    expect(cudaGetLastError() == cudaErrorIllegalAddress, "which reading does not clear");
    expect(cudaFree(d) == cudaErrorIllegalAddress, "and the device stays broken");
}

// expect: out-of-bounds
__global__ void write_in_the_middle(char* p) {
    p[100] = 1;  // (2)
}
void kernel_writes_past_a_small_end() {
    char* d = nullptr;
    cudaMalloc(&d, 100);
    write_in_the_middle<<<1, 1>>>(d);  // (1)
    cudaDeviceSynchronize();
}

// expect: out-of-bounds
__global__ void read_before(const int* p, int* out) {
    *out = p[-1];  // (2)
}
void kernel_reads_before_the_start() {
    int *first = on_device_with(0), *d = on_device_with(0);
    read_before<<<1, 1>>>(d, first);  // (1)
    cudaDeviceSynchronize();
}

// expect: out-of-bounds
__global__ void read_far(const int* p, long i, int* out) {
    *out = p[i];  // (2)
}
void kernel_reads_far_outside() {
    int *out = on_device(), *d = on_device_with(0);
    read_far<<<1, 1>>>(d, 1L << 30, out);  // (1)
    cudaDeviceSynchronize();
}

// expect: out-of-bounds
__global__ void stop_between_barriers(int* p) {
    __shared__ int offset;
    if (threadIdx.x == 0) offset = count;
    __syncthreads();
    if (threadIdx.x == 40) p[offset] = 1;  // (2)
    __syncthreads();
    p[threadIdx.x] = 1;
}
void another_thread_meets_the_broken_device() {
    int* d = on_device_with(0);
    stop_between_barriers<<<2, 64>>>(d);  // (1)
    cudaError_t there = cudaSuccess;
    std::thread([&] { there = cudaDeviceSynchronize(); }).join();
    expect(there == cudaErrorIllegalAddress, "the other thread's error");
    fill<<<ON(0)>>>(d, 1);
    expect(cudaGetLastError() == cudaErrorIllegalAddress, "no launch any more");
}

// expect: out-of-bounds
// ends: 139
void host_writes_past_pinned_memory() {
    int* h = pinned_with(0);
    h[count] = 1;  // (1)
}

// expect: null-pointer-in-kernel
__global__ void store(int* p) {
    *p = 1;  // (2)
}
void kernel_writes_through_null() {
    store<<<1, 1>>>(nullptr);  // (1)
    cudaDeviceSynchronize();
}

// expect: host-pointer-in-kernel
__global__ void store_1(int* p) {
    *p = 1;  // (2)
}
void kernel_writes_malloc_memory() {
    int* h = static_cast<int*>(std::malloc(size));
    store_1<<<1, 1>>>(h);  // (1)
    cudaDeviceSynchronize();
    std::free(h);
}

// expect: host-pointer-in-kernel
__global__ void store_2(int* p) {
    *p = 1;  // (2)
}
void kernel_writes_a_variable_on_the_stack() {
    int x = 0;
    store_2<<<1, 1>>>(&x);  // (1)
    cudaDeviceSynchronize();
}

// expect: host-pointer-in-kernel
__global__ void load(const int* p, int* out) {
    *out = *p;  // (2)
}
void kernel_reads_a_vector() {
    std::vector<int> h(count, 1);
    int* d = on_device();
    cudaMemcpy(d, h.data(), size, cudaMemcpyHostToDevice);  // a copy makes it no better
    load<<<1, 1>>>(h.data(), d);  // (1)
    cudaDeviceSynchronize();
}

// expect: device-pointer-on-host
void host_reads_device_memory() {
    int* d = on_device_with(0);
    std::printf("%d\n", d[3]);  // (1)
}

// expect: device-pointer-on-host
void host_writes_device_memory() {
    int* d = on_device();
    for (int i = 0; i < count; ++i) d[i] = i;  // (1)
}

// expect: device-pointer-on-host
void host_copies_with_memcpy() {
    int* d = on_device();
    int h[4] = {};
    std::memcpy(d, h, sizeof h);  // (1)
}

int main(int argc, char** argv) {
    return run_named(
        argc, argv,
        {{"kernel_reads_nothing_written", kernel_reads_nothing_written},
         {"host_reads_through_a_copy", host_reads_through_a_copy},
         {"host_reads_fresh_pinned_memory", host_reads_fresh_pinned_memory},
         {"last_part_was_never_uploaded", last_part_was_never_uploaded},
         {"upload_counted_in_elements", upload_counted_in_elements},
         {"kernel_writes_one_past_the_end", kernel_writes_one_past_the_end},
         {"kernel_writes_past_a_small_end", kernel_writes_past_a_small_end},
         {"kernel_reads_before_the_start", kernel_reads_before_the_start},
         {"kernel_reads_far_outside", kernel_reads_far_outside},
         {"another_thread_meets_the_broken_device", another_thread_meets_the_broken_device},
         {"host_writes_past_pinned_memory", host_writes_past_pinned_memory},
         {"kernel_writes_through_null", kernel_writes_through_null},
         {"kernel_writes_malloc_memory", kernel_writes_malloc_memory},
         {"kernel_writes_a_variable_on_the_stack", kernel_writes_a_variable_on_the_stack},
         {"kernel_reads_a_vector", kernel_reads_a_vector},
         {"host_reads_device_memory", host_reads_device_memory},
         {"host_writes_device_memory", host_writes_device_memory},
         {"host_copies_with_memcpy", host_copies_with_memcpy}});
}
