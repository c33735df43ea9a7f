#pragma once

#include "driver_types.h"

// Makers of the structures that 3D copies take.

SIMCUDA_WRAPPER struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    return {x, y, z};
}

SIMCUDA_WRAPPER struct cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) {
    return {w, h, d};
}

SIMCUDA_WRAPPER struct cudaPitchedPtr make_cudaPitchedPtr(void* d, size_t p, size_t xsz,
                                                          size_t ysz) {
    return {d, p, xsz, ysz};
}
