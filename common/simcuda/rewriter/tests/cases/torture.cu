// Launches and kernels in every form that a CUDA compiler takes. Each step adds 1 to all elements
// (or says by how much), so the sum at the end tells how many ran: "steps=N wrong=0".
#include <cstdio>
#include <cuda_runtime.h>
#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>
#include "torture.cuh"

/* no launch: k<<<1, 1>>>(x) */  // nor this one: k<<<2, 2>>>(y)
#define COMMENTED 1  // k<<<3, 3>>>(z)
static const char* const quoted = "k<<<1, 1>>>(\"x\") // \\";
static const char* const raw = R"<<<(k<<<1, 1>>>(x) )" __global__ void k() { }
#define no_directive )<<<";
static const int separated = 1'000'000;
static const char brace = '{', quote = '\'', other_quote = '"';

constexpr int count = 64;
#define STRIDE 32
#define GRID(n) (((n) + STRIDE - 1) / STRIDE)

__global__ void declared_first(int* p, int n);
__global__ void plain(int* p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { p[i] += 1; }
}
__global__ void
__launch_bounds__(256, 2)
declared_first(int* p, int n)
{
    const char* text = "}"; (void)text;  // }
    int i = blockIdx.x * blockDim.x + threadIdx.x; /* } */
    if (i < n) p[i] += '}' - '|';
}
static __global__ void internal(int* p, int n) { if (threadIdx.x + blockIdx.x * blockDim.x < (unsigned)n) ++p[threadIdx.x + blockIdx.x * blockDim.x]; }
extern "C" __global__ void c_linkage(int* p) { p[threadIdx.x] += 1; }
extern "C" {
__global__ void in_c_block(int* p) { p[threadIdx.x] += 1; }
}
void __global__ specifier_after_type(int* p) { p[threadIdx.x] += 1; }
__attribute__((unused)) __global__ void with_attribute(int* p) { p[threadIdx.x] += 1; }
[[maybe_unused]] __global__ void with_standard_attribute(int* p) { p[threadIdx.x] += 1; }
__global__ auto trailing(int* p) -> void { p[threadIdx.x] += 1; }
__global__ void digraphs(int* p) <% p<:threadIdx.x:> += 1; %>
__global__ void empty() {}
__global__ void early_return(int* p, int n) {
    if (threadIdx.x >= static_cast<unsigned>(n)) return;
    p[threadIdx.x] += 1;
}

namespace outer { namespace inner {
template <class T, int By> __global__ void add(T* p) { p[threadIdx.x] += By; }
}  // namespace inner
namespace kernels { template <class T> __global__ void member(T* p) { p[threadIdx.x] += 1; } }
}  // namespace outer
using outer::inner::add;

template <class... Numbers>
__global__ void variadic(int* p, Numbers... numbers) { p[threadIdx.x] += (0 + ... + numbers); }
template <class Function>
__global__ void apply(int* p, int n, Function f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = f(p[i]);
}
template <> __global__ void apply<int>(int* p, int, int by) { p[threadIdx.x] += by; }
struct add_one { __host__ __device__ int operator()(int x) const { return x + 1; } };
struct pair { int first, second; };
__global__ void takes_struct(int* p, pair q) { p[threadIdx.x] += q.first - q.second; }
__global__ void takes_pointer(const int* none, int* p) { p[threadIdx.x] += none == nullptr; }
template <int Value> struct constant { static constexpr int value = Value; };

