// Correct programs about memory and copies: nothing may be reported.
#include <cstdlib>
#include <vector>

#include "cases.cuh"

// expect: nothing
void pageable_source_refilled() {
    std::vector<int> h(count);
    int *d = on_device(), *back = pinned_with(0);
    for (int round = 1; round <= 3; ++round) {
        h.assign(count, round);
        cudaMemcpy(d, h.data(), size, cudaMemcpyHostToDevice);
        h.assign(count, -1);  // the blocking form has read its source
        cudaMemcpy(back, d, size, cudaMemcpyDeviceToHost);
        expect(all_are(back, round), "the value of this round");
    }
}

// expect: nothing
void freed_after_a_blocking_copy() {
    const std::vector<int> h(count, 1);
    int* d = nullptr;
    cudaMalloc(&d, size);
    cudaMemcpy(d, h.data(), size, cudaMemcpyHostToDevice);  // and then something else fails
    expect(cudaFree(d) == cudaSuccess, "freed");
}

// expect: nothing
void pageable_target_read_after_a_wait() {
    std::vector<int> h(count, 0);
    int* d = on_device_with(1);
    cudaMemcpyAsync(h.data(), d, size, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
    expect(h[3] == 0x01010101, "downloaded");
}

// expect: nothing
void registered_memory() {
    int* h = static_cast<int*>(std::malloc(size));
    for (int i = 0; i < count; ++i) h[i] = i;
    cudaHostRegister(h, size, cudaHostRegisterDefault);
    cudaStream_t s = stream_without_barrier();
    int* d = on_device();
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, s);
    add_one<<<ON(s)>>>(d);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    expect(h[0] == 1 && h[count - 1] == count, "through registered memory");
    cudaHostUnregister(h);
    std::free(h);
}

// expect: nothing
void kernel_on_mapped_memory() {
    int *h = pinned_with(4), *seen = nullptr;
    cudaHostGetDevicePointer(&seen, h, 0);
    add_one<<<ON(0)>>>(seen);
    cudaDeviceSynchronize();
    expect(all_are(h, 5), "zero-copy");
}

__global__ void set_byte(char* p, int first, int step) {
    p[first + step * (blockIdx.x * blockDim.x + threadIdx.x)] = static_cast<char>(first + 1);
}

// expect: nothing
void bytes_of_one_word() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    char* d = nullptr;
    cudaMalloc(&d, 256);
    set_byte<<<1, 128, 0, a>>>(d, 0, 2);
    set_byte<<<1, 128, 0, b>>>(d, 1, 2);
    cudaDeviceSynchronize();
    char h[256];
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 256; ++i) wrong += h[i] != i % 2 + 1;
    expect(wrong == 0, "every second byte");
}

// expect: nothing
void halves_that_share_a_page() {
    cudaStream_t s[2] = {stream_without_barrier(), stream_without_barrier()};
    constexpr int half = 1027;
    int *h = pinned_with(3), *d = on_device();
    const int first[2] = {0, half}, length[2] = {half, count - half};
    for (int k = 0; k < 2; ++k) {
        cudaMemcpyAsync(d + first[k], h + first[k], length[k] * sizeof(int),
                        cudaMemcpyHostToDevice, s[k]);
        cudaMemcpyAsync(h + first[k], d + first[k], length[k] * sizeof(int),
                        cudaMemcpyDeviceToHost, s[k]);
    }
    cudaStreamSynchronize(s[0]);
    h[half - 1] = 9;  // the other stream's half begins after it
    cudaStreamSynchronize(s[1]);
}

__global__ void count_up(int* p) {
    atomicAdd(p, 1);
}

// expect: nothing
void atomics_of_two_streams() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int* d = on_device_with(0);
    count_up<<<4, 32, 0, a>>>(d);
    count_up<<<4, 32, 0, b>>>(d);
    cudaDeviceSynchronize();
    int h = 0;
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    expect(h == 256, "both streams' sum");
}

// expect: nothing
void readers_of_two_streams() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    int *in = on_device_with(0), *x = on_device(), *y = on_device(), *h = pinned_with(0);
    plus_one<<<ON(a)>>>(in, x);
    plus_one<<<ON(b)>>>(in, y);
    cudaMemcpyAsync(h, in, size, cudaMemcpyDeviceToHost, a);
    cudaDeviceSynchronize();
}

// expect: nothing
void rectangles() {
    constexpr int width = 100, rows = 40;
    std::vector<char> h(width * rows, 2), back(width * rows, 0);
    char* d = nullptr;
    std::size_t pitch = 0;
    cudaMallocPitch(&d, &pitch, width, rows);
    cudaMemset2D(d, pitch, 1, width, rows);
    cudaMemcpy2D(d, pitch, h.data(), width, width, rows, cudaMemcpyHostToDevice);
    cudaMemcpy2D(back.data(), width, d, pitch, width, rows, cudaMemcpyDeviceToHost);
    expect(back == h, "there and back");
    // Columns of one rectangle in two streams: no byte in common.
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    cudaDeviceSynchronize();
    cudaMemset2DAsync(d, pitch, 3, width / 2, rows, a);
    cudaMemset2DAsync(d + width / 2, pitch, 4, width / 2, rows, b);
    cudaDeviceSynchronize();
}

