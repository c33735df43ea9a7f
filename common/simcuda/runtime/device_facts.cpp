#include "common/simcuda/runtime/device_facts.hpp"

#include <algorithm>
#include <cstring>

#include "common/simcuda/runtime/occupancy.hpp"

namespace simcuda {
namespace {

/// Data centre GPUs calculate with doubles half as fast as with floats, others far slower.
bool has_fast_doubles(const machine_profile& profile) {
    return profile.capability_minor == 0;
}

/// What has no numbers in a profile because no transfer depends on it. As an H200 says; textures
/// and surfaces are not simulated, but programs print their limits.
void fill_limits(cudaDeviceProp& p) {
    const auto set = [](auto& out, std::initializer_list<int> values) {
        std::copy(values.begin(), values.end(), out);
    };
    p.memPitch = 2147483647;
    p.maxThreadsPerBlock = 1024;
    set(p.maxThreadsDim, {1024, 1024, 64});
    set(p.maxGridSize, {2147483647, 65535, 65535});
    p.totalConstMem = 65536;
    p.textureAlignment = p.surfaceAlignment = 512;
    p.texturePitchAlignment = 32;
    p.maxTexture1D = 131072;
    p.maxTexture1DMipmap = 32768;
    set(p.maxTexture2D, {131072, 65536});
    set(p.maxTexture2DMipmap, {32768, 32768});
    set(p.maxTexture2DLinear, {131072, 65000, 2097120});
    set(p.maxTexture2DGather, {32768, 32768});
    set(p.maxTexture3D, {16384, 16384, 16384});
    set(p.maxTexture3DAlt, {8192, 8192, 32768});
    p.maxTextureCubemap = p.maxSurfaceCubemap = 32768;
    set(p.maxTexture1DLayered, {32768, 2048});
    set(p.maxTexture2DLayered, {32768, 32768, 2048});
    set(p.maxTextureCubemapLayered, {32768, 2046});
    p.maxSurface1D = 32768;
    set(p.maxSurface2D, {131072, 65536});
    set(p.maxSurface3D, {16384, 16384, 16384});
    set(p.maxSurface1DLayered, {32768, 2048});
    set(p.maxSurface2DLayered, {32768, 32768, 2048});
    set(p.maxSurfaceCubemapLayered, {32768, 2046});
}

/// What the simulated device can do. What it cannot stays 0, whatever the machine can: cooperative
/// and cluster launches, sharing with other processes, sparse arrays.
void fill_abilities(cudaDeviceProp& p, const machine_profile& profile) {
    p.canMapHostMemory = 1;
    p.concurrentKernels = 1;
    p.unifiedAddressing = 1;
    p.streamPrioritiesSupported = 1;
    p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    p.managedMemory = 1;
    p.concurrentManagedAccess = profile.managed_is == managed_access::concurrent ? 1 : 0;
    p.hostNativeAtomicSupported = profile.host_page_tables;
    p.pageableMemoryAccess = profile.pageable_memory_access;
    p.computePreemptionSupported = 1;
    p.canUseHostPointerForRegisteredMem = 1;
    p.pageableMemoryAccessUsesHostPageTables = profile.host_page_tables;
    p.directManagedMemAccessFromHost = profile.host_page_tables;
    p.hostRegisterSupported = p.hostRegisterReadOnlySupported = 1;
    p.memoryPoolsSupported = 1;
    p.unifiedFunctionPointers = 1;
    p.deviceNumaId = -1;
}

}  // namespace

cudaDeviceProp properties_of(const machine_profile& profile, unsigned device) {
    cudaDeviceProp p{};
    profile.device_name.copy(p.name, sizeof(p.name) - 1);
    std::memcpy(p.uuid.bytes, "simulated device", sizeof(p.uuid.bytes));
    p.uuid.bytes[sizeof(p.uuid.bytes) - 1] = static_cast<char>(device);
    fill_limits(p);
    fill_abilities(p, profile);
    p.totalGlobalMem = profile.memory.value;
    p.sharedMemPerBlock = 49152;
    p.regsPerBlock = p.regsPerMultiprocessor = profile.registers_per_multiprocessor;
    p.warpSize = 32;
    p.major = profile.capability_major;
    p.minor = profile.capability_minor;
    p.multiProcessorCount = profile.multiprocessors;
    p.ECCEnabled = has_fast_doubles(profile) ? 1 : 0;
    p.pciBusID = static_cast<int>(device) + 1;
    p.asyncEngineCount = profile.async_engine_count;
    p.memoryBusWidth = profile.memory_bus_bits;
    p.l2CacheSize = profile.l2_bytes;
    // Five eighths, from compute capability 8.0 on: so on an H200 and on an A100.
    p.persistingL2CacheMaxSize = profile.capability_major >= 8 ? profile.l2_bytes / 8 * 5 : 0;
    p.accessPolicyMaxWindowSize = profile.capability_major >= 8 ? 134217728 : 0;
    p.maxThreadsPerMultiProcessor = profile.threads_per_multiprocessor;
    p.sharedMemPerMultiprocessor = static_cast<std::size_t>(profile.shared_kib_choices.back())
                                   << 10;
    p.sharedMemPerBlockOptin = static_cast<std::size_t>(profile.shared_bytes_per_block);
    p.maxBlocksPerMultiProcessor = profile.blocks_per_multiprocessor;
    p.reservedSharedMemPerBlock = static_cast<std::size_t>(reserved_shared(profile));
    return p;
}

std::optional<int> attribute_of(const machine_profile& profile, unsigned device,
                                cudaDeviceAttr attribute) {
    if (attribute < cudaDevAttrMaxThreadsPerBlock || attribute >= cudaDevAttrMax)
        return std::nullopt;
    const cudaDeviceProp p = properties_of(profile, device);
    switch (static_cast<int>(attribute)) {
#define PROPERTY(attribute, field) \
    case attribute:                \
        return static_cast<int>(p.field);
#define VALUE(attribute, value) \
    case attribute:             \
        return value;
#include "common/simcuda/runtime/device_attributes.inc"
#undef PROPERTY
#undef VALUE
        default:
            return 0;  // known, and this device does not have it
    }
}

std::optional<std::size_t> usual_limit(const machine_profile& profile, int limit) {
    const auto l2 = static_cast<std::size_t>(profile.l2_bytes);
    switch (limit) {
        case cudaLimitStackSize:
            return 1024;
        case cudaLimitPrintfFifoSize:
            return 8650752;
        case cudaLimitMallocHeapSize:
            return 8388608;
        case cudaLimitDevRuntimePendingLaunchCount:
            return 2048;
        case cudaLimitMaxL2FetchGranularity:
            return 64;
        case cudaLimitPersistingL2CacheSize:
            return l2 / 16 * 3;
        default:
            return std::nullopt;
    }
}

}  // namespace simcuda
