// cudaMemcpy, cudaMemset and their relatives. Compiled twice: see default_stream.hpp.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/copies.hpp"
#include "common/simcuda/runtime/default_stream.hpp"

using namespace simcuda;

namespace {

const void* offset_by(const void* p, std::size_t n) {
    return static_cast<const char*>(p) + n;
}
void* offset_by(void* p, std::size_t n) {
    return static_cast<char*>(p) + n;
}

void* as_target(const void* symbol) {
    return const_cast<void*>(symbol);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t size, cudaMemcpyKind kind) {
    return api("cudaMemcpy", __builtin_return_address(0), [&](call& c) {
        return copy(c, to, from, copy_shape::flat(size), kind,
                    c.on().order().find_stream(nullptr, zero), copy_style::blocking);
    });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream) {
    return api("cudaMemcpyAsync", __builtin_return_address(0), [&](call& c) {
        return copy(c, to, from, copy_shape::flat(size), kind,
                    c.on().order().find_stream(stream, zero), copy_style::async);
    });
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                std::size_t size, cudaStream_t stream) {
    return api("cudaMemcpyPeerAsync", __builtin_return_address(0), [&](call& c) {
        if (!c.on().has(to_device) || !c.on().has(from_device))
            return cudaErrorInvalidDevice;
        return copy(c, to, from, copy_shape::flat(size), cudaMemcpyDefault,
                    c.on().order().find_stream(stream, zero), copy_style::async);
    });
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return api("cudaMemcpy2D", __builtin_return_address(0), [&](call& c) {
        return copy(c, to, from, {width, height, to_pitch, from_pitch}, kind,
                    c.on().order().find_stream(nullptr, zero), copy_style::blocking);
    });
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
    return api("cudaMemcpy2DAsync", __builtin_return_address(0), [&](call& c) {
        return copy(c, to, from, {width, height, to_pitch, from_pitch}, kind,
                    c.on().order().find_stream(stream, zero), copy_style::async);
    });
}

cudaError_t cudaMemset(void* to, int value, std::size_t size) {
    return api("cudaMemset", __builtin_return_address(0), [&](call& c) {
        return fill(c, to, {static_cast<unsigned>(value)}, copy_shape::flat(size),
                    c.on().order().find_stream(nullptr, zero), copy_style::blocking);
    });
}

cudaError_t cudaMemsetAsync(void* to, int value, std::size_t size, cudaStream_t stream) {
    return api("cudaMemsetAsync", __builtin_return_address(0), [&](call& c) {
        return fill(c, to, {static_cast<unsigned>(value)}, copy_shape::flat(size),
                    c.on().order().find_stream(stream, zero), copy_style::async);
    });
}

cudaError_t cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
    return api("cudaMemset2D", __builtin_return_address(0), [&](call& c) {
        return fill(c, to, {static_cast<unsigned>(value)}, {width, height, pitch, pitch},
                    c.on().order().find_stream(nullptr, zero), copy_style::blocking);
    });
}

cudaError_t cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
    return api("cudaMemset2DAsync", __builtin_return_address(0), [&](call& c) {
        return fill(c, to, {static_cast<unsigned>(value)}, {width, height, pitch, pitch},
                    c.on().order().find_stream(stream, zero), copy_style::async);
    });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t size,
                               std::size_t offset, cudaMemcpyKind kind) {
    return api("cudaMemcpyToSymbol", __builtin_return_address(0), [&](call& c) {
        return copy(c, offset_by(as_target(symbol), offset), from, copy_shape::flat(size), kind,
                    c.on().order().find_stream(nullptr, zero), copy_style::blocking);
    });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t size, std::size_t offset,
                                 cudaMemcpyKind kind) {
    return api("cudaMemcpyFromSymbol", __builtin_return_address(0), [&](call& c) {
        return copy(c, to, offset_by(symbol, offset), copy_shape::flat(size), kind,
                    c.on().order().find_stream(nullptr, zero), copy_style::blocking);
    });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t size,
                                    std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return api("cudaMemcpyToSymbolAsync", __builtin_return_address(0), [&](call& c) {
        return copy(c, offset_by(as_target(symbol), offset), from, copy_shape::flat(size), kind,
                    c.on().order().find_stream(stream, zero), copy_style::async);
    });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t size,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
    return api("cudaMemcpyFromSymbolAsync", __builtin_return_address(0), [&](call& c) {
        return copy(c, to, offset_by(symbol, offset), copy_shape::flat(size), kind,
                    c.on().order().find_stream(stream, zero), copy_style::async);
    });
}

}  // extern "C"
