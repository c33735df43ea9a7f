#include "common/simcuda/runtime/copy_side.hpp"

#include "common/simcuda/runtime/free_check.hpp"
#include "common/simcuda/runtime/refusals.hpp"

namespace simcuda {
namespace {

bool direction_fits(cudaMemcpyKind kind, const side& to, const side& from) {
    switch (kind) {
        case cudaMemcpyHostToHost:
            return !to.on_device && !from.on_device;
        case cudaMemcpyHostToDevice:
            return to.on_device && !from.on_device;
        case cudaMemcpyDeviceToHost:
            return !to.on_device && from.on_device;
        case cudaMemcpyDeviceToDevice:
            return to.on_device && from.on_device;
        default:
            return true;
    }
}

}  // namespace

bool find_side(memory_map& memory, const void* p, std::uint64_t size, side& out) {
    out.base = reinterpret_cast<address>(p);
    out.block = memory.find_live(out.base);
    out.on_device = out.block != nullptr && is_device(out.block->where);
    // From ordinary memory a copy may go on into registered memory; from registered memory it may
    // not go on behind its end, not even into what was registered beside it.
    if (out.block == nullptr)
        return !memory.in_device_arena(out.base) && !memory.in_pinned_arena(out.base);
    return out.block->contains(out.base, size);
}

void place_managed(side& s, cudaMemcpyKind kind, cudaMemcpyKind other_way) {
    if (s.block == nullptr || !is_managed(s.block->where))
        return;
    s.on_device = kind != cudaMemcpyHostToHost && kind != other_way;
}

void make_pages(const side& s, std::uint64_t size) {
    if (s.block == nullptr || !is_managed(s.block->where))
        return;
    each_page(s.base, size, [&](address a, unsigned, unsigned) {
        managed_page& page = *s.block->managed_at(a);
        if (page.where == residence::nowhere)
            page.where = s.on_device ? residence::device : residence::host;
    });
}

cudaError_t find_sides(call& c, void* to, const void* from, const copy_shape& shape,
                       cudaMemcpyKind kind, side& target, side& source) {
    const bool is_possible = static_cast<unsigned>(kind) <= cudaMemcpyDefault &&
                             shape.width <= shape.to_pitch && shape.width <= shape.from_pitch &&
                             to != nullptr && from != nullptr;
    if (!is_possible)
        return refuse_copy(c, to, from, shape, kind);
    memory_map& memory = c.on().memory();
    const bool found = find_side(memory, to, shape.to_extent(), target) &&
                       find_side(memory, from, shape.from_extent(), source);
    place_managed(target, kind, cudaMemcpyDeviceToHost);
    place_managed(source, kind, cudaMemcpyHostToDevice);
    if (!found || !direction_fits(kind, target, source)) {
        tell_if_gone(c, from, access::read);
        tell_if_gone(c, to, access::write);
        return refuse_copy(c, to, from, shape, kind);
    }
    return cudaSuccess;
}

}  // namespace simcuda
