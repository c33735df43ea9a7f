// Why memory is not given, not taken back and not registered, and what is wrong with a handle.
#include "common/simcuda/runtime/refusals.hpp"

#include "common/simcuda/runtime/messages.hpp"

namespace simcuda {
namespace {

using facts = std::map<std::string, std::string>;

/// Which call gives a kind of memory, and which takes it back.
struct pair_of_calls {
    const char* gives;
    const char* takes;
};

pair_of_calls calls_for(space where) {
    return where == space::pinned       ? pair_of_calls{"cudaMallocHost", "cudaFreeHost"}
           : where == space::registered ? pair_of_calls{"cudaHostRegister", "cudaHostUnregister"}
           : where == space::managed    ? pair_of_calls{"cudaMallocManaged", "cudaFree"}
                                        : pair_of_calls{"cudaMalloc", "cudaFree"};
}

/// What the program has reckoned with numbers that have a sign.
bool is_negative(std::uint64_t size) {
    return static_cast<std::int64_t>(size) < 0;
}

facts facts_of_size(std::uint64_t size) {
    return {{"size", std::to_string(size)},
            {"signed", std::to_string(static_cast<std::int64_t>(size))}};
}

refusal why_not_released(call& c, const void* p, space where) {
    memory_map& memory = c.on().memory();
    const auto at = reinterpret_cast<address>(p);
    if (c.on().defects().is_named(at))
        return {"release_of_the_callers", {{"memory", c.on().defects().describe(at)}}};
    const pair_of_calls asked = calls_for(where);
    const allocation* block = memory.find(at);
    if (block == nullptr)
        block = memory.find_live(at);
    if (block == nullptr) {
        const bool is_ours = memory.in_device_arena(at) || memory.in_pinned_arena(at);
        facts known{
            {"memory", c.on().defects().describe(at)}, {"call", c.name()}, {"maker", asked.gives}};
        return {is_ours ? "release_of_nothing" : "release_of_host_memory", known};
    }
    facts known{{"memory", defect_log::describe(*block)},
                {"call", c.name()},
                {"maker", calls_for(block->where).gives},
                {"remedy", calls_for(block->where).takes},
                {"offset", std::to_string(at - block->base)},
                {"place", place_placeholder(block->freed_at)}};
    if (!block->live)
        return {"release_again", known};
    if (is_variable(block->where))
        return {"release_of_variable", known};
    const bool is_wrong_call =
        block->where != where && !(where == space::device && block->where == space::managed);
    return {is_wrong_call ? "release_by_other_call" : "release_from_inside", known};
}

}  // namespace

cudaError_t refuse_release(call& c, const void* p, space where) {
    return c.refuse(cudaErrorInvalidValue, why_not_released(c, p, where));
}

cudaError_t refuse_unregister(call& c, const void* p) {
    return c.refuse(
        cudaErrorHostMemoryNotRegistered,
        {"not_registered", {{"memory", c.on().defects().describe(reinterpret_cast<address>(p))}}});
}

cudaError_t refuse_register(call& c, const void* p, std::uint64_t size) {
    memory_map& memory = c.on().memory();
    const auto base = reinterpret_cast<address>(p);
    facts known{{"size", std::to_string(size)}};
    if (p == nullptr)
        return c.refuse(cudaErrorInvalidValue, {"register_null", known});
    if (size == 0)
        return c.refuse(cudaErrorInvalidValue, {"register_nothing", known});
    const bool is_pinned = memory.in_pinned_arena(base);
    if (is_pinned || memory.in_device_arena(base)) {
        known["memory"] = c.on().defects().describe(base);
        return c.refuse(cudaErrorInvalidValue,
                        {is_pinned ? "register_pinned" : "register_device", known});
    }
    if (const allocation* other = memory.overlapping_host_range(base, size); other != nullptr)
        known["memory"] = defect_log::describe(*other);
    return c.refuse(cudaErrorHostMemoryAlreadyRegistered, {"register_again", known});
}

cudaError_t refuse_size(call& c, std::uint64_t size, bytes free, bytes total) {
    facts known = facts_of_size(size);
    known["free"] = std::to_string(free.value);
    known["total"] = std::to_string(total.value);
    return c.refuse(cudaErrorMemoryAllocation,
                    {is_negative(size) ? "negative_size" : "no_room", known});
}

cudaError_t refuse_pinned_size(call& c, std::uint64_t size) {
    return c.refuse(cudaErrorMemoryAllocation,
                    {is_negative(size) ? "negative_size" : "no_room_on_host", facts_of_size(size)});
}

cudaError_t refuse_event(call& c, cudaEvent_t handle, std::string_view which) {
    return c.refuse(cudaErrorInvalidResourceHandle,
                    {handle == nullptr ? "null_event" : "unknown_event",
                     {{"which", message("word.the_" + std::string(which))}}});
}

cudaError_t refuse_stream(call& c) {
    return c.refuse(cudaErrorInvalidResourceHandle, {"unknown_stream"});
}

cudaError_t refuse_null_result(call& c) {
    return c.refuse(cudaErrorInvalidValue, {"null_result", {{"call", c.name()}}});
}

cudaError_t refuse_flags(call& c, unsigned flags) {
    return c.refuse(cudaErrorInvalidValue,
                    {"unknown_flags", {{"call", c.name()}, {"flags", std::to_string(flags)}}});
}

}  // namespace simcuda
