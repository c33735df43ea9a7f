// Copies and fills of boxes: 3D.
// Compiled twice: see default_stream.hpp.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/copies.hpp"
#include "common/simcuda/runtime/default_stream.hpp"

using namespace simcuda;

namespace {

/// Where the box begins. Positions count bytes, as there are no arrays here.
void* corner(const cudaPitchedPtr& p, const cudaPos& at) {
    if (p.ptr == nullptr)
        return nullptr;
    return static_cast<char*>(p.ptr) + (at.z * p.ysize + at.y) * p.pitch + at.x;
}

cudaError_t copy_box(call& c, const cudaMemcpy3DParms* p, CUstream_st* stream, copy_style style) {
    if (p == nullptr || p->srcArray != nullptr || p->dstArray != nullptr)
        return cudaErrorInvalidValue;
    const cudaExtent& box = p->extent;
    const copy_shape shape{box.width,
                           box.height,
                           p->dstPtr.pitch,
                           p->srcPtr.pitch,
                           box.depth,
                           p->dstPtr.pitch * p->dstPtr.ysize,
                           p->srcPtr.pitch * p->srcPtr.ysize};
    return copy(c, corner(p->dstPtr, p->dstPos), corner(p->srcPtr, p->srcPos), shape, p->kind,
                stream, style);
}

cudaError_t fill_box(call& c, const cudaPitchedPtr& p, int value, const cudaExtent& box,
                     CUstream_st* stream, copy_style style) {
    const std::uint64_t slice = p.pitch * p.ysize;
    return fill(c, p.ptr, {static_cast<unsigned>(value)},
                {box.width, box.height, p.pitch, p.pitch, box.depth, slice, slice}, stream, style);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
    return api("cudaMemcpy3D", __builtin_return_address(0), [&](call& c) {
        return copy_box(c, p, c.on().order().find_stream(nullptr, zero), copy_style::blocking);
    });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
    return api("cudaMemcpy3DAsync", __builtin_return_address(0), [&](call& c) {
        return copy_box(c, p, c.on().order().find_stream(stream, zero), copy_style::async);
    });
}

cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent box) {
    return api("cudaMemset3D", __builtin_return_address(0), [&](call& c) {
        return fill_box(c, p, value, box, c.on().order().find_stream(nullptr, zero),
                        copy_style::blocking);
    });
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent box, cudaStream_t stream) {
    return api("cudaMemset3DAsync", __builtin_return_address(0), [&](call& c) {
        return fill_box(c, p, value, box, c.on().order().find_stream(stream, zero),
                        copy_style::async);
    });
}

}  // extern "C"
