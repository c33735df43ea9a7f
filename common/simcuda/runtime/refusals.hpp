#pragma once

#include <string_view>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/copy_shape.hpp"

/// What is wrong with the arguments of a call that is refused. Each of these notes the reason with
/// the call and hands back the error; none is asked before it is clear that the call fails.
namespace simcuda {

/// A copy between two ends of which one is not what the call says.
cudaError_t refuse_copy(call& c, const void* to, const void* from, const copy_shape& shape,
                        cudaMemcpyKind kind);
/// A memset whose target is null, too small, freed, or ordinary memory of the host.
cudaError_t refuse_fill(call& c, const void* to, const copy_shape& shape);

/// cudaFree or cudaFreeHost of something that it has not given.
cudaError_t refuse_release(call& c, const void* p, space where);
/// cudaHostUnregister of memory of the host that is not registered.
cudaError_t refuse_unregister(call& c, const void* p);
/// cudaHostRegister of what cannot be registered.
cudaError_t refuse_register(call& c, const void* p, std::uint64_t size);
/// More was asked for than there is: on the device, or of the host's memory.
cudaError_t refuse_size(call& c, std::uint64_t size, bytes free, bytes total);
cudaError_t refuse_pinned_size(call& c, std::uint64_t size);

/// A handle that nobody knows. `which`: "event", "first_event", "second_event".
cudaError_t refuse_event(call& c, cudaEvent_t handle, std::string_view which = "event");
cudaError_t refuse_stream(call& c);

/// A place for a result that is a null pointer.
cudaError_t refuse_null_result(call& c);
/// Flags of which some mean nothing to this call.
cudaError_t refuse_flags(call& c, unsigned flags);

}  // namespace simcuda
