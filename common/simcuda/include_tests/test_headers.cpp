#include <cuda_runtime.h>

#include <cstdint>
#include <limits>

#include "checker/tests/catch.hpp"
#include "common/simcuda/include_tests/stub_device.hpp"

namespace {

struct pair {
    int a, b;
};
int received = 0;
void kernel(int x, pair y, const float* z) {
    received = x * 100 + y.a * 10 + y.b + (z == nullptr ? 0 : 1000);
}
float symbol[4];

}  // namespace

TEST_CASE("cudaLaunchKernel passes each argument by its own type") {
    stub() = {};
    received = 0;
    int x = 1;
    pair y{2, 3};
    const float* z = nullptr;
    void* arguments[] = {&x, &y, &z};
    CHECK(cudaLaunchKernel(kernel, 1, 1, arguments) == cudaSuccess);
    CHECK(received == 123);

    stub().refuses_launches = true;
    received = 0;
    CHECK(cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, nullptr) ==
          cudaErrorInvalidConfiguration);
    CHECK(received == 0);
}

TEST_CASE("typed allocation calls the function that the untyped one is") {
    stub() = {};
    const float* p = nullptr;
    CHECK(cudaMalloc(&p, 4) == cudaSuccess);
    CHECK(cudaMallocHost(&p, 4) == cudaSuccess);
    CHECK(cudaMallocHost(&p, 4, cudaHostAllocMapped) == cudaSuccess);
    CHECK(cudaHostAlloc(&p, 4, 0) == cudaSuccess);
    CHECK(stub().calls == std::vector<std::string>{"cudaMalloc", "cudaMallocHost", "cudaHostAlloc",
                                                   "cudaHostAlloc"});
}

TEST_CASE("a symbol is known by its size before it is used") {
    stub() = {};
    const float from[2] = {1, 2};
    CHECK(cudaMemcpyToSymbol(symbol, from, sizeof from, 8) == cudaSuccess);
    CHECK(stub().symbol_size == 16);
    CHECK(symbol[2] == 1);
    CHECK(symbol[3] == 2);
}

TEST_CASE("the suggested block size keeps most threads resident, the largest of equals first") {
    int grid = 0, block = 0;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel) == cudaSuccess);
    CHECK(block == 512);  // 4 x 512 = 2048; 3 x 672 and 2 x 992 are less
    CHECK(grid == 40);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 256) == cudaSuccess);
    CHECK(block == 256);
    const auto shared = [](int size) { return static_cast<size_t>(size) * 128; };
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel, shared) ==
          cudaSuccess);
    CHECK(block == 512);
}

TEST_CASE("barriers count what the other threads say") {
    stub() = {};
    __syncthreads();
    CHECK(stub().calls == std::vector<std::string>{"barrier"});
    CHECK(__syncthreads_count(7) == 3);
    CHECK(__syncthreads_or(0) == 0);
    CHECK(__syncthreads_or(2) == 1);
    CHECK(__syncthreads_and(1) == 1);
    CHECK(stub().last_barrier_argument == 0);
    CHECK(__syncthreads_and(0) == 0);
}

TEST_CASE("atomics return the old value, store the new one and announce themselves") {
    stub() = {};
    int i = 5;
    CHECK(atomicAdd(&i, 3) == 5);
    CHECK(atomicSub_system(&i, 1) == 8);
    CHECK(atomicMin(&i, 2) == 7);
    CHECK(atomicMax(&i, -4) == 2);
    CHECK(atomicExch(&i, 12) == 2);
    CHECK(atomicAnd(&i, 10) == 12);
    CHECK(atomicOr(&i, 1) == 8);
    CHECK(atomicXor_block(&i, 3) == 9);
    CHECK(atomicCAS(&i, 10, 20) == 10);
    CHECK(atomicCAS(&i, 10, 30) == 20);
    CHECK(i == 20);
    REQUIRE(stub().atomics.size() == 10);
    CHECK(stub().atomics.front().address == &i);
    CHECK(stub().atomics.front().size == sizeof i);

    int edge = std::numeric_limits<int>::max();
    CHECK(atomicAdd(&edge, 1) == std::numeric_limits<int>::max());
    CHECK(edge == std::numeric_limits<int>::min());

    unsigned int wrapping = 2;
    CHECK(atomicInc(&wrapping, 3) == 2);
    CHECK(atomicInc(&wrapping, 3) == 3);
    CHECK(wrapping == 0);
    CHECK(atomicDec(&wrapping, 3) == 0);
    CHECK(atomicDec(&wrapping, 3) == 3);
    CHECK(wrapping == 2);

    double sum = 0.5;
    CHECK(atomicAdd(&sum, 0.25) == 0.5);
    CHECK(sum == 0.75);
    unsigned short narrow = 1;
    CHECK(atomicCAS(&narrow, static_cast<unsigned short>(1), static_cast<unsigned short>(9)) == 1);
    CHECK(narrow == 9);
    long long low = -1;
    CHECK(atomicMin(&low, -7ll) == -1);
    CHECK(low == -7);
}

