#include "common/simcuda/runtime/free_check.hpp"

#include <malloc.h>

#include "common/simcuda/runtime/device.hpp"

namespace simcuda {
namespace {

/// True when something was reported: one is enough for a block.
bool check_page(device& dev, const shadow_page& page, unsigned first, unsigned count,
                const allocation& block, const vector_clock& known, const void* pc) {
    for (const auto& r : page.records) {
        if (r->open || known.knows(r->who)) continue;
        if (!r->reads.any(first, count) && !r->writes.any(first, count) &&
            !r->atomics.any(first, count)) {
            continue;
        }
        dev.defects().freed_in_use(*r, block, pc);
        return true;
    }
    return false;
}

}  // namespace

void check_not_in_use(device& dev, const allocation& block, const vector_clock& known,
                      const void* pc) {
    for (const shadow_page& page : block.pages) {
        if (check_page(dev, page, 0, page_size, block, known, pc)) return;
    }
    if (!block.pages.empty()) return;
    each_page(block.base, block.size, [&](address a, unsigned first, unsigned count) {
        if (const host_page* page = dev.memory().find_host_page(a)) {
            check_page(dev, page->shadow, first, count, block, known, pc);
        }
    });
}

void before_free(void* p, const void* pc) {
    // The runtime's own objects come here, too.
    if (p == nullptr || device_lock::held() || !device::exists()) return;
    device& dev = device::instance();
    const auto base = reinterpret_cast<address>(p);
    if (!dev.memory().tracks_any_pageable(base, 1)) return;
    const std::uint64_t size = malloc_usable_size(p);
    const device_lock lock(dev);
    dev.close_host_accesses();
    if (current_accessor().kind() == accessor_kind::host_function) current_accessor().settle();
    allocation block;
    block.base = base;
    block.size = size;
    block.where = space::pageable;
    check_not_in_use(dev, block, dev.order().host_order(), pc);
    if (allocation* registered = dev.memory().overlapping_host_range(base, size);
        registered != nullptr && registered->where == space::registered) {
        dev.defects().add("freed-in-use", {{"memory", dev.defects().describe(registered->base)}},
                          {registered->allocated_at, pc}, "freed-while-registered");
        dev.memory().remove_host_range(*registered);
    }
    dev.memory().forget_pageable(base, size);
}

}  // namespace simcuda