extern __shared__ int at_namespace_scope[];
__global__ void shared_dynamic(int* p) {
    extern __shared__ __align__(16) unsigned char bytes[];
    int* const mine = reinterpret_cast<int*>(bytes);
    mine[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = at_namespace_scope[threadIdx.x] + 1;
}
template <class T>
__global__ void shared_typed(T* p) {
    extern __shared__ T row[], again[];
    __shared__ T fixed[count];
    row[threadIdx.x] = p[threadIdx.x]; fixed[threadIdx.x] = 1;
    __syncthreads();
    p[threadIdx.x] = again[threadIdx.x] + fixed[threadIdx.x];
}
__global__ void shared_rows(int* p) {
    extern volatile __shared__ int tile[][8];
    tile[threadIdx.x / 8][threadIdx.x % 8] = p[threadIdx.x];
    p[threadIdx.x] = tile[threadIdx.x / 8][threadIdx.x % 8] + 1;
}

#define KERNEL __global__ void
#define NAMED_KERNEL(name) KERNEL __launch_bounds__(128) name
#define KERNEL_HEAD(name) __global__ void name(int* p, int by)
#define WHOLE_KERNEL(name, amount) __global__ void name(int* p) { p[threadIdx.x] += (amount); }
#define KERNEL_WITH(name, body) __global__ void name(int* p) body
KERNEL from_macro(int* p) { p[threadIdx.x] += 1; }
NAMED_KERNEL(from_named_macro)(int* p) { p[threadIdx.x] += 1; }
KERNEL_HEAD(from_head) { p[threadIdx.x] += by; }
KERNEL_HEAD(declared_by_head);
WHOLE_KERNEL(from_whole_macro, 1)
KERNEL_WITH(from_body, { p[threadIdx.x] += 1; })
inline int ordinary_function_after_macros() { return 1; }

#define LAUNCH(kernel, grid, block, ...) kernel<<<(grid), (block)>>>(__VA_ARGS__)
#define LAUNCH_LOOP(kernel, ...)        \
    do {                                \
        kernel<<<GRID(count), STRIDE>>>( \
            __VA_ARGS__);               \
    } while (0)
#define CONFIGURED(kernel) kernel<<<1, count>>>
#define TWICE(...) do { __VA_ARGS__; __VA_ARGS__; } while (0)
#define EACH(i, n) for (int i = 0; i < (n); ++i)

template <class T> void launcher(T* p, int n, cudaStream_t stream) {
    from_header<T><<<GRID(n), STRIDE, 0, stream>>>(p, n);
    from_header<<<dim3(GRID(n)), dim3(STRIDE), 0, stream>>>(p, n);
    outer::kernels::member<typename std::conditional<true, T, char>::type><<<1, n>>>(p);
    ::outer::inner::add<::std::remove_const_t<const T>, 1><<<1, n>>>(p);
}
template <class... Amounts> void fold(int* p, Amounts... amounts) { (variadic<<<1, count>>>(p, amounts), ...); }
int less(int a, int b) { return a << 1 < b >> 1 ? a<<2 : b>>3; }
struct streamish { template <class T> streamish& operator<<(T) { return *this; } };

int main() {
    int steps = 0;
    int* p = nullptr;
    cudaMalloc(&p, count * sizeof(int));
    cudaMemset(p, 0, count * sizeof(int));
    cudaStream_t s = nullptr;

    plain<<<2, 32>>>(p, count); ++steps;
    declared_first <<< dim3(2), 32 >>> (p, count); ++steps;
    internal<<<GRID(count), STRIDE, 0, s>>>(p, count); ++steps;
    c_linkage<<<1, count>>>(p); in_c_block<<<1, count>>>(p); steps += 2;
    specifier_after_type<<<1, count>>>(p); with_attribute<<<1, count>>>(p); steps += 2;
    with_standard_attribute<<<1, count>>>(p); trailing<<<1, count>>>(p); steps += 2;
    digraphs<<<1, count>>>(p); empty<<<1, 1>>>(); early_return<<<1, 96>>>(p, count); steps += 2;
    outer::inner::add<int, constant<(8 >> 3)>::value><<<1, count>>>(p); ++steps;
    ::outer::inner::add<int, 1><<<1, count>>>(p); add<int, 1><<<1, count>>>(p); steps += 2;
    outer::kernels::member<<<1, count>>>(p); ++steps;
    variadic<<<1, count>>>(p, 1, 2, 3); steps += 6;
    apply<<<2, 32>>>(p, count, add_one{}); ++steps;
    apply<int><<<1, count>>>(p, count, 1); ++steps;
    apply<<<2, 32>>>(p, count, [] __host__ __device__ (int x) { return x + 1; }); ++steps;
    takes_struct<<<1, count>>>(p, {3, 2}); ++steps;
    takes_pointer<<<1, count>>>(nullptr, p); takes_pointer<<<1, count>>>(0, p); takes_pointer<<<1, count>>>(NULL, p); steps += 3;
    shared_dynamic<<<1, count, count * sizeof(int)>>>(p); ++steps;
    shared_typed<int><<<1, count, count * sizeof(int)>>>(p); ++steps;
    shared_rows<<<1, count, count * sizeof(int), s>>>(p); ++steps;
    from_macro<<<1, count>>>(p); from_named_macro<<<1, count>>>(p); from_head<<<1, count>>>(p, 1); steps += 3;
    from_whole_macro<<<1, count>>>(p); from_body<<<1, count>>>(p); steps += 2;
    steps += ordinary_function_after_macros() - 1;

    LAUNCH(plain, 2, 32, p, count); ++steps;
    LAUNCH_LOOP(plain, p, count); ++steps;
    CONFIGURED(c_linkage)(p); ++steps;
    TWICE(plain<<<2, 32>>>(p, count)); steps += 2;
    HEADER_LAUNCH(from_header<int>, p, count); ++steps;
    launch_in_header(p, count); ++steps;
    launcher(p, count, static_cast<cudaStream_t>(nullptr)); steps += 4;
    fold(p, 1, 2); steps += 3;

    void (*pointer)(int*, int) = plain;
    pointer<<<2, 32>>>(p, count); (*pointer)<<<2, 32>>>(p, count); steps += 2;
    void (*table[])(int*, int) = {plain, internal};
    for (int i = 0; i < 2; ++i) table[i]<<<2, 32>>>(p, count);
    steps += 2;
    struct { void (*run)(int*, int); } object{plain};
    auto* const at = &object;
    object.run<<<2, 32>>>(p, count); at->run<<<2, 32>>>(p, count); steps += 2;
    if (steps > 0) (*pointer)<<<2, 32>>>(p, count); else plain<<<2, 32>>>(p, count);
    ++steps;
    EACH(i, 2) plain<<<2, 32>>>(p, count);
    steps += 2;
    (void)plain<<<2, 32>>>(p, count); ++steps;
    steps > 0 ? plain<<<2, 32>>>(p, count) : internal<<<2, 32>>>(p, count); ++steps;
    plain<<<2, 32>>>(p, count), ++steps;
    auto in_lambda = [&](int blocks) { plain<<<blocks, 32>>>(p, count); return 1; }; steps += in_lambda(2);
    plain<<<[] { return 2; }(), std::max<int>(1, 32)>>>(p, count); ++steps;
    plain<<<dim3{2, 1, 1}, {32, 1, 1}>>>(p, count); ++steps;
    plain<<<less(1, 16) < 5 ? 2 : 2, 128 >> 2>>>(p, count); ++steps;
    plain
        <<<2,
           32>>>
        (p,
         count); ++steps;
    plain<\
<<2, 32>>>(p, count); ++steps;
    do plain<<<2, 32>>>(p, count); while (0);
    ++steps;
    switch (steps) { case 0: plain<<<2, 32>>>(p, count); break; default: plain<<<2, 32>>>(p, count); ++steps; }
    streamish out; out << 1 << 2; out.operator<< <int>(3);
#if defined(NEVER_DEFINED)
    plain<<<2, 32>>>(p, count);
#elif __cplusplus > 1
    plain<<<2, 32>>>(p, count); ++steps;
#else
    this does not compile<<<
#endif
#ifdef __CUDACC__
    #pragma unroll
    for (int i = 0; i < 1; ++i) plain<<<2, 32>>>(p, count);
    ++steps;
#endif

    int h[count];
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < count; ++i) wrong += h[i] != steps;
    std::printf("steps=%d found=%d wrong=%d %d\n", steps, h[0], wrong, separated);
    std::printf("%s %s %c%c%c\n", quoted, raw, brace, quote, other_quote);
    return wrong != 0;
}
