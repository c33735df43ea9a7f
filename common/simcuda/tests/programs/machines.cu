// What the machine profiles overlap and what not: nothing may be reported, except where pageable
// memory is used without waiting.
#include <chrono>
#include <cstdlib>

#include "cases.cuh"

constexpr std::size_t large = 8 << 20;

double now_us() {
    const auto t = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(t).count();
}

struct bench {
    char *up = nullptr, *down = nullptr, *in = nullptr, *out = nullptr;
    cudaStream_t a = stream_without_barrier(), b = stream_without_barrier();

    bench() {
        cudaMallocHost(&up, large);
        cudaMallocHost(&down, large);
        cudaMalloc(&in, large);
        cudaMalloc(&out, large);
        std::memset(up, 1, large);
        cudaMemset(out, 2, large);
        cudaDeviceSynchronize();
    }
    void upload() const { cudaMemcpyAsync(in, up, large, cudaMemcpyHostToDevice, a); }
    void download() const { cudaMemcpyAsync(down, out, large, cudaMemcpyDeviceToHost, b); }
    template <class Body>
    double time_of(Body body) const {
        cudaDeviceSynchronize();
        const double start = now_us();
        body();
        cudaDeviceSynchronize();
        return now_us() - start;
    }
};

/// Does the device do both at the same time? Both directions slow each other down, no matter.
void expect_of_machine(bool copies_beside_kernels, bool both_directions) {
    const bench m;
    const double up = m.time_of([&] { m.upload(); });
    const double down = m.time_of([&] { m.download(); });
    int khz = 0, engines = 0;
    cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0);
    const auto kernel = [&] { spin<<<1, 1, 0, m.b>>>(static_cast<int>(up * khz / 2e6)); };
    const double computing = m.time_of(kernel);
    const auto is_less_than_sum = [](double both, double x, double y) {
        const double longer = x > y ? x : y;
        return both < longer + 0.8 * (x + y - longer);
    };
    const double with_kernel = m.time_of([&] {
        m.upload();
        kernel();
    });
    const double with_copy = m.time_of([&] {
        m.upload();
        m.download();
    });
    expect(is_less_than_sum(with_kernel, up, computing) == copies_beside_kernels,
           "a copy beside a kernel");
    expect(is_less_than_sum(with_copy, up, down) == both_directions, "copies in both directions");
    cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, 0);
    expect((engines > 0) == copies_beside_kernels, "the attribute tells");
    expect(engines < 2 ? !both_directions : both_directions, "the number tells");
}

// expect: nothing
// with: SIMCUDA_PROFILE=h200
void two_copy_engines() {
    expect_of_machine(true, true);
}

// expect: nothing
// with: SIMCUDA_PROFILE=a100
void uploads_give_way() {
    expect_of_machine(true, true);
    const bench m;
    const double up = m.time_of([&] { m.upload(); });
    cudaEvent_t begin = nullptr, end = nullptr;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int i = 0; i < 4; ++i) m.download();
    cudaEventRecord(begin, m.a);
    m.upload();
    cudaEventRecord(end, m.a);
    cudaDeviceSynchronize();
    float ms = 0;
    cudaEventElapsedTime(&ms, begin, end);
    expect(1000 * ms > 1.8 * up, "an upload takes twice as long while downloads run");
}

// expect: nothing
// with: SIMCUDA_PROFILE=laptop
void one_copy_engine() {
    expect_of_machine(true, false);
}

// expect: nothing
// with: SIMCUDA_PROFILE=no-overlap
void no_copy_engine() {
    expect_of_machine(false, false);
}

// expect: nothing
// with: SIMCUDA_PROFILE=coherent
void pageable_is_as_good_as_pinned() {
    expect_of_machine(true, true);
    const bench m;
    char* pageable = static_cast<char*>(std::malloc(large));
    std::memset(pageable, 3, large);
    const double pinned = m.time_of([&] { m.upload(); });
    double called = 0;
    const double with_pageable = m.time_of([&] {
        const double start = now_us();
        cudaMemcpyAsync(m.in, pageable, large, cudaMemcpyHostToDevice, m.a);
        called = now_us() - start;
    });
    expect(called < 10, "the call does not wait");
    expect(with_pageable < 1.1 * pinned, "as fast as pinned");
    std::free(pageable);
}

// expect: nothing
// with: SIMCUDA_PROFILE=coherent
void kernel_on_pageable_memory() {
    int* h = static_cast<int*>(std::malloc(size));
    for (int i = 0; i < count; ++i) h[i] = i;
    add_one<<<ON(0)>>>(h);
    cudaDeviceSynchronize();
    expect(h[0] == 1 && h[count - 1] == count, "written by the kernel");
    std::free(h);
}

// expect: race-host-reads-early
// with: SIMCUDA_PROFILE=coherent
void kernel_on_pageable_memory_not_waited_for() {
    int* h = static_cast<int*>(std::malloc(size));
    for (int i = 0; i < count; ++i) h[i] = i;
    cudaStream_t s = stream_without_barrier();
    add_one<<<ON(s)>>>(h);             // (1)
    std::printf("%d\n", h[0] != 1000);  // (2)
    cudaStreamSynchronize(s);
    std::free(h);
}

// expect: race-host-refills-early
// with: SIMCUDA_PROFILE=coherent
void pageable_source_refilled_on_a_coherent_machine() {
    int* h = static_cast<int*>(std::malloc(size));
    for (int i = 0; i < count; ++i) h[i] = i;
    int* d = on_device();
    cudaStream_t s = stream_without_barrier();
    cudaMemcpyAsync(d, h, size, cudaMemcpyHostToDevice, s);  // (1)
    h[5] = 7;                                                // (2)
    cudaStreamSynchronize(s);
    std::free(h);
}

// expect: host-pointer-in-kernel
// with: SIMCUDA_PROFILE=laptop
__global__ void store(int* p) {
    *p = 1;  // (2)
}
void kernel_on_pageable_memory_elsewhere() {
    int* h = static_cast<int*>(std::calloc(count, sizeof(int)));
    store<<<1, 1>>>(h);  // (1)
    cudaDeviceSynchronize();
    std::free(h);
}

int main(int argc, char** argv) {
    return run_named(argc, argv,
                     {{"two_copy_engines", two_copy_engines},
                      {"uploads_give_way", uploads_give_way},
                      {"one_copy_engine", one_copy_engine},
                      {"no_copy_engine", no_copy_engine},
                      {"pageable_is_as_good_as_pinned", pageable_is_as_good_as_pinned},
                      {"kernel_on_pageable_memory", kernel_on_pageable_memory},
                      {"kernel_on_pageable_memory_not_waited_for",
                       kernel_on_pageable_memory_not_waited_for},
                      {"pageable_source_refilled_on_a_coherent_machine",
                       pageable_source_refilled_on_a_coherent_machine},
                      {"kernel_on_pageable_memory_elsewhere",
                       kernel_on_pageable_memory_elsewhere}});
}
