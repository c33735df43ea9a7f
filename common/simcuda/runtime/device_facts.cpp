#include "common/simcuda/runtime/device_facts.hpp"

#include <algorithm>
#include <cstring>

namespace simcuda {

cudaDeviceProp properties_of(const machine_profile& profile) {
    cudaDeviceProp p{};
    const std::size_t length = std::min(profile.title.size(), sizeof(p.name) - 1);
    std::memcpy(p.name, profile.title.data(), length);
    p.totalGlobalMem = profile.memory.value;
    p.sharedMemPerBlock = 49152;
    p.regsPerBlock = 65536;
    p.warpSize = 32;
    p.memPitch = 2147483647;
    p.maxThreadsPerBlock = 1024;
    p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
    p.maxThreadsDim[2] = 64;
    p.maxGridSize[0] = 2147483647;
    p.maxGridSize[1] = p.maxGridSize[2] = 65535;
    p.totalConstMem = 65536;
    p.major = profile.capability_major;
    p.minor = profile.capability_minor;
    p.textureAlignment = 512;
    p.texturePitchAlignment = 32;
    p.multiProcessorCount = profile.multiprocessors;
    p.canMapHostMemory = 1;
    p.concurrentKernels = 1;
    p.asyncEngineCount = profile.async_engine_count;
    p.unifiedAddressing = 1;
    p.memoryBusWidth = 6144;
    p.l2CacheSize = 62914560;
    p.maxThreadsPerMultiProcessor = profile.threads_per_multiprocessor;
    p.streamPrioritiesSupported = 1;
    p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    p.sharedMemPerMultiprocessor = static_cast<std::size_t>(profile.shared_bytes_per_block) + 1024;
    p.regsPerMultiprocessor = 65536;
    p.managedMemory = 1;
    p.concurrentManagedAccess = profile.managed_is == managed_access::concurrent ? 1 : 0;
    p.pageableMemoryAccess = profile.pageable_memory_access;
    p.canUseHostPointerForRegisteredMem = 1;
    p.sharedMemPerBlockOptin = static_cast<std::size_t>(profile.shared_bytes_per_block);
    p.maxBlocksPerMultiProcessor = 32;
    p.reservedSharedMemPerBlock = 1024;
    p.hostRegisterSupported = 1;
    p.hostRegisterReadOnlySupported = 1;
    p.memoryPoolsSupported = 1;
    return p;
}

std::optional<int> attribute_of(const machine_profile& profile, cudaDeviceAttr attribute) {
    const cudaDeviceProp p = properties_of(profile);
    if (attribute < cudaDevAttrMaxThreadsPerBlock || attribute >= cudaDevAttrMax) {
        return std::nullopt;
    }
    switch (attribute) {
        case cudaDevAttrMaxThreadsPerBlock:
            return p.maxThreadsPerBlock;
        case cudaDevAttrMaxBlockDimX:
            return p.maxThreadsDim[0];
        case cudaDevAttrMaxBlockDimY:
            return p.maxThreadsDim[1];
        case cudaDevAttrMaxBlockDimZ:
            return p.maxThreadsDim[2];
        case cudaDevAttrMaxGridDimX:
            return p.maxGridSize[0];
        case cudaDevAttrMaxGridDimY:
            return p.maxGridSize[1];
        case cudaDevAttrMaxGridDimZ:
            return p.maxGridSize[2];
        case cudaDevAttrMaxSharedMemoryPerBlock:
            return static_cast<int>(p.sharedMemPerBlock);
        case cudaDevAttrTotalConstantMemory:
            return static_cast<int>(p.totalConstMem);
        case cudaDevAttrWarpSize:
            return p.warpSize;
        case cudaDevAttrMaxPitch:
            return static_cast<int>(p.memPitch);
        case cudaDevAttrMaxRegistersPerBlock:
            return p.regsPerBlock;
        case cudaDevAttrClockRate:
            return profile.clock_khz;
        case cudaDevAttrTextureAlignment:
            return static_cast<int>(p.textureAlignment);
        case cudaDevAttrGpuOverlap:
            return profile.copy_engines > 0 ? 1 : 0;
        case cudaDevAttrMultiProcessorCount:
            return p.multiProcessorCount;
        case cudaDevAttrCanMapHostMemory:
            return p.canMapHostMemory;
        case cudaDevAttrConcurrentKernels:
            return p.concurrentKernels;
        case cudaDevAttrMemoryClockRate:
            return 3201000;
        case cudaDevAttrGlobalMemoryBusWidth:
            return p.memoryBusWidth;
        case cudaDevAttrL2CacheSize:
            return p.l2CacheSize;
        case cudaDevAttrMaxThreadsPerMultiProcessor:
            return p.maxThreadsPerMultiProcessor;
        case cudaDevAttrAsyncEngineCount:
            return p.asyncEngineCount;
        case cudaDevAttrUnifiedAddressing:
            return p.unifiedAddressing;
        case cudaDevAttrComputeCapabilityMajor:
            return p.major;
        case cudaDevAttrComputeCapabilityMinor:
            return p.minor;
        case cudaDevAttrStreamPrioritiesSupported:
            return p.streamPrioritiesSupported;
        case cudaDevAttrGlobalL1CacheSupported:
            return p.globalL1CacheSupported;
        case cudaDevAttrLocalL1CacheSupported:
            return p.localL1CacheSupported;
        case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
            return static_cast<int>(p.sharedMemPerMultiprocessor);
        case cudaDevAttrMaxRegistersPerMultiprocessor:
            return p.regsPerMultiprocessor;
        case cudaDevAttrManagedMemory:
            return p.managedMemory;
        case cudaDevAttrConcurrentManagedAccess:
            return p.concurrentManagedAccess;
        case cudaDevAttrHostRegisterReadOnlySupported:
            return p.hostRegisterReadOnlySupported;
        case cudaDevAttrPageableMemoryAccess:
            return p.pageableMemoryAccess;
        case cudaDevAttrCanUseHostPointerForRegisteredMem:
            return p.canUseHostPointerForRegisteredMem;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin:
            return static_cast<int>(p.sharedMemPerBlockOptin);
        case cudaDevAttrHostRegisterSupported:
            return p.hostRegisterSupported;
        case cudaDevAttrMaxBlocksPerMultiprocessor:
            return p.maxBlocksPerMultiProcessor;
        case cudaDevAttrReservedSharedMemoryPerBlock:
            return static_cast<int>(p.reservedSharedMemPerBlock);
        case cudaDevAttrMemoryPoolsSupported:
            return p.memoryPoolsSupported;
        default:
            return 0;  // known, and this device does not have it
    }
}

}  // namespace simcuda
