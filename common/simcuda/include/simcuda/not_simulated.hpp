#pragma once

#include "driver_types.h"

// What CUDA has and the simulated device has not. Using one of these is an error at the learner's
// line, with the sentence given here, and never something that silently does nothing. Whole libraries
// are refused at their #include, in not_simulated/.

#define SIMCUDA_ABSENT(name, sentence) \
    template <class... Arguments>      \
    __host__ __device__ cudaError_t name(Arguments&&...) __attribute__((unavailable(sentence)));
#define SIMCUDA_ABSENT_TYPE(name, sentence) \
    typedef struct simcuda_absent_type* name __attribute__((unavailable(sentence)));

#define SIMCUDA_SENTENCE \
    "the simulated device has no CUDA graphs; enqueue the work in streams instead"
SIMCUDA_ABSENT_TYPE(cudaGraph_t, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT_TYPE(cudaGraphExec_t, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT_TYPE(cudaGraphNode_t, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaStreamBeginCapture, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaStreamEndCapture, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaStreamIsCapturing, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaThreadExchangeStreamCaptureMode, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaGraphCreate, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaGraphAddKernelNode, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaGraphAddMemcpyNode, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaGraphAddMemsetNode, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaGraphAddHostNode, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaGraphInstantiate, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaGraphLaunch, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaGraphDestroy, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaGraphExecDestroy, SIMCUDA_SENTENCE)
#undef SIMCUDA_SENTENCE

#define SIMCUDA_SENTENCE                                                                   \
    "the simulated device has no managed memory; use cudaMalloc for the device, "          \
    "cudaMallocHost for the host, and copy between them"
SIMCUDA_ABSENT(cudaMallocManaged, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemPrefetchAsync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemAdvise, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaStreamAttachMemAsync, SIMCUDA_SENTENCE)
#undef SIMCUDA_SENTENCE

#define SIMCUDA_SENTENCE \
    "the simulated device has no arrays, textures or surfaces; use cudaMalloc and plain loads"
SIMCUDA_ABSENT_TYPE(cudaArray_t, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT_TYPE(cudaTextureObject_t, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT_TYPE(cudaSurfaceObject_t, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaCreateChannelDesc, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMallocArray, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMalloc3DArray, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaFreeArray, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemcpy2DToArray, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemcpy2DFromArray, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaCreateTextureObject, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaDestroyTextureObject, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaCreateSurfaceObject, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaDestroySurfaceObject, SIMCUDA_SENTENCE)
#undef SIMCUDA_SENTENCE

#define SIMCUDA_SENTENCE                                                                    \
    "the simulated device has no three-dimensional copies; use cudaMallocPitch and a "      \
    "cudaMemcpy2D for each slice"
SIMCUDA_ABSENT_TYPE(cudaExtent, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT_TYPE(cudaPitchedPtr, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT_TYPE(cudaMemcpy3DParms, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(make_cudaExtent, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(make_cudaPitchedPtr, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(make_cudaPos, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMalloc3D, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemcpy3D, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemcpy3DAsync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemset3D, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemset3DAsync, SIMCUDA_SENTENCE)
#undef SIMCUDA_SENTENCE

#define SIMCUDA_SENTENCE "the simulated device is the only one in its machine and has no peers"
SIMCUDA_ABSENT(cudaDeviceCanAccessPeer, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaDeviceEnablePeerAccess, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaDeviceDisablePeerAccess, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaDeviceGetP2PAttribute, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemcpyPeer, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemcpyPeerAsync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaSetValidDevices, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaIpcGetMemHandle, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaIpcOpenMemHandle, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaIpcGetEventHandle, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaIpcOpenEventHandle, SIMCUDA_SENTENCE)
#undef SIMCUDA_SENTENCE

#define SIMCUDA_SENTENCE                                                             \
    "the simulated device has one memory pool and no calls to change it; "          \
    "cudaMallocAsync and cudaFreeAsync use it"
SIMCUDA_ABSENT_TYPE(cudaMemPool_t, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMallocFromPoolAsync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaDeviceGetDefaultMemPool, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaDeviceGetMemPool, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaDeviceSetMemPool, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemPoolCreate, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemPoolDestroy, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemPoolSetAttribute, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemPoolGetAttribute, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaMemPoolTrimTo, SIMCUDA_SENTENCE)
#undef SIMCUDA_SENTENCE

#define SIMCUDA_SENTENCE                                                                    \
    "the simulated device launches kernels with <<<grid, block, shared, stream>>> and "     \
    "cudaLaunchKernel only, without launch attributes"
SIMCUDA_ABSENT_TYPE(cudaLaunchConfig_t, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT_TYPE(cudaLaunchAttribute, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaLaunchKernelEx, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaLaunchKernelExC, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaLaunchCooperativeKernel, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaStreamSetAttribute, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(cudaStreamGetAttribute, SIMCUDA_SENTENCE)
#undef SIMCUDA_SENTENCE

#define SIMCUDA_SENTENCE                                                                \
    "the simulated device runs the threads of a warp one after another and lets them "  \
    "exchange nothing; use __shared__ memory and __syncthreads()"
SIMCUDA_ABSENT(__syncwarp, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__activemask, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__all_sync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__any_sync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__ballot_sync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__shfl_sync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__shfl_up_sync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__shfl_down_sync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__shfl_xor_sync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__match_any_sync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__match_all_sync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__reduce_add_sync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__reduce_min_sync, SIMCUDA_SENTENCE)
SIMCUDA_ABSENT(__reduce_max_sync, SIMCUDA_SENTENCE)
#undef SIMCUDA_SENTENCE

#undef SIMCUDA_ABSENT
#undef SIMCUDA_ABSENT_TYPE
