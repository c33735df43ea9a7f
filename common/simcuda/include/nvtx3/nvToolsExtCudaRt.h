#pragma once

#include "../driver_types.h"
#include "nvToolsExt.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The stream's name in reports and drawings, where the source shows none.
void nvtxNameCudaStreamA(cudaStream_t stream, const char* name);
void nvtxNameCudaStreamW(cudaStream_t stream, const wchar_t* name);

// Accepted, and shown nowhere.
void nvtxNameCudaDeviceA(int device, const char* name);
void nvtxNameCudaDeviceW(int device, const wchar_t* name);
void nvtxNameCudaEventA(cudaEvent_t event, const char* name);
void nvtxNameCudaEventW(cudaEvent_t event, const wchar_t* name);

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define nvtxNameCudaStream nvtxNameCudaStreamW
#define nvtxNameCudaDevice nvtxNameCudaDeviceW
#define nvtxNameCudaEvent nvtxNameCudaEventW
#else
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#endif
