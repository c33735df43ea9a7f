// What a device says of itself: prints "name = value" lines. One source for a real GPU and for the
// simulated device; device_facts_h200.txt is what an H200 said. Lines that begin with "machine."
// belong to one machine and are not compared.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <initializer_list>

static void say(const char* name, long long value) {
    std::printf("%s = %lld\n", name, value);
}

static void say(const char* name, int index, long long value) {
    std::printf("%s.%d = %lld\n", name, index, value);
}

static void forget_error() {
    cudaGetLastError();
}

__global__ void small(int* p) {
    if (p != nullptr)
        *p = 1;
}

/// Nothing is ever set for this one.
__global__ void untouched(int* p) {
    if (p != nullptr)
        *p = 2;
}

__global__ void with_tile(int* p) {
    __shared__ int tile[256];
    tile[threadIdx.x] = static_cast<int>(threadIdx.x);
    __syncthreads();
    p[threadIdx.x] = tile[255 - threadIdx.x];
}

__global__ void with_dynamic(int* p) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = static_cast<int>(threadIdx.x);
    __syncthreads();
    p[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

#define FIELD(name) say("prop." #name, static_cast<long long>(p.name))
#define FIELDS(name)                                                         \
    for (int i = 0; i < static_cast<int>(sizeof(p.name) / sizeof(int)); ++i) \
    say("prop." #name, i, p.name[i])

static void properties() {
    cudaDeviceProp p;
    std::memset(&p, -1, sizeof(p));
    say("prop.code", cudaGetDeviceProperties(&p, 0));
    std::printf("prop.name = %s\n", p.name);
    FIELD(luidDeviceNodeMask), FIELD(totalGlobalMem), FIELD(sharedMemPerBlock), FIELD(regsPerBlock);
    FIELD(warpSize), FIELD(memPitch), FIELD(maxThreadsPerBlock), FIELD(totalConstMem);
    FIELDS(maxThreadsDim);
    FIELDS(maxGridSize);
    FIELD(major), FIELD(minor), FIELD(textureAlignment), FIELD(texturePitchAlignment);
    FIELD(multiProcessorCount), FIELD(integrated), FIELD(canMapHostMemory);
    FIELD(maxTexture1D), FIELD(maxTexture1DMipmap);
    FIELDS(maxTexture2D);
    FIELDS(maxTexture2DMipmap);
    FIELDS(maxTexture2DLinear);
    FIELDS(maxTexture2DGather);
    FIELDS(maxTexture3D);
    FIELDS(maxTexture3DAlt);
    FIELD(maxTextureCubemap);
    FIELDS(maxTexture1DLayered);
    FIELDS(maxTexture2DLayered);
    FIELDS(maxTextureCubemapLayered);
    FIELD(maxSurface1D);
    FIELDS(maxSurface2D);
    FIELDS(maxSurface3D);
    FIELDS(maxSurface1DLayered);
    FIELDS(maxSurface2DLayered);
    FIELD(maxSurfaceCubemap);
    FIELDS(maxSurfaceCubemapLayered);
    FIELD(surfaceAlignment), FIELD(concurrentKernels), FIELD(ECCEnabled), FIELD(tccDriver);
    std::printf("machine.pci = %d %d %d\n", p.pciBusID, p.pciDeviceID, p.pciDomainID);
    FIELD(asyncEngineCount), FIELD(unifiedAddressing), FIELD(memoryBusWidth), FIELD(l2CacheSize);
    FIELD(persistingL2CacheMaxSize), FIELD(maxThreadsPerMultiProcessor);
    FIELD(streamPrioritiesSupported), FIELD(globalL1CacheSupported), FIELD(localL1CacheSupported);
    FIELD(sharedMemPerMultiprocessor), FIELD(regsPerMultiprocessor), FIELD(managedMemory);
    FIELD(isMultiGpuBoard), FIELD(hostNativeAtomicSupported), FIELD(pageableMemoryAccess);
    std::printf("machine.board = %d\n", p.multiGpuBoardGroupID);
    FIELD(concurrentManagedAccess), FIELD(computePreemptionSupported);
    FIELD(canUseHostPointerForRegisteredMem), FIELD(cooperativeLaunch);
    FIELD(sharedMemPerBlockOptin), FIELD(pageableMemoryAccessUsesHostPageTables);
    FIELD(directManagedMemAccessFromHost), FIELD(maxBlocksPerMultiProcessor);
    FIELD(accessPolicyMaxWindowSize), FIELD(reservedSharedMemPerBlock);
    FIELD(hostRegisterSupported), FIELD(sparseCudaArraySupported);
    FIELD(hostRegisterReadOnlySupported), FIELD(timelineSemaphoreInteropSupported);
    FIELD(memoryPoolsSupported), FIELD(gpuDirectRDMASupported);
    FIELD(gpuDirectRDMAFlushWritesOptions), FIELD(gpuDirectRDMAWritesOrdering);
    FIELD(memoryPoolSupportedHandleTypes), FIELD(deferredMappingCudaArraySupported);
    FIELD(ipcEventSupported), FIELD(clusterLaunch), FIELD(unifiedFunctionPointers);
    FIELD(deviceNumaConfig), FIELD(deviceNumaId), FIELD(mpsEnabled);
    std::printf("machine.numa = %d\n", p.hostNumaId);
    std::printf("machine.ids = %x %x\n", p.gpuPciDeviceID, p.gpuPciSubsystemID);
    FIELD(hostNumaMultinodeIpcSupported);
    std::size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    say("memory.total.as.property", total == p.totalGlobalMem);
    say("memory.free.below.total", free < total);
}

static bool belongs_to_machine(int attribute) {
    for (const int each : {33, 34, 50, 85, 134, 139, 140}) {
        if (attribute == each)
            return true;
    }
    return false;
}

static void attributes() {
    for (int attribute = 0; attribute <= 150; ++attribute) {
        int value = -12345;
        const int code = cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(attribute), 0);
        if (code != 0) {
            say("attribute.error", attribute, code);
        } else {
            say(belongs_to_machine(attribute) ? "machine.attribute" : "attribute", attribute,
                value);
        }
        forget_error();
    }
}

static void limits() {
    for (int limit = 0; limit <= 7; ++limit) {
        std::size_t value = 0;
        const int code = cudaDeviceGetLimit(&value, static_cast<cudaLimit>(limit));
        say("limit.code", limit, code);
        if (code == 0)
            say("limit", limit, static_cast<long long>(value));
    }
    forget_error();
    std::size_t value = 0;
    say("limit.set.stack", cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    cudaDeviceGetLimit(&value, cudaLimitStackSize);
    say("limit.stack.now", static_cast<long long>(value));
    say("limit.set.stack.odd", cudaDeviceSetLimit(cudaLimitStackSize, 5000));
    cudaDeviceGetLimit(&value, cudaLimitStackSize);
    say("limit.stack.odd.now", static_cast<long long>(value));
    say("limit.set.heap", cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize);
    say("limit.heap.now", static_cast<long long>(value));
    say("limit.set.fifo", cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20));
    cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize);
    say("limit.fifo.now", static_cast<long long>(value));
    say("limit.set.unknown", cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1));
    say("limit.get.unknown", cudaDeviceGetLimit(&value, static_cast<cudaLimit>(99)));
    say("limit.get.null", cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
    forget_error();
}

