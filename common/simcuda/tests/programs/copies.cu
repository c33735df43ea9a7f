// Copies of boxes and batches of copies; kernels on the host's memory.
#include <cstdlib>
#include <vector>

#include "cases.cuh"

namespace {

constexpr int width = 100, height = 10, depth = 4, volume = width * height * depth;

cudaMemcpy3DParms box(void* to, std::size_t to_pitch, void* from, std::size_t from_pitch,
                      cudaMemcpyKind kind) {
    cudaMemcpy3DParms p{};
    p.dstPtr = make_cudaPitchedPtr(to, to_pitch, width, height);
    p.srcPtr = make_cudaPitchedPtr(from, from_pitch, width, height);
    p.extent = make_cudaExtent(width, height, depth);
    p.kind = kind;
    return p;
}

/// A few copies of one size each.
struct pieces {
    static constexpr std::size_t most = 4;
    void* to[most];
    const void* from[most];
    std::size_t sizes[most];
    std::size_t number = 0, first[1] = {0};
    cudaMemcpyAttributes how{};

    void add(void* t, const void* f, std::size_t n) {
        to[number] = t;
        from[number] = f;
        sizes[number++] = n;
    }
    cudaMemcpyAttributes* read(cudaMemcpySrcAccessOrder order) {
        how.srcAccessOrder = order;
        return &how;
    }
};

/// As a macro, so that the call stands on its user's line.
#define COPY_BATCH(p, order, stream)                                                       \
    cudaMemcpyBatchAsync(p.to, p.from, p.sizes, p.number, p.read(cudaMemcpySrcAccess##order), \
                         p.first, 1, stream)

}  // namespace

// expect: nothing
void boxes() {
    std::vector<char> h(volume, 2), back(volume, 0);
    cudaPitchedPtr d{};
    cudaMalloc3D(&d, make_cudaExtent(width, height, depth));
    cudaMemset3D(d, 1, make_cudaExtent(width, height, depth));
    cudaMemcpy3DParms up = box(d.ptr, d.pitch, h.data(), width, cudaMemcpyHostToDevice);
    cudaMemcpy3DParms down = box(back.data(), width, d.ptr, d.pitch, cudaMemcpyDeviceToHost);
    up.extent.depth = depth - 1;  // the last slice stays
    expect(cudaMemcpy3D(&up) == cudaSuccess, "up");
    expect(cudaMemcpy3D(&down) == cudaSuccess, "down");
    expect(back[0] == 2 && back[volume - width * height - 1] == 2, "three slices");
    expect(back[volume - width * height] == 1 && back[volume - 1] == 1, "the last slice");
    down.srcPos = make_cudaPos(0, 0, depth - 1);
    down.dstPos = make_cudaPos(1, 1, 0);
    down.extent = make_cudaExtent(2, 3, 1);
    cudaMemcpy3D(&down);
    expect(back[width + 1] == 1 && back[width + 2] == 1 && back[width + 3] == 2, "a corner");
}

// expect: nothing
void boxes_side_by_side() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    cudaPitchedPtr d{};
    cudaMalloc3D(&d, make_cudaExtent(width, height, depth));
    const cudaExtent half = make_cudaExtent(width / 2, height, depth);
    cudaPitchedPtr right = d;
    right.ptr = static_cast<char*>(d.ptr) + width / 2;
    cudaMemset3DAsync(d, 1, half, a);
    cudaMemset3DAsync(right, 2, half, b);
    cudaDeviceSynchronize();
}

// expect: race-between-copies
void boxes_that_overlap() {
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();
    cudaPitchedPtr d{};
    cudaMalloc3D(&d, make_cudaExtent(width, height, depth));
    const cudaExtent half = make_cudaExtent(width / 2 + 1, height, depth);
    cudaPitchedPtr right = d;
    right.ptr = static_cast<char*>(d.ptr) + width / 2;
    cudaMemset3DAsync(d, 1, half, a);      // (1)
    cudaMemset3DAsync(right, 2, half, b);  // (2)
    cudaDeviceSynchronize();
}

// expect: nothing
void a_batch() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(4), *d = on_device(), *back = pinned_with(0);
    pieces up;
    for (int i = 0; i < 4; ++i) up.add(d + i * count / 4, h + i * count / 4, size / 4);
    expect(COPY_BATCH(up, OrderStream, s) == cudaSuccess, "up");
    add_one<<<ON(s)>>>(d);
    pieces down;
    down.add(back, d, size);
    COPY_BATCH(down, OrderStream, s);
    cudaStreamSynchronize(s);
    expect(all_are(back, 5), "after the batch before");
}

