// What launches executable graphs. Compiled twice: see default_stream.hpp.

#include <cuda_runtime_api.h>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/default_stream.hpp"

using namespace simcuda;

extern "C" {

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* out, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* params) {
    return api("cudaGraphInstantiateWithParams", __builtin_return_address(0), [&](call& c) {
        if (params == nullptr)
            return cudaErrorInvalidValue;
        const unsigned long long flags = params->flags;
        const cudaError_t error =
            instantiate(c, out, graph,
                        flags & ~static_cast<unsigned long long>(cudaGraphInstantiateFlagUpload));
        params->errNode_out = nullptr;
        params->result_out =
            error == cudaSuccess ? cudaGraphInstantiateSuccess
            : c.on().graphs().find(graph) != nullptr && error == cudaErrorInvalidValue
                ? cudaGraphInstantiateInvalidStructure
                : cudaGraphInstantiateError;
        return error;
    });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    return api("cudaGraphUpload", __builtin_return_address(0), [&](call& c) {
        const CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        if (const cudaError_t error = c.on().captures().may_touch(*s))
            return error;
        return c.on().executables().find(exec) == nullptr ? cudaErrorInvalidValue : cudaSuccess;
    });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    return api("cudaGraphLaunch", __builtin_return_address(0), [&](call& c) {
        CUstream_st* s = c.on().order().find_stream(stream, zero);
        if (s == nullptr)
            return cudaErrorInvalidResourceHandle;
        const auto e = c.on().executables().find(exec);
        if (e == nullptr)
            return cudaErrorInvalidValue;
        // A launch is not captured: a child node is added by hand (measured on an H200).
        if (const cudaError_t error = c.on().captures().may_touch(*s))
            return error;
        launch(c, *s, *e);
        return cudaSuccess;
    });
}

}  // extern "C"
