// What programs ask a device at their start. Nothing may be reported.
#include <cuda_profiler_api.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cases.cuh"

// expect: nothing
void name_of_device() {
    cudaDeviceProp p{};
    cudaGetDeviceProperties(&p, 0);
    std::printf("%s\n", p.name);
}

/// As the sample of this name prints, in short.
// expect: nothing
void device_query() {
    int devices = 0, driver = 0, runtime = 0;
    expect(cudaGetDeviceCount(&devices) == cudaSuccess && devices >= 1, "devices");
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    expect(driver >= runtime && runtime == CUDART_VERSION, "versions");
    for (int device = 0; device < devices; ++device) {
        cudaSetDevice(device);
        cudaDeviceProp p{};
        int clock = 0, memory_clock = 0;
        cudaGetDeviceProperties(&p, device);
        cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, device);
        cudaDeviceGetAttribute(&memory_clock, cudaDevAttrMemoryClockRate, device);
        std::printf("Device %d: \"%s\"\n", device, p.name);
        std::printf("  capability %d.%d, %d multiprocessors, %d MHz, memory %d MHz %d bit, L2 %d\n",
                    p.major, p.minor, p.multiProcessorCount, clock / 1000, memory_clock / 1000,
                    p.memoryBusWidth, p.l2CacheSize);
        std::printf("  %zu bytes, shared %zu, registers %d, warp %d, threads %d\n",
                    p.totalGlobalMem, p.sharedMemPerBlock, p.regsPerBlock, p.warpSize,
                    p.maxThreadsPerMultiProcessor);
        std::printf("  grid %d %d %d, block %d %d %d\n", p.maxGridSize[0], p.maxGridSize[1],
                    p.maxGridSize[2], p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]);
        std::printf("  %s with %d copy engine(s), PCI %d / %d / %d\n",
                    p.asyncEngineCount > 0 ? "Yes" : "No", p.asyncEngineCount, p.pciDomainID,
                    p.pciBusID, p.pciDeviceID);
    }
}

/// Each of these is told twice, and the same.
void expect_consistent() {
    cudaDeviceProp p{};
    cudaGetDeviceProperties(&p, 0);
    const auto is = [](cudaDeviceAttr attribute, long long value) {
        int told = -1;
        cudaDeviceGetAttribute(&told, attribute, 0);
        return told == value;
    };
    expect(is(cudaDevAttrMultiProcessorCount, p.multiProcessorCount), "multiprocessors");
    expect(is(cudaDevAttrAsyncEngineCount, p.asyncEngineCount), "engines");
    expect(is(cudaDevAttrGpuOverlap, p.asyncEngineCount > 0), "overlap");
    expect(is(cudaDevAttrComputeCapabilityMajor, p.major), "major");
    expect(is(cudaDevAttrMaxSharedMemoryPerBlockOptin,
              static_cast<long long>(p.sharedMemPerBlockOptin)),
           "shared memory");
    expect(is(cudaDevAttrPageableMemoryAccess, p.pageableMemoryAccess), "pageable");
    expect(is(cudaDevAttrPageableMemoryAccessUsesHostPageTables,
              p.pageableMemoryAccessUsesHostPageTables),
           "page tables");
    expect(is(cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor), "threads");
    std::size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    expect(total == p.totalGlobalMem && free == total, "memory");
    expect(p.sharedMemPerBlockOptin <= p.sharedMemPerMultiprocessor, "a block has no more");
}

// expect: nothing
// with: SIMCUDA_PROFILE=h200
void consistent_on_h200() {
    expect_consistent();
}
// expect: nothing
// with: SIMCUDA_PROFILE=laptop
void consistent_on_laptop() {
    expect_consistent();
}
// expect: nothing
// with: SIMCUDA_PROFILE=no-overlap
void consistent_without_overlap() {
    expect_consistent();
}
// expect: nothing
// with: SIMCUDA_PROFILE=coherent
void consistent_on_coherent() {
    expect_consistent();
}

__global__ void reverse(int* p) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

template <int N>
__global__ void reverse_of(int* p) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = tile[N - 1 - threadIdx.x];
}

// expect: nothing
void more_than_48_kib_has_to_be_asked_for() {
    constexpr int much = 100 << 10;
    int* p = on_device_with(0);
    reverse<<<1, 64, much>>>(p);
    expect(cudaGetLastError() == cudaErrorInvalidValue, "refused");
    cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, much);
    reverse<<<1, 64, much>>>(p);
    expect(cudaGetLastError() == cudaSuccess, "granted");
    reverse_of<64><<<1, 64, much>>>(p);
    expect(cudaGetLastError() == cudaErrorInvalidValue, "granted to another kernel only");
    cudaFuncSetAttribute(reverse_of<64>, cudaFuncAttributeMaxDynamicSharedMemorySize, much);
    reverse_of<64><<<1, 64, much>>>(p);
    expect(cudaGetLastError() == cudaSuccess, "granted to a template");
    reverse<<<1, 64, much + 4>>>(p);
    expect(cudaGetLastError() == cudaErrorInvalidValue, "no more than granted");
    cudaDeviceSynchronize();
}

