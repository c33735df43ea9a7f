#include "common/simcuda/runtime/free_check.hpp"

#include <execinfo.h>
#include <malloc.h>

#include <array>

#include "common/simcuda/runtime/call.hpp"
#include "common/simcuda/runtime/host_functions.hpp"
#include "common/simcuda/runtime/messages.hpp"

namespace simcuda {
namespace {

/// The newest operation of the page's history that is not known to be over.
const access_record* unfinished(const shadow_page& page, unsigned first, unsigned count,
                                const vector_clock& known) {
    // The newest first: whoever waits for it has waited for what came before it.
    for (auto it = page.records.rbegin(); it != page.records.rend(); ++it) {
        const auto& r = *it;
        if (r->open || known.knows(r->who) || r->where->is_blocking_copy())
            continue;
        if (r->reads.any(first, count) || r->writes.any(first, count) ||
            r->atomics.any(first, count)) {
            return r.get();
        }
    }
    return nullptr;
}

const access_record* unfinished(device& dev, const allocation& block, const vector_clock& known) {
    for (const shadow_page& page : block.pages) {
        if (const access_record* r = unfinished(page, 0, page_size, known))
            return r;
    }
    const access_record* found = nullptr;
    if (!block.pages.empty())
        return found;
    each_page(block.base, block.size, [&](address a, unsigned first, unsigned count) {
        const host_page* page = found == nullptr ? dev.memory().find_host_page(a) : nullptr;
        if (page != nullptr)
            found = unfinished(page->shadow, first, count, known);
    });
    return found;
}

bool is_in_use(device& dev, const allocation& block, const vector_clock& known) {
    return unfinished(dev, block, known) != nullptr;
}

}  // namespace

usage check_not_in_use(device& dev, const allocation& block, const access_side& freeing,
                       const vector_clock& known) {
    const access_record* r = unfinished(dev, block, known);
    if (r != nullptr)
        dev.defects().freed_in_use(*r, block, freeing, known);
    return r != nullptr ? usage::in_use : usage::over;
}

usage check_not_in_use(device& dev, const allocation& block, const void* pc) {
    return check_not_in_use(dev, block, dev.host_side(pc), dev.order().host_order());
}

void tell_if_gone(call& c, const void* p, access how) {
    device& dev = c.on();
    const allocation* block = dev.memory().find(reinterpret_cast<address>(p));
    if (block == nullptr || block->live || !block->birth)
        return;
    dev.defects().add("use-after-free",
                      {{"later", c.name()},
                       {"later_verb", message(how == access::read ? "word.reads" : "word.writes")},
                       {"memory", defect_log::describe(*block)}},
                      {block->freed_at, c.pc()});
}

namespace {

/// The program's own frame that led here: a container's destructor may stand between. Only for a
/// report, since it takes its time.
const void* own_frame(device& dev, const void* otherwise) {
    std::array<void*, 24> frames{};
    const int n = backtrace(frames.data(), static_cast<int>(frames.size()));
    bool outside = false;  // past the runtime's frames
    for (int i = 0; i < n; ++i) {
        const void* frame = frames[static_cast<std::size_t>(i)];
        outside = outside || frame == otherwise;
        if (outside && dev.places().of(frame).line > 0)
            return frame;
    }
    return otherwise;
}

}  // namespace

namespace {

/// The runtime's own objects come here, too.
bool concerns_us(void* p) {
    return p != nullptr && !device_lock::held() && !own_business::here() && device::exists();
}

}  // namespace

void before_free(void* p, const void* pc) {
    if (concerns_us(p))
        before_free(p, malloc_usable_size(p), pc);
}

void before_free(void* p, std::uint64_t size, const void* pc) {
    if (!concerns_us(p) || size == 0 ||
        !device::instance().memory().tracks_any_pageable(reinterpret_cast<address>(p), size)) {
        return;
    }
    device& dev = device::instance();
    const auto base = reinterpret_cast<address>(p);
    const device_lock lock(dev);
    dev.close_host_accesses();
    // What a host function frees, it frees at its own place in the order.
    const bool in_stream = current_accessor().kind() == accessor_kind::host_function;
    const vector_clock& known = in_stream ? *current_accessor().known() : dev.order().host_order();
    if (in_stream)
        charge_host_function(dev);
    allocation block;
    block.base = base;
    block.size = size;
    block.where = space::pageable;
    if (is_in_use(dev, block, known)) {
        pc = own_frame(dev, pc);
        const accessor& mine = current_accessor();
        const access_side freeing = in_stream
                                        ? access_side{mine.who(), mine.where(), access::write, pc}
                                        : dev.host_side(pc);
        static_cast<void>(check_not_in_use(dev, block, freeing, known));
    }
    if (allocation* registered = dev.memory().overlapping_host_range(base, size);
        registered != nullptr && registered->where == space::registered) {
        pc = own_frame(dev, pc);
        dev.defects().add("freed-in-use", {{"memory", defect_log::describe(*registered)}},
                          {registered->allocated_at, pc}, "freed-while-registered");
        dev.memory().remove_host_range(*registered);
    }
    dev.memory().forget_pageable(base, size);
}

}  // namespace simcuda
