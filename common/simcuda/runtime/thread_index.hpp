#pragma once

#include <vector_types.h>

/// What a kernel reads as threadIdx and so on. Its code sees constants, since each of its threads
/// meets one value; the runtime changes them from thread to thread. Hence not together with
/// device_launch_parameters.h in one file.
extern "C" {
extern uint3 threadIdx;
extern uint3 blockIdx;
extern dim3 blockDim;
extern dim3 gridDim;
extern int warpSize;
}
