#pragma once

#include "common/simcuda/runtime/scheduler.hpp"

// Files that include this are compiled twice, as programs are: in one form stream 0 is the legacy
// default stream, in the other (CUDA_API_PER_THREAD_DEFAULT_STREAM) the thread's own. The same
// macro gives the functions their symbols: cuda_runtime_api.h declares them as NAME or as
// NAME_ptsz. So units of both kinds can be in one program, and no function is written twice.

namespace simcuda {
namespace {

#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
constexpr stream_zero zero = stream_zero::of_the_thread;
#else
constexpr stream_zero zero = stream_zero::legacy;
#endif

}  // namespace
}  // namespace simcuda
