#include "common/simcuda/runtime/accessor.hpp"

#include "common/simcuda/runtime/device.hpp"
#include "common/simcuda/runtime/host_regions.hpp"
#include "common/simcuda/runtime/managed_check.hpp"
#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/running_kernel.hpp"

namespace simcuda {

constinit thread_local accessor* detail::current = nullptr;

accessor& detail::first_accessor_of_thread() {
    current = &device::instance().host_accessor_of_this_thread();
    return *current;
}

void forget_current_accessor() {
    detail::current = nullptr;
}

current_accessor_scope::current_accessor_scope(accessor& a) : before_(&current_accessor()) {
    detail::current = &a;
}

current_accessor_scope::~current_accessor_scope() {
    detail::current = before_;
}

accessor::accessor(device& owner, accessor_kind kind, memory_map& memory, access_observer& observer)
    : owner_(owner),
      kind_(kind),
      log_(memory, observer, owner.poisoning(),
           kind == accessor_kind::kernel ? toucher::device : toucher::host) {}

void accessor::begin(stamp who, site where, const vector_clock* known) {
    who_ = who;
    where_ = where;
    known_ = known;
    open_ = true;
    log_.begin(who, where, known);
}

access_log::traffic accessor::close(host_cache* written) {
    if (!open_)
        return {};
    open_ = false;
    // A call closes what came before it: seldom more than a few pages.
    for (slot* s : used_)
        *s = {};
    used_.clear();
    return log_.close(written);
}

access_log::traffic accessor::settle() {
    if (!open_)
        return {};
    const access_log::traffic touched = close();
    begin(who_, where_, known_);
    return touched;
}

void accessor::range(const void* p, std::uint64_t size, access how, const void* pc) {
    slow(reinterpret_cast<address>(p), size, how, pc);
}

void accessor::slow(address a, std::uint64_t size, access how, const void* pc) {
    // A kernel's launch holds the device, and a wrong access never comes back here to let it go.
    if (kind_ == accessor_kind::kernel)
        return by_pages(a, size, how, pc);
    const device_lock lock(owner_);
    if (!open_)
        owner_.reopen_host(*this);
    by_pages(a, size, how, pc);
}

void accessor::by_pages(address a, std::uint64_t size, access how, const void* pc) {
    each_page(a, size,
              [&](address at, unsigned, unsigned count) { within_page(at, count, how, pc); });
}

void accessor::use_anew(slot& s) {
    if (!s.is_used)
        used_.push_back(&s);
    s = {};
    s.is_used = true;
}

void accessor::within_page(address a, std::uint64_t size, access how, const void* pc) {
    slot& s = slot_of(a);
    const address number = a >> page_shift;
    if (s.page == nullptr || s.page->base >> page_shift != number) {
        use_anew(s);
        access_log::page_entry* page = nullptr;
        if (kind_ == accessor_kind::kernel && reaches_pageable(a))
            owner_.memory().track_pageable(number << page_shift, page_size);
        if (kind_ == accessor_kind::kernel && owner_.count() > 1 && is_out_of_reach(a)) {
            wrong("no-peer-access", a, size, how, pc);
            stop_kernel(cudaErrorIllegalAddress);
        }
        if (kind_ == accessor_kind::kernel || !owner_.memory().in_device_arena(a))
            page = log_.open(a);
        if (page == nullptr)
            return untracked(s, a, size, how, pc);
        const toucher who = kind_ == accessor_kind::kernel ? toucher::device : toucher::host;
        s.page = page;
        s.is_memory = true;
        s.reads = page->mine->reads.bits().data();
        s.writes = page->mine->writes.bits().data();
        if (page->reads_are_plain(who))
            s.readable = number;
        if (page->writes_are_plain(who))
            s.writable = number;
        if (kind_ != accessor_kind::kernel && page->block != nullptr)
            check_host_may_touch(owner_, *page->block, how, pc);
    }
    access_log::page_entry& page = *s.page;
    if (!page.holds(a, size))
        return untracked(s, a, size, how, pc);
    touched_ = true;
    if (page.in_arena || is_of_interest(page, a, size, how, pc))
        log_.note(page, static_cast<unsigned>(a - page.base), static_cast<unsigned>(size), how, pc);
}

/// The program's own page: variables of the device and of the host may share it.
bool accessor::is_of_interest(const access_log::page_entry& page, address a, std::uint64_t size,
                              access how, const void* pc) {
    const auto first = static_cast<unsigned>(a - page.base), count = static_cast<unsigned>(size);
    if (kind_ != accessor_kind::kernel) {
        if (page.out_of_reach == nullptr || !page.out_of_reach->any(first, count))
            return true;
        wrong("device-pointer-on-host", a, size, how, pc);
        return false;
    }
    const allocation* block = owner_.memory().find_live(a);
    if ((block != nullptr && block->contains(a, size)) || reaches_pageable(a))
        return true;
    untracked(slot_of(a), a, size, how, pc);
    return false;
}

/// Another device's memory, without access to it.
bool accessor::is_out_of_reach(address a) const {
    const allocation* block = owner_.memory().find_live(a);
    return block != nullptr && block->where == space::device &&
           !owner_.peers().granted(device_, block->device);
}

/// Ordinary host memory, on a machine whose device shares the host's page tables
/// (cudaDevAttrPageableMemoryAccess).
bool accessor::reaches_pageable(address a) const {
    memory_map& memory = owner_.memory();
    return owner_.profile().pageable_memory_access != 0 && a >= page_size &&
           !memory.in_device_arena(a) && !memory.in_pinned_arena(a) &&
           memory.find_live(a) == nullptr && reach_of_kernel(a) == reach::none;
}

/// Not memory whose order matters: the program's own affairs, or a mistake.
void accessor::untracked(slot& s, address a, std::uint64_t size, access how, const void* pc) {
    memory_map& memory = owner_.memory();
    const bool arena = memory.in_device_arena(a) || memory.in_pinned_arena(a);
    if (kind_ != accessor_kind::kernel) {
        if (memory.in_device_arena(a))
            return wrong("device-pointer-on-host", a, size, how, pc);
        if (arena) {
            const allocation* block = memory.find(a);
            wrong(block != nullptr && !block->live ? "use-after-free" : "out-of-bounds", a, size,
                  how, pc);
            return;
        }
    } else if (arena) {
        const allocation* block = memory.find(a);
        wrong(block != nullptr && !block->live ? "use-after-free" : "out-of-bounds", a, size, how,
              pc);
        stop_kernel(cudaErrorIllegalAddress);
    } else if (a < page_size) {
        wrong("null-pointer-in-kernel", a, size, how, pc);
        stop_kernel(cudaErrorIllegalAddress);
    } else if (reach_of_kernel(a) == reach::none) {
        wrong("host-pointer-in-kernel", a, size, how, pc);
        stop_kernel(cudaErrorIllegalAddress);
    }
    // The rest of this page is a block's, and of interest.
    if (s.page != nullptr)
        return;
    // Remembered, so that the next access to this page is a fast one.
    s.reads = s.writes = ignored_.data();
    s.readable = s.writable = a >> page_shift;
}

void accessor::wrong(const char* id, address a, std::uint64_t size, access how, const void* pc) {
    memory_map& memory = owner_.memory();
    const bool arena = memory.in_device_arena(a) || memory.in_pinned_arena(a);
    const allocation* block = arena ? memory.nearest(a) : memory.find_live(a);
    const bool inside = block != nullptr && block->contains(a);
    std::map<std::string, std::string> facts{
        {"later", owner_.defects().operation_name(who_, where_)},
        {"later_verb", message(how == access::read ? "word.reads" : "word.writes")},
        {"bytes", std::to_string(size)},
        {"memory", inside             ? owner_.defects().describe(a)
                   : block != nullptr ? defect_log::describe(*block)
                   : arena            ? message("word.device_memory")
                                      : message("word.host_memory")},
        {"offset", block != nullptr ? std::to_string(static_cast<std::int64_t>(a - block->base))
                                    : std::string("?")},
        {"thread", kind_ == accessor_kind::kernel ? thread_name() : std::string()}};
    facts["own"] = std::to_string(device_);
    facts["other"] = std::to_string(block != nullptr ? block->device : 0);
    const void* first = block != nullptr && !block->live ? block->freed_at
                        : where_                         ? where_->pc
                                                         : nullptr;
    owner_.defects().add(id, std::move(facts), {first, pc});
}

}  // namespace simcuda