// expect: nothing
void source_read_during_the_call() {
    cudaStream_t s = stream_without_barrier();
    int* d = on_device();
    for (int i = 0; i < 3; ++i) {
        int on_stack[16];
        for (int& x : on_stack) x = i;
        pieces up;
        up.add(d + 16 * i, on_stack, sizeof on_stack);
        COPY_BATCH(up, OrderDuringApiCall, s);
        on_stack[3] = -1;
    }
    cudaStreamSynchronize(s);
}

// expect: race-host-refills-early
void source_of_a_batch_refilled() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(4), *d = on_device();
    pieces up;
    up.add(d, h, size);
    COPY_BATCH(up, OrderStream, s);  // (1)
    h[9] = 1;                                    // (2)
    cudaStreamSynchronize(s);
}

// expect: race-between-copies
void batch_reads_at_any_time() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(4), *d = on_device_with(0), *e = on_device();
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, s);  // (1)
    pieces on;
    on.add(e, d, size);
    COPY_BATCH(on, OrderAny, s);  // (2)
    cudaStreamSynchronize(s);
}

// expect: race-between-copies
void a_batch_that_follows_itself() {
    cudaStream_t s = stream_without_barrier();
    int *h = pinned_with(4), *d = on_device(), *e = on_device();
    pieces both;
    both.add(d, h, size);
    both.add(e, d, size);
    COPY_BATCH(both, OrderStream, s);  // (1)
    cudaStreamSynchronize(s);
}

// expect: nothing
void kernel_on_registered_memory() {
    int *h = static_cast<int*>(std::malloc(size)), *seen = nullptr;
    for (int i = 0; i < count; ++i) h[i] = 1;
    cudaHostRegister(h, size, cudaHostRegisterMapped);
    cudaHostGetDevicePointer(&seen, h, 0);
    add_one<<<ON(0)>>>(seen);
    cudaDeviceSynchronize();
    expect(all_are(h, 2), "where it lies");
    cudaHostUnregister(h);
    std::free(h);
}

// expect: race-host-reads-early
void mapped_memory_read_early() {
    int* h = pinned_with(1);
    add_one<<<ON(0)>>>(h);    // (1)
    expect(h[5] != 99, "");   // (2)
    cudaDeviceSynchronize();
}

// expect: host-pointer-in-kernel
void no_longer_registered() {
    int* h = static_cast<int*>(std::malloc(size));
    std::memset(h, 0, size);
    cudaHostRegister(h, size, cudaHostRegisterMapped);
    cudaHostUnregister(h);
    add_one<<<ON(0)>>>(h);  // (1)
    cudaDeviceSynchronize();
    std::free(h);
}

// expect: host-pointer-in-kernel
void beside_what_is_registered() {
    int* h = static_cast<int*>(std::aligned_alloc(4096, size));
    std::memset(h, 0, size);
    cudaHostRegister(h, size / 2 + 64, cudaHostRegisterMapped);
    add_one<<<ON(0)>>>(h);  // (1)
    cudaDeviceSynchronize();
}

// expect: freed-in-use
void reallocated_in_use() {
    int* h = static_cast<int*>(std::malloc(size));
    int* d = on_device_with(0);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, 0);  // (1)
    h = static_cast<int*>(std::realloc(h, 2 * size));        // (2)
    h[count] = 1;
    cudaDeviceSynchronize();
    std::free(h);
}

// expect: nothing
void reallocated_afterwards() {
    int* h = static_cast<int*>(std::malloc(size));
    int* d = on_device_with(1);
    cudaMemcpyAsync(h, d, size, cudaMemcpyDeviceToHost, 0);
    cudaDeviceSynchronize();
    h = static_cast<int*>(std::realloc(h, 2 * size));
    expect(h[count - 1] == 0x01010101, "the contents stay");
    std::free(h);
}

int main(int argc, char** argv) {
    return run_named(argc, argv,
                     {{"boxes", boxes},
                      {"boxes_side_by_side", boxes_side_by_side},
                      {"boxes_that_overlap", boxes_that_overlap},
                      {"a_batch", a_batch},
                      {"source_read_during_the_call", source_read_during_the_call},
                      {"source_of_a_batch_refilled", source_of_a_batch_refilled},
                      {"batch_reads_at_any_time", batch_reads_at_any_time},
                      {"a_batch_that_follows_itself", a_batch_that_follows_itself},
                      {"kernel_on_registered_memory", kernel_on_registered_memory},
                      {"mapped_memory_read_early", mapped_memory_read_early},
                      {"no_longer_registered", no_longer_registered},
                      {"beside_what_is_registered", beside_what_is_registered},
                      {"reallocated_in_use", reallocated_in_use},
                      {"reallocated_afterwards", reallocated_afterwards}});
}
