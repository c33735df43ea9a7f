#pragma once

#include <driver_types.h>

#include <map>

namespace simcuda {

/// What a program has set for one kernel.
struct function_settings {
    int most_dynamic_shared = 49152;  ///< bytes; more has to be asked for
    int carveout = cudaSharedmemCarveoutDefault;
};

/// What a program sets for a device and reads back.
struct device_settings {
    unsigned flags = cudaDeviceScheduleAuto;
    std::map<int, std::size_t> limits;  ///< by cudaLimit; what is not here has its usual value
    cudaFuncCache cache = cudaFuncCachePreferNone;
    std::map<const void*, function_settings> functions;
};

}  // namespace simcuda
