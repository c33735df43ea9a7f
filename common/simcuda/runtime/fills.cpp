#include <algorithm>
#include <cstring>

#include "common/simcuda/runtime/copy_side.hpp"
#include "common/simcuda/runtime/free_check.hpp"
#include "common/simcuda/runtime/refusals.hpp"

namespace simcuda {
namespace {

cudaError_t find_target(call& c, void* to, const copy_shape& shape, side& target) {
    const bool fits = to != nullptr && shape.width <= shape.to_pitch &&
                      find_side(c.on().memory(), to, shape.to_extent(), target) &&
                      target.block != nullptr;
    if (fits)
        return cudaSuccess;
    tell_if_gone(c, to, access::write);
    return refuse_fill(c, to, shape);
}

void write(address at, std::uint64_t width, const fill_pattern& pattern) {
    for (std::uint64_t done = 0; pattern.size > 1 && done < width; done += pattern.size)
        std::memcpy(reinterpret_cast<void*>(at + done), &pattern.value, pattern.size);
    if (pattern.size == 1)
        std::memset(reinterpret_cast<void*>(at), static_cast<int>(pattern.value), width);
}

}  // namespace

cudaError_t check_fill(call& c, void* to, const copy_shape& shape) {
    side target;
    return shape.total().value == 0 ? cudaSuccess : find_target(c, to, shape, target);
}

cudaError_t fill(call& c, void* to, const fill_pattern& pattern, const copy_shape& shape,
                 CUstream_st* stream, copy_style style) {
    if (stream == nullptr)
        return refuse_stream(c);
    if (shape.total().value == 0)
        return cudaSuccess;
    device& dev = c.on();
    side target;
    if (const cudaError_t wrong = find_target(c, to, shape, target))
        return wrong;
    if (const auto taken = capture_instead(c, *stream, fill_call{to, pattern, shape}, style))
        return *taken;
    // The stream's device fills: it has to reach the memory.
    const unsigned own = stream->device;
    if (!dev.peers().granted(own, target.device(own)))
        return c.refuse(cudaErrorInvalidValue, {"fill_of_other_device"});
    place_managed(target, cudaMemcpyDefault, cudaMemcpyDeviceToHost);
    make_pages(target, shape.to_extent());
    const machine_profile& p = dev.profile();
    timeline::operation facts;
    facts.size = shape.total();
    facts.device = own;
    facts.host_memory = target.kind();
    const double rate = target.on_device ? p.memory_rate : p.d2h_rate;
    const work cost{engine::compute, std::max(p.kernel_floor, at_rate(facts.size, rate)), 0.25};
    const point_ptr done = c.issue(*stream, timeline::op_kind::memset, std::move(facts),
                                   [&](const ticket& t, site where) {
                                       if (dev.has_stopped())
                                           return cost;
                                       access_log& log = dev.target_log();
                                       log.begin(t.id, where, &t.order);
                                       shape.each_row([&](std::uint64_t offset, std::uint64_t) {
                                           const address at = target.base + offset;
                                           log.note_range(at, shape.width, access::write, c.pc());
                                           write(at, shape.width, pattern);
                                       });
                                       log.close();
                                       return cost;
                                   });
    // Asynchronous for device memory even in the blocking form; synchronous for pinned memory.
    if (style == copy_style::blocking && !target.on_device)
        c.wait_for({done});
    return cudaSuccess;
}

}  // namespace simcuda