// expect: nothing
void block_size_for_full_occupancy() {
    int grid = 0, block = 0, blocks = 0;
    cudaDeviceProp p{};
    cudaGetDeviceProperties(&p, 0);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, reverse, 0, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reverse, block, 0);
    expect(blocks * block == p.maxThreadsPerMultiProcessor, "full");
    expect(grid == blocks * p.multiProcessorCount, "grid");
    cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        &grid, &block, reverse, [](int threads) { return threads * sizeof(int); }, 512);
    expect(block <= 512 && grid > 0, "variable");
    std::size_t room = 0;
    cudaOccupancyAvailableDynamicSMemPerBlock(&room, reverse, blocks, block);
    expect(room > 0, "room");
    const char* name = nullptr;
    cudaFuncGetName(&name, reinterpret_cast<const void*>(&reverse));
    expect(name != nullptr && std::string(name) == "_Z7reversePi", "name");
}

__global__ void sleep_in_shared_memory(unsigned us) {
    for (unsigned i = 0; i < us; ++i) __nanosleep(1000);
}

template <class Launch>
float us_of(Launch launch) {
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    launch();
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms = 0;
    expect(cudaEventElapsedTime(&ms, start, stop) == cudaSuccess, "elapsed");
    return ms * 1000;
}

/// How long a kernel of `blocks` blocks takes, each of which sleeps for 100 us.
float us_of(int blocks, int shared_bytes) {
    return us_of([&] { sleep_in_shared_memory<<<blocks, 32, shared_bytes>>>(100); });
}

__global__ void wait_until(long long cycles, int* readings) {
    const long long start = clock64();
    int n = 1;
    while (clock64() - start < cycles) ++n;
    readings[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

__global__ void time_a_store(int* cycles) {
    for (int i = 0; i < count; ++i) {
        const long long before = clock64();
        const long long after = clock64();
        cycles[i] = static_cast<int>(after - before);
    }
}

/// Loops that wait for a time: they end when they should, and cost few turns.
// expect: nothing
void a_loop_reads_the_clock_until_a_deadline() {
    int khz = 0;
    cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0);
    int* d = on_device();
    const auto most_readings = [&](int threads) {
        std::vector<int> h(threads);
        cudaMemcpy(h.data(), d, threads * sizeof(int), cudaMemcpyDeviceToHost);
        return *std::max_element(h.begin(), h.end());
    };
    for (const long long cycles : {20'000LL, 100'000LL, 2'000'000LL, 50'000'000LL}) {
        const float wanted = 1000.0f * static_cast<float>(cycles) / static_cast<float>(khz);
        const float us = us_of([&] { wait_until<<<1, 32>>>(cycles, d); });
        expect(us > wanted && us < 1.05f * wanted + 5, "ends in time");
        expect(most_readings(32) < cycles / 1000 + 400, "and soon");
    }
    const float us = us_of([&] { wait_until<<<4, 1024>>>(2'000'000, d); });
    const float wanted = 2e9f / static_cast<float>(khz);
    expect(us > wanted && us < 1.05f * wanted, "many threads");
    expect(most_readings(4096) < 1000, "of which none reads often");
}

// expect: nothing
void each_reading_takes_as_long_where_there_is_work_between() {
    int* d = on_device();
    time_a_store<<<1, 1>>>(d);
    std::vector<int> h(count);
    cudaMemcpy(h.data(), d, size, cudaMemcpyDeviceToHost);
    expect(all_are(h.data(), 40), "no loop that waits");
}

// expect: nothing
// with: SIMCUDA_PROFILE=h200
void shared_memory_limits_how_many_blocks_run_at_once() {
    cudaDeviceProp p{};
    cudaGetDeviceProperties(&p, 0);
    constexpr int much = 100 << 10;
    cudaFuncSetAttribute(sleep_in_shared_memory, cudaFuncAttributeMaxDynamicSharedMemorySize, much);
    const auto takes = [](float us, float wanted) {
        return us > 0.95f * wanted && us < 1.05f * wanted + 10;
    };
    for (const int shared_bytes : {0, 20 << 10, 48 << 10, much}) {
        int blocks = 0;
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sleep_in_shared_memory, 32,
                                                      shared_bytes);
        const int at_once = blocks * p.multiProcessorCount;
        expect(takes(us_of(at_once, shared_bytes), 100), "all at once");
        expect(takes(us_of(2 * at_once, shared_bytes), 200), "the other half afterwards");
    }
    // 227 KiB are less than 3 times 100 KiB, and 4 times 48 KiB and what is reserved.
    expect(takes(us_of(4 * p.multiProcessorCount, much), 200), "two on a multiprocessor");
    expect(takes(us_of(4 * p.multiProcessorCount, 48 << 10), 100), "four on a multiprocessor");
}

// expect: nothing
void profiler() {
    expect(cudaProfilerStart() == cudaSuccess, "start");
    expect(cudaProfilerStop() == cudaSuccess, "stop");
}

int main(int argc, char** argv) {
    return run_named(
        argc, argv,
        {{"name_of_device", name_of_device},
         {"device_query", device_query},
         {"consistent_on_h200", consistent_on_h200},
         {"consistent_on_laptop", consistent_on_laptop},
         {"consistent_without_overlap", consistent_without_overlap},
         {"consistent_on_coherent", consistent_on_coherent},
         {"more_than_48_kib_has_to_be_asked_for", more_than_48_kib_has_to_be_asked_for},
         {"block_size_for_full_occupancy", block_size_for_full_occupancy},
         {"shared_memory_limits_how_many_blocks_run_at_once",
          shared_memory_limits_how_many_blocks_run_at_once},
         {"a_loop_reads_the_clock_until_a_deadline", a_loop_reads_the_clock_until_a_deadline},
         {"each_reading_takes_as_long_where_there_is_work_between",
          each_reading_takes_as_long_where_there_is_work_between},
         {"profiler", profiler}});
}