TEST_CASE("bit intrinsics") {
    CHECK(__popc(0xf0f0u) == 8);
    CHECK(__clz(0) == 32);
    CHECK(__clz(1) == 31);
    CHECK(__clzll(1) == 63);
    CHECK(__ffs(0) == 0);
    CHECK(__ffsll(0x100) == 9);
    CHECK(__brev(1u) == 0x80000000u);
    CHECK(__brevll(0x8000000000000000ull) == 1);
    CHECK(__brev(0x12345678u) == 0x1e6a2c48u);
    CHECK(__byte_perm(0x33221100u, 0x77665544u, 0x7410) == 0x77441100u);
    CHECK(__byte_perm(0x000080u, 0, 0x8888) == 0xffffffffu);
    CHECK(__funnelshift_l(0x80000000u, 1u, 1) == 3u);
    CHECK(__funnelshift_r(0x80000000u, 1u, 1) == 0xc0000000u);
    CHECK(__funnelshift_lc(5u, 1u, 40) == 5u);
    CHECK(__umulhi(0xffffffffu, 0xffffffffu) == 0xfffffffeu);
    CHECK(__mulhi(-1, 1) == -1);
    CHECK(__umul64hi(~0ull, 2) == 1);
    CHECK(__mul24(0xffffff, 2) == -2);
    CHECK(__umul24(0x01ffffffu, 2) == 0x1fffffeu);
    CHECK(__sad(-5, 3, 1u) == 9u);
    CHECK(__hadd(-3, 0) == -2);
    CHECK(__rhadd(0x7fffffff, 0x7fffffff) == 0x7fffffff);
}

TEST_CASE("conversions round as told and stop at the ends") {
    CHECK(__float_as_int(1.0f) == 0x3f800000);
    CHECK(__int_as_float(0x40000000) == 2.0f);
    CHECK(__hiloint2double(__double2hiint(-1.5), __double2loint(-1.5)) == -1.5);
    CHECK(__float2int_rn(2.5f) == 2);
    CHECK(__float2int_rz(-2.7f) == -2);
    CHECK(__float2int_rd(-2.1f) == -3);
    CHECK(__float2int_ru(2.1f) == 3);
    CHECK(__float2int_rz(1e10f) == std::numeric_limits<int>::max());
    CHECK(__float2uint_rz(-1.0f) == 0u);
    CHECK(__float2int_rn(std::numeric_limits<float>::quiet_NaN()) == 0);
    CHECK(__double2ll_rn(-1e30) == std::numeric_limits<long long>::min());
    CHECK(__double2ull_rz(1e30) == std::numeric_limits<unsigned long long>::max());
}

TEST_CASE("mathematics that C has not") {
    CHECK(max(2u, -1) == 0xffffffffu);
    CHECK(min(-2, 3) == -2);
    CHECK(min(std::numeric_limits<float>::quiet_NaN(), 1.0f) == 1.0f);
    CHECK(rsqrtf(4.0f) == 0.5f);
    CHECK(sinpi(1.0) == 0.0);
    CHECK(cospi(0.5) == 0.0);
    CHECK(cospi(1.0) == -1.0);
    CHECK(__saturatef(1.5f) == 1.0f);
    CHECK(__saturatef(std::numeric_limits<float>::quiet_NaN()) == 0.0f);
    CHECK(abs(-1.5f) == 1.5f);
    CHECK(1.0f / abs(-0.0f) == std::numeric_limits<float>::infinity());
    CHECK(__expf(0.0f) == 1.0f);
    int cell = 4;
    CHECK(__ldg(&cell) == 4);
    __stcg(&cell, 5);
    CHECK(cell == 5);
}

TEST_CASE("dim3 fills up with ones and vectors are aligned as on a device") {
    constexpr dim3 d(7, 2);
    CHECK((d.x == 7 && d.y == 2 && d.z == 1));
    const dim3 from_vector = make_uint3(1, 2, 3);
    CHECK(from_vector.z == 3);
    CHECK(alignof(float4) == 16);
    CHECK(alignof(float3) == 4);
    CHECK(sizeof(double3) == 24);
    CHECK(make_short4(1, 2, 3, 4).w == 4);
}
