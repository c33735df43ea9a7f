#pragma once

#include "host_defines.h"

// Loads and stores with a cache hint. The simulated device has no caches, so the hints say nothing;
// inlined, so that the accesses are those of the learner's line.

#define SIMCUDA_LOAD(name)                          \
    template <class T>                              \
    SIMCUDA_WRAPPER __device__ T name(const T* p) { \
        return *p;                                  \
    }
#define SIMCUDA_STORE(name)                               \
    template <class T>                                    \
    SIMCUDA_WRAPPER __device__ void name(T* p, T value) { \
        *p = value;                                       \
    }

SIMCUDA_LOAD(__ldg)
SIMCUDA_LOAD(__ldca)
SIMCUDA_LOAD(__ldcg)
SIMCUDA_LOAD(__ldcs)
SIMCUDA_LOAD(__ldcv)
SIMCUDA_LOAD(__ldlu)
SIMCUDA_STORE(__stcg)
SIMCUDA_STORE(__stcs)
SIMCUDA_STORE(__stwb)
SIMCUDA_STORE(__stwt)

#undef SIMCUDA_LOAD
#undef SIMCUDA_STORE
