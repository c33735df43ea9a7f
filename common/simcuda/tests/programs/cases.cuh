#pragma once

// Many small cases in one program: it runs the one that the command line names. Above each case,
// "expect: ID" says which defect it must get ("nothing": none); the lines that the report must
// show are marked (1) and (2).

#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <initializer_list>

struct named_case {
    const char* name;
    void (*run)();
};

inline int wrong_results = 0;

/// For what a case computes; the program's exit status tells.
inline void expect(bool holds, const char* what) {
    if (holds) return;
    ++wrong_results;
    std::printf("wrong: %s\n", what);
}

inline int run_named(int argc, char** argv, std::initializer_list<named_case> cases) {
    for (const named_case& c : cases) {
        if (argc == 2 && std::strcmp(argv[1], c.name) == 0) {
            c.run();
            return wrong_results == 0 ? 0 : 1;
        }
    }
    for (const named_case& c : cases) std::printf("%s\n", c.name);
    return 2;
}

constexpr int count = 4096;
constexpr int size = count * static_cast<int>(sizeof(int));
constexpr int threads = 128;

/// Launch configuration for `count` elements in a stream.
#define ON(stream) count / threads, threads, 0, stream

__global__ inline void fill(int* p, int value) {
    p[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ inline void add_one(int* p) {
    p[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

__global__ inline void plus_one(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + 1;
}

/// Keeps a stream busy for `us` microseconds.
__global__ inline void spin(int us) {
    const long long start = clock64();
    while (clock64() - start < us * 2000LL) {
    }
}

inline int* on_device() {
    int* p = nullptr;
    cudaMalloc(&p, size);
    return p;
}

/// Device memory whose every byte has the value `byte`.
inline int* on_device_with(int byte) {
    int* p = on_device();
    cudaMemset(p, byte, size);
    cudaDeviceSynchronize();
    return p;
}

inline int* pinned_with(int value) {
    int* p = nullptr;
    cudaMallocHost(&p, size);
    for (int i = 0; i < count; ++i) p[i] = value;
    return p;
}

inline bool all_are(const int* p, int value) {
    for (int i = 0; i < count; ++i) {
        if (p[i] != value) return false;
    }
    return true;
}

inline cudaStream_t stream_without_barrier() {
    cudaStream_t s = nullptr;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    return s;
}
