// Several devices: what one may do with another's memory. Error codes as two H200s gave them
// (tests/device_pair_h200.txt).

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/copies.hpp"

using namespace simcuda;

namespace {

cudaError_t enable(call& c, int peer, unsigned flags) {
    device& dev = c.on();
    if (flags != 0)
        return cudaErrorInvalidValue;
    if (!dev.has(peer))
        return cudaErrorInvalidDevice;
    const unsigned own = dev.order().current_device(), other = static_cast<unsigned>(peer);
    if (own == other)
        return cudaErrorPeerAccessUnsupported;
    if (dev.peers().granted(own, other))
        return cudaErrorPeerAccessAlreadyEnabled;
    dev.peers().grant(own, other);
    return cudaSuccess;
}

cudaError_t disable(call& c, int peer) {
    device& dev = c.on();
    if (!dev.has(peer))
        return cudaErrorInvalidDevice;
    const unsigned own = dev.order().current_device(), other = static_cast<unsigned>(peer);
    if (own == other || !dev.peers().granted(own, other))
        return cudaErrorPeerAccessNotEnabled;
    dev.peers().revoke(own, other);
    return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceCanAccessPeer(int* can, int ordinal, int peer) {
    return api("cudaDeviceCanAccessPeer", __builtin_return_address(0), [&](call& c) {
        if (can == nullptr)
            return cudaErrorInvalidValue;
        if (!c.on().has(ordinal) || !c.on().has(peer))
            return cudaErrorInvalidDevice;
        *can = ordinal == peer ? 0 : 1;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int from, int to) {
    return api("cudaDeviceGetP2PAttribute", __builtin_return_address(0), [&](call& c) {
        if (value == nullptr || attribute < cudaDevP2PAttrPerformanceRank ||
            attribute > cudaDevP2PAttrOnlyPartialNativeAtomicSupported) {
            return cudaErrorInvalidValue;
        }
        if (!c.on().has(from) || !c.on().has(to) || from == to)
            return cudaErrorInvalidDevice;
        *value = attribute == cudaDevP2PAttrPerformanceRank ||
                         attribute == cudaDevP2PAttrOnlyPartialNativeAtomicSupported
                     ? 0
                     : 1;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    return api("cudaDeviceEnablePeerAccess", __builtin_return_address(0),
               [&](call& c) { return enable(c, peer, flags); });
}

/// Unified addressing tells whose the memory is; the numbers only have to be devices.
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           std::size_t size) {
    return api("cudaMemcpyPeer", __builtin_return_address(0), [&](call& c) {
        if (!c.on().has(to_device) || !c.on().has(from_device))
            return cudaErrorInvalidDevice;
        return copy(c, to, from, copy_shape::flat(size), cudaMemcpyDefault,
                    &c.on().order().legacy(), copy_style::blocking);
    });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return api("cudaDeviceDisablePeerAccess", __builtin_return_address(0),
               [&](call& c) { return disable(c, peer); });
}

}  // extern "C"