__constant__ int factor;
__device__ int table[16];

__global__ void scale(int* p) {
    p[threadIdx.x] = table[threadIdx.x] * factor;
}

// expect: nothing
void symbols() {
    static int host_table[16], host_factor = 3;  // perhaps beside the symbols
    for (int i = 0; i < 16; ++i) host_table[i] = i;
    int *d = on_device(), h[16] = {};
    cudaMemcpyToSymbolAsync(factor, &host_factor, sizeof(int), 0, cudaMemcpyHostToDevice, 0);
    cudaMemcpyToSymbol(table, host_table, sizeof host_table);
    scale<<<1, 16>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    expect(h[5] == 15, "table * factor");
    cudaMemcpyFromSymbol(h, table, 4 * sizeof(int), 4 * sizeof(int));
    expect(h[0] == 4, "part of a symbol");
}

// expect: nothing
void copies_within_a_page() {
    char *d = nullptr, *other = nullptr;
    cudaMalloc(&other, 4096);
    cudaMalloc(&d, 4096);
    cudaMemset(d, 1, 128);
    cudaMemset(other, 2, 4096);
    cudaMemcpyAsync(d + 128, d, 128, cudaMemcpyDeviceToDevice, 0);
    char h[256];
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    expect(h[255] == 1, "device to device");
    std::vector<char> v(1000, 3);
    cudaMemcpyAsync(v.data() + 500, v.data(), 100, cudaMemcpyHostToHost, 0);
    v[500] = 4;
    cudaDeviceSynchronize();
}

__global__ void pages(const char* p, const char* q, char* out) {
    char page[4096];
    char sum = p[0];
    memcpy(page, p, sizeof page);
    sum = static_cast<char>(sum + q[0] + page[9] + p[100]);
    out[0] = sum;
}
__global__ void write_beside(char* q) {
    q[100] = 1;
}

// expect: nothing
void whole_page_between_single_bytes() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    auto *p = reinterpret_cast<char*>(on_device_with(1));
    auto *q = reinterpret_cast<char*>(on_device_with(1));
    auto *out = reinterpret_cast<char*>(on_device());
    pages<<<1, 1, 0, a>>>(p, q, out);
    write_beside<<<1, 1, 0, b>>>(q);  // the other kernel reads q[0] only
    cudaDeviceSynchronize();
}

// expect: nothing
void addresses_used_again() {
    for (int i = 0; i < 600; ++i) {
        cudaStream_t s;
        cudaStreamCreate(&s);
        int *d = on_device(), *h = nullptr;
        cudaMallocHost(&h, size);
        fill<<<ON(s)>>>(d, i);
        cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, s);
        cudaStreamSynchronize(s);
        expect(h[count - 1] == i, "this round's value");
        cudaFree(d);
        cudaFreeHost(h);
        cudaStreamDestroy(s);
    }
}

// expect: nothing
void stream_ordered_allocation() {
    cudaStream_t s = stream_without_barrier();
    int *d = nullptr, *h = pinned_with(0);
    cudaMallocAsync(&d, size, s);
    fill<<<ON(s)>>>(d, 6);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, s);
    cudaFreeAsync(d, s);
    cudaStreamSynchronize(s);
    expect(all_are(h, 6), "before it was freed");
}

// expect: nothing
void uninitialised_bytes_may_be_carried_along() {
    struct record {
        char tag;
        int value;
    };
    record* h = nullptr;
    cudaMallocHost(&h, 64 * sizeof(record));
    for (int i = 0; i < 64; ++i) {
        h[i].tag = 'x';
        h[i].value = i;
    }
    auto* d = reinterpret_cast<record*>(on_device());
    cudaMemcpy(d, h, 64 * sizeof(record), cudaMemcpyHostToDevice);  // with the padding
    cudaMemcpy(h, d, 64 * sizeof(record), cudaMemcpyDeviceToHost);
    expect(h[63].value == 63, "values");
}

int main(int argc, char** argv) {
    return run_named(
        argc, argv,
        {{"pageable_source_refilled", pageable_source_refilled},
         {"freed_after_a_blocking_copy", freed_after_a_blocking_copy},
         {"pageable_target_read_after_a_wait", pageable_target_read_after_a_wait},
         {"registered_memory", registered_memory},
         {"kernel_on_mapped_memory", kernel_on_mapped_memory},
         {"bytes_of_one_word", bytes_of_one_word},
         {"halves_that_share_a_page", halves_that_share_a_page},
         {"atomics_of_two_streams", atomics_of_two_streams},
         {"readers_of_two_streams", readers_of_two_streams},
         {"rectangles", rectangles},
         {"symbols", symbols},
         {"copies_within_a_page", copies_within_a_page},
         {"whole_page_between_single_bytes", whole_page_between_single_bytes},
         {"addresses_used_again", addresses_used_again},
         {"stream_ordered_allocation", stream_ordered_allocation},
         {"uninitialised_bytes_may_be_carried_along",
          uninitialised_bytes_may_be_carried_along}});
}