static void settings() {
    unsigned flags = 99;
    say("flags.code", cudaGetDeviceFlags(&flags));
    say("flags.first", flags);
    say("flags.set", cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    cudaGetDeviceFlags(&flags);
    say("flags.blocking", flags);
    say("flags.set.unknown", cudaSetDeviceFlags(0x1000));
    say("flags.set.two.kinds", cudaSetDeviceFlags(3));
    forget_error();
    cudaSetDeviceFlags(cudaDeviceScheduleAuto);
    cudaGetDeviceFlags(&flags);
    say("flags.auto", flags);
    cudaFuncCache cache = cudaFuncCachePreferL1;
    say("cache.code", cudaDeviceGetCacheConfig(&cache));
    say("cache.first", cache);
    say("cache.set", cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
    cudaDeviceGetCacheConfig(&cache);
    say("cache.now", cache);
    say("cache.function", cudaFuncSetCacheConfig(small, cudaFuncCachePreferL1));
    int version = 0;
    say("version.runtime.code", cudaRuntimeGetVersion(&version));
    say("version.runtime", version);
    say("version.driver.code", cudaDriverGetVersion(&version));
    say("version.driver.no.older", version >= 13000);
    int least = 1, greatest = 1;
    say("priorities.code", cudaDeviceGetStreamPriorityRange(&least, &greatest));
    say("priorities.least", least);
    say("priorities.greatest", greatest);
}

static void choosing() {
    int count = 0, device = -1, value = 0;
    cudaDeviceProp p{};
    say("count.code", cudaGetDeviceCount(&count));
    say("count.null", cudaGetDeviceCount(nullptr));
    forget_error();
    say("choose.code", cudaChooseDevice(&device, &p));
    say("choose.device", device);
    say("get.code", cudaGetDevice(&device));
    say("get.device", device);
    say("set.minus", cudaSetDevice(-1));
    say("set.many", cudaSetDevice(99));
    say("get.after.wrong.set", (cudaGetDevice(&device), device));
    say("prop.many", cudaGetDeviceProperties(&p, 99));
    say("prop.null", cudaGetDeviceProperties(nullptr, 0));
    say("attribute.many", cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99));
    say("attribute.null", cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
    say("init.code", cudaInitDevice(0, 0, 0));
    say("init.many", cudaInitDevice(99, 0, 0));
    forget_error();
    char id[32] = "";
    say("pci.code", cudaDeviceGetPCIBusId(id, sizeof(id), 0));
    say("pci.length", static_cast<long long>(std::strlen(id)));
    say("pci.back.code", cudaDeviceGetByPCIBusId(&device, id));
    say("pci.back.device", device);
    say("pci.short", cudaDeviceGetPCIBusId(id, 5, 0));
    say("pci.many", cudaDeviceGetPCIBusId(id, sizeof(id), 99));
    say("pci.nobody", cudaDeviceGetByPCIBusId(&device, "ffff:ff:1f.0"));
    say("pci.nonsense", cudaDeviceGetByPCIBusId(&device, "nonsense"));
    forget_error();
}

static void functions() {
    cudaFuncAttributes a;
    std::memset(&a, -1, sizeof(a));
    say("function.code", cudaFuncGetAttributes(&a, small));
    say("function.threads", a.maxThreadsPerBlock);
    say("function.shared", static_cast<long long>(a.sharedSizeBytes));
    say("function.local", static_cast<long long>(a.localSizeBytes));
    say("function.constant", static_cast<long long>(a.constSizeBytes));
    say("function.dynamic", a.maxDynamicSharedSizeBytes);
    say("function.carveout", a.preferredShmemCarveout);
    say("function.cache", a.cacheModeCA);
    std::printf("machine.function = %d registers, %d, %d\n", a.numRegs, a.ptxVersion,
                a.binaryVersion);
    cudaFuncGetAttributes(&a, with_tile);
    say("tile.shared", static_cast<long long>(a.sharedSizeBytes));
    say("tile.dynamic", a.maxDynamicSharedSizeBytes);
    say("function.null", cudaFuncGetAttributes(&a, nullptr));
    say("function.null.out", cudaFuncGetAttributes(nullptr, small));
    int on_host = 0;
    say("function.no.kernel", cudaFuncGetAttributes(&a, &on_host));
    forget_error();

    int* out = nullptr;
    cudaMalloc(&out, 4096);
    constexpr int usual = 48 << 10, opted = 227 << 10;
    with_dynamic<<<1, 256, usual>>>(out);
    say("launch.48k", cudaGetLastError());
    with_dynamic<<<1, 256, usual + 1>>>(out);
    say("launch.above.48k", cudaGetLastError());
    const auto raise = [](int size) {
        return cudaFuncSetAttribute(with_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    size);
    };
    say("raise.64k", raise(64 << 10));
    cudaFuncGetAttributes(&a, with_dynamic);
    say("raise.64k.now", a.maxDynamicSharedSizeBytes);
    with_dynamic<<<1, 256, 64 << 10>>>(out);
    say("launch.64k", cudaGetLastError());
    with_dynamic<<<1, 256, (64 << 10) + 1>>>(out);
    say("launch.above.64k", cudaGetLastError());
    say("raise.most", raise(opted));
    with_dynamic<<<1, 256, opted>>>(out);
    say("launch.most", cudaGetLastError());
    say("raise.too.much", raise(opted + 1));
    say("raise.negative", raise(-1));
    cudaFuncGetAttributes(&a, with_dynamic);
    say("raise.kept", a.maxDynamicSharedSizeBytes);
    say("raise.lower", raise(1024));
    with_dynamic<<<1, 256, 2048>>>(out);
    say("launch.above.lowered", cudaGetLastError());
    say("carveout.50",
        cudaFuncSetAttribute(small, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    cudaFuncGetAttributes(&a, small);
    say("carveout.now", a.preferredShmemCarveout);
    say("carveout.101",
        cudaFuncSetAttribute(small, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    say("attribute.unknown", cudaFuncSetAttribute(small, static_cast<cudaFuncAttribute>(77), 1));
    say("attribute.of.null", cudaFuncSetAttribute(static_cast<const void*>(nullptr),
                                                  cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
    forget_error();
    const char* name = nullptr;
    say("name.code", cudaFuncGetName(&name, reinterpret_cast<const void*>(&small)));
    say("name.is.mangled", name != nullptr && std::strcmp(name, "_Z5smallPi") == 0);
    say("synchronized", cudaDeviceSynchronize());
    cudaFree(out);
}

static int blocks_for(int threads, std::size_t shared) {
    int blocks = -1;
    const int code = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small, threads, shared);
    return code == 0 ? blocks : -code;
}

static void occupancy_without_settings() {
    for (const int threads : {32, 64, 128, 256, 512, 1024}) {
        for (const int kib : {0, 1, 2, 4, 7, 8, 12, 16, 24, 32, 47, 48}) {
            int blocks = -1;
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, untouched, threads,
                                                          static_cast<std::size_t>(kib) << 10);
            std::printf("untouched.%d.%d = %d\n", threads, kib, blocks);
        }
    }
    for (const int threads : {64, 1024}) {
        for (const int blocks : {1, 2, 3, 4, 8, 16, 32}) {
            std::size_t room = 0;
            const int code =
                cudaOccupancyAvailableDynamicSMemPerBlock(&room, untouched, blocks, threads);
            std::printf("untouched.room.%d.%d = %d %zu\n", threads, blocks, code, room);
            forget_error();
        }
    }
}

static void occupancy() {
    for (const int threads : {0, 1, 32, 33, 64, 96, 100, 128, 256, 500, 512, 1000, 1024, 1025}) {
        say("blocks.of", threads, blocks_for(threads, 0));
        forget_error();
    }
    for (const int kib : {1, 10, 24, 32, 40, 48, 49, 100, 113, 114, 227, 228}) {
        say("blocks.with.kib", kib, blocks_for(128, static_cast<std::size_t>(kib) << 10));
        forget_error();
    }
    cudaFuncSetAttribute(small, cudaFuncAttributePreferredSharedMemoryCarveout,
                         cudaSharedmemCarveoutMaxShared);
    for (const int kib : {1, 10, 24, 32, 40, 48, 49, 100}) {
        say("blocks.max.shared.kib", kib, blocks_for(128, static_cast<std::size_t>(kib) << 10));
        forget_error();
    }
    cudaFuncSetAttribute(small, cudaFuncAttributePreferredSharedMemoryCarveout,
                         cudaSharedmemCarveoutDefault);
    cudaFuncSetAttribute(small, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 << 10);
    for (const int kib : {49, 100, 113, 114, 227, 228}) {
        say("blocks.opted.kib", kib, blocks_for(128, static_cast<std::size_t>(kib) << 10));
        forget_error();
    }
    int blocks = 0, grid = 0, block = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_tile, 256, 0);
    say("blocks.of.tile", blocks);
    say("potential.code", cudaOccupancyMaxPotentialBlockSize(&grid, &block, small, 0, 0));
    say("potential.grid", grid);
    say("potential.block", block);
    say("potential.limit.code", cudaOccupancyMaxPotentialBlockSize(&grid, &block, small, 0, 300));
    say("potential.limit.grid", grid);
    say("potential.limit.block", block);
    const auto eight_a_thread = [](int threads) { return static_cast<std::size_t>(8 * threads); };
    say("variable.code",
        cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, small, eight_a_thread, 0));
    say("variable.grid", grid);
    say("variable.block", block);
    std::size_t room = 0;
    for (const int each : {1, 2, 4, 8, 16, 32, 33}) {
        const int code = cudaOccupancyAvailableDynamicSMemPerBlock(&room, small, each, 64);
        say("room.code", each, code);
        if (code == 0)
            say("room.for.blocks", each, static_cast<long long>(room));
        forget_error();
    }
    say("occupancy.null", cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, small, 32, 0));
    say("occupancy.negative", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small, -1, 0));
    forget_error();
}

int main() {
    properties();
    attributes();
    limits();
    settings();
    choosing();
    functions();
    occupancy_without_settings();
    occupancy();
    return 0;
}
