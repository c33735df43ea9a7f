// What kernels call and how kernels are written: mathematics, intrinsics, atomics, loads, vectors,
// and every form of a kernel and of its launch.
#include "cases.cuh"

#include <cassert>
#include <cmath>
#include <vector>

namespace {

int* fresh_counter() {
    int* wrong = nullptr;
    cudaMalloc(&wrong, sizeof(int));
    cudaMemset(wrong, 0, sizeof(int));
    return wrong;
}

/// Waits, and reads and frees what `fresh_counter` made.
int value_of(int* counter) {
    int value = -1;
    expect(cudaMemcpy(&value, counter, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess,
           "the kernel ran");
    cudaFree(counter);
    return value;
}

__device__ bool near(double a, double b) {
    return fabs(a - b) <= 1e-5 * (1 + fabs(b));
}

__global__ void mathematics(int* wrong) {
    int bad = 0;
    bad += !near(sqrtf(2.0f), 1.41421356) + !near(rsqrtf(4.0f), 0.5) + !near(cbrt(27.0), 3);
    bad += !near(__expf(1.0f), 2.71828183) + !near(__powf(2.0f, 10.0f), 1024);
    bad += !near(__sinf(0.5f), sin(0.5)) + !near(__fdividef(1.0f, 8.0f), 0.125);
    bad += !near(exp10f(2.0f), 100) + !near(log2(8.0), 3) + !near(hypot(3.0, 4.0), 5);
    bad += !near(normcdf(0.0), 0.5) + !near(normcdff(1.0f), 0.84134475);
    bad += !near(normcdfinv(0.975), 1.95996398) + !near(erfinv(0.5), 0.47693628);
    bad += !near(erfinv(-1e-6), -8.8622693e-7) + !near(erfcinv(1e-10), 4.572824967);
    bad += !near(erfcx(2.0), 0.25539567) + !near(erfcx(50.0), 0.011281536);
    bad += !near(cyl_bessel_i0(1.0), 1.26606588) + !near(cyl_bessel_i1f(-1.0f), -0.56515910);
    bad += !near(norm3d(1.0, 2.0, 2.0), 3) + !near(rnorm4df(1, 1, 1, 1), 0.5);
    const double edges[5] = {1, 2, 3, 4, 6};
    bad += !near(norm(5, edges), sqrt(66.0)) + !near(rhypotf(3.0f, 4.0f), 0.2);
    double sine = 0, cosine = 0;
    sincospi(0.5, &sine, &cosine);
    bad += !near(sine, 1) + !near(cosine, 0);
    float s = 0, c = 0;
    sincosf(1.0f, &s, &c);
    bad += !near(s * s + c * c, 1);
    bad += fmaxf(1.0f, nanf("")) != 1.0f || !isnan(sqrt(-1.0)) || !isinf(1.0f / (s - s));
    bad += umin(3u, 0xffffffffu) != 3 || llmax(-5ll, 5ll) != 5 || max(2.0f, 3.0f) != 3.0f;
    atomicAdd(wrong, bad);
}

__global__ void rounding(int* wrong) {
    int bad = 0;
    bad += __fadd_rd(1.0f, 1e-10f) != 1.0f || __fadd_ru(1.0f, 1e-10f) != nextafterf(1.0f, 2.0f);
    bad += __fsub_rz(1.0f, 1e-10f) != nextafterf(1.0f, 0.0f) || __fadd_rn(1.0f, 1e-10f) != 1.0f;
    bad += __fmul_ru(0.1f, 0.1f) <= __fmul_rd(0.1f, 0.1f);
    bad += __ddiv_ru(1.0, 3.0) != nextafter(__ddiv_rd(1.0, 3.0), 1.0);
    bad += __dsqrt_ru(2.0) != nextafter(__dsqrt_rd(2.0), 2.0) || __drcp_rz(3.0) >= __drcp_ru(3.0);
    bad += __fmaf_rd(1.0f, 1.0f, 1e-10f) != 1.0f;
    bad += __fma_ru(1.0, 1.0, 1e-30) != nextafter(1.0, 2.0);
    bad += __int2float_ru(16777217) != 16777218.0f || __int2float_rd(-16777217) != -16777218.0f;
    bad += __double2float_rz(-0.1) <= __double2float_rd(-0.1);
    bad += __ull2double_ru(~0ull) != 18446744073709551616.0;
    bad += __ull2double_rz(~0ull) != 18446744073709549568.0;
    bad += __float2int_ru(2.1f) != 3 || __double2int_rz(-2.9) != -2;
    atomicAdd(wrong, bad);
}

__global__ void bits(int* wrong) {
    int bad = 0;
    bad += __popc(0xf0f0u) != 8 || __popcll(~0ull) != 64 || __clz(1) != 31 || __clzll(0) != 64;
    bad += __ffs(0) != 0 || __ffs(8) != 4 || __ffsll(1ll << 40) != 41 || __brev(1u) != 1u << 31;
    bad += __byte_perm(0x33221100, 0x77665544, 0x7531) != 0x77553311;
    bad += __funnelshift_l(0x80000000u, 1u, 1) != 3u || __umulhi(1u << 31, 4u) != 2u;
    bad += __mul24(-3, 5) != -15 || __sad(-3, 4, 1u) != 8u || __hadd(3, 4) != 3;
    bad += __umul64hi(1ull << 63, 6ull) != 3ull || __mulhi(-1, 1) != -1;
    bad += __dp4a(0x01020304, 0x01010101, 10) != 20;
    bad += __dp4a(0xff010101u, 0x01010101u, 0u) != 258u || __dp4a(-1, 0x02020202, 0) != -8;
    bad += __dp4a(make_char4(1, -2, 3, -4), make_char4(1, 1, 1, 1), 0) != -2;
    bad += __dp2a_lo(0x00020001, 0x05040302, 0) != 8 || __dp2a_hi(0x00020001, 0x05040302, 0) != 14;
    bad += __float_as_uint(1.0f) != 0x3f800000u || __longlong_as_double(0) != 0.0;
    bad += __hiloint2double(0x3ff00000, 0) != 1.0;
    atomicAdd(wrong, bad);
}

__device__ int counter;
__device__ unsigned unsigned_cell;
__device__ unsigned long long wide_cell;
__device__ long long signed_wide_cell;
__device__ unsigned short short_cells[2];
__device__ float float_cell;
__device__ double double_cell;

__global__ void atomics() {
    atomicAdd(&counter, 2);
    atomicSub(&counter, 1);
    atomicAdd_block(&unsigned_cell, 1u);
    atomicInc(&unsigned_cell, 1000u);
    atomicAdd_system(&wide_cell, 1ull << 32);
    atomicMax(&signed_wide_cell, static_cast<long long>(threadIdx.x) << 40);
    atomicAdd(&float_cell, 0.5f);
    atomicAdd(&double_cell, 0.25);
    // By compare and swap, as older devices have to.
    unsigned short seen = short_cells[0], wanted;
    do {
        wanted = seen;
        seen = atomicCAS(&short_cells[0], wanted, static_cast<unsigned short>(wanted + 3));
    } while (seen != wanted);
    auto* word = reinterpret_cast<unsigned long long*>(&double_cell);
    unsigned long long now = *word, before;
    do {
        before = now;
        now = atomicCAS(word, before, __double_as_longlong(__longlong_as_double(before) + 1.0));
    } while (now != before);
    __threadfence();
    __threadfence_block();
    __threadfence_system();
    __nanosleep(10);
}

template <class T>
T copied(const T& symbol) {
    T value{};
    expect(cudaMemcpyFromSymbol(&value, symbol, sizeof(T)) == cudaSuccess, "the symbol is read");
    return value;
}

__global__ void loads(const float4* __restrict__ in, float4* __restrict__ out) {
    const float4 v = __ldg(in + threadIdx.x);
    const float4 w = __ldcs(in + threadIdx.x);
    __stcg(out + threadIdx.x, make_float4(v.x + w.w, v.y, v.z, __ldca(&in[threadIdx.x].w)));
}

// Kernels in every form.
__constant__ int offsets[2] = {10, 20};
template <class T>
__global__ void reversed(T* p, int n) {
    extern __shared__ unsigned char raw[];
    T* room = reinterpret_cast<T*>(raw);
    room[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = room[n - 1 - threadIdx.x];
}
template <int N, class T = int>
__global__ void __launch_bounds__(N) numbered(T* p) {
    if (threadIdx.x < N) p[threadIdx.x] = static_cast<T>(threadIdx.x * N);
}
static __global__ void in_static(int* p) { p[0] += offsets[1]; }
namespace inner {
namespace {
__global__ void hidden(int* p, int by = 4);
__global__ void hidden(int* p, int by) { p[0] += by; }
}  // namespace
}  // namespace inner
template <class Function>
__global__ void apply(int* p, Function f) {
    p[threadIdx.x] = f(static_cast<int>(threadIdx.x));
}
__device__ __noinline__ int squared(int x) { return x * x; }
__device__ __forceinline__ int cubed(int x) { return x * squared(x); }
struct power {
    int exponent;
    __device__ int operator()(int x) const { return exponent == 2 ? squared(x) : cubed(x); }
};
#define LAUNCH(kernel, number, ...) kernel<<<1, (number)>>>(__VA_ARGS__)
__global__ void writes_two(int* p, double x, char c) { p[0] += static_cast<int>(x) + c; }
__global__ void checks(int limit) { assert(static_cast<int>(threadIdx.x) < limit); }
__global__ void says() { printf("thread %d of %d\n", threadIdx.x, blockDim.x); }

}  // namespace

// expect: nothing
void functions_give_what_they_should() {
    for (auto* const kernel : {mathematics, rounding, bits}) {
        int* wrong = fresh_counter();
        kernel<<<1, 1>>>(wrong);
        expect(value_of(wrong) == 0, kernel == mathematics ? "mathematics"
                                     : kernel == rounding  ? "rounding"
                                                           : "bits");
    }
}

// expect: nothing
void atomics_of_every_type() {
    atomics<<<2, 32>>>();
    expect(copied(counter) == 64, "int");
    expect(copied(unsigned_cell) == 128, "unsigned");
    expect(copied(wide_cell) == 64ull << 32, "unsigned long long");
    expect(copied(signed_wide_cell) == 31ll << 40, "long long");
    expect(copied(float_cell) == 32.0f, "float");
    expect(copied(double_cell) == 80.0, "double");
    unsigned short cells[2] = {};
    cudaMemcpyFromSymbol(cells, short_cells, sizeof cells);
    expect(cells[0] == 192 && cells[1] == 0, "unsigned short");
}

// expect: nothing
void loads_with_hints() {
    std::vector<float4> h(32, make_float4(1, 2, 3, 4));
    float4 *in = nullptr, *out = nullptr;
    cudaMalloc(&in, sizeof(float4) * h.size());
    cudaMalloc(&out, sizeof(float4) * h.size());
    cudaMemcpy(in, h.data(), sizeof(float4) * h.size(), cudaMemcpyHostToDevice);
    loads<<<1, 32>>>(in, out);
    cudaMemcpy(h.data(), out, sizeof(float4) * h.size(), cudaMemcpyDeviceToHost);
    expect(h[31].x == 5 && h[31].y == 2 && h[31].w == 4, "vectors");
    cudaFree(in);
    cudaFree(out);
}

// expect: nothing
void kernels_of_every_form() {
    int* p = on_device_with(0);
    int h[count];
    const auto now = [&]() -> int* {
        cudaMemcpy(h, p, size, cudaMemcpyDeviceToHost);
        return h;
    };
    numbered<64><<<1, 64>>>(p);
    reversed<int><<<1, 64, 64 * sizeof(int)>>>(p, 64);
    expect(now()[0] == 63 * 64 && h[63] == 0, "templates, dynamic shared memory");
    double* d = nullptr;
    cudaMalloc(&d, 32 * sizeof(double));
    numbered<32, double><<<1, 32>>>(d);
    reversed<<<1, 32, 32 * sizeof(double)>>>(d, 32);
    double doubles[32];
    cudaMemcpy(doubles, d, sizeof doubles, cudaMemcpyDeviceToHost);
    expect(doubles[0] == 31 * 32, "the same shared memory as another type");
    cudaFree(d);
    cudaMemset(p, 0, size);
    in_static<<<1, 1>>>(p);
    inner::hidden<<<1, 1>>>(p);
    inner::hidden<<<1, 1>>>(p, 100);
    expect(now()[0] == 124, "static, in namespaces, default arguments, constants");
    apply<<<1, 8>>>(p, power{2});
    expect(now()[7] == 49, "a function object");
    LAUNCH(apply, 8, p, power{3});
    expect(now()[7] == 343, "a macro");
    void (*kernel)(int*, int) = inner::hidden;
    kernel<<<1, 1>>>(p, 5);
    expect(now()[0] == 5, "a variable");
    cudaFree(p);
}

// expect: nothing
void kernels_through_functions() {
    int* p = on_device_with(0);
    int by = 7;
    double x = 30;
    char c = 5;
    void* two[] = {&p, &by};
    void* three[] = {&p, &x, &c};
    expect(cudaLaunchKernel(inner::hidden, dim3(1), dim3(1), two, 0, nullptr) == cudaSuccess,
           "a kernel");
    expect(cudaLaunchKernel((void*)writes_two, dim3(1), dim3(1), three, 0, 0) == cudaSuccess,
           "cast as C does");
    expect(cudaLaunchKernel(reinterpret_cast<const void*>(&inner::hidden), 1, 1, two) ==
               cudaSuccess,
           "cast as C++ does");
    int n = 16;
    void* of_template[] = {&p, &n};
    expect(cudaLaunchKernel((const void*)reversed<int>, 1, 16, of_template, 64) == cudaSuccess,
           "a template");
    int h[16];
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    expect(h[15] == 49 && h[0] == 0, "the arguments");
    cudaFuncAttributes about{};
    expect(cudaFuncGetAttributes(&about, numbered<64>) == cudaSuccess, "attributes");
    expect(about.maxThreadsPerBlock >= 64, "threads");
    cudaFree(p);
}

// expect: nothing
void kernels_speak() {
    says<<<1, 2>>>();
    expect(cudaDeviceSynchronize() == cudaSuccess, "it ran");
    checks<<<1, 32>>>(32);
    expect(cudaDeviceSynchronize() == cudaSuccess, "all hold");
}

int main(int argc, char** argv) {
    return run_named(argc, argv,
                     {
                         {"functions_give_what_they_should", functions_give_what_they_should},
                         {"atomics_of_every_type", atomics_of_every_type},
                         {"loads_with_hints", loads_with_hints},
                         {"kernels_of_every_form", kernels_of_every_form},
                         {"kernels_through_functions", kernels_through_functions},
                         {"kernels_speak", kernels_speak},
                     });
}
