#include "common/simcuda/runtime/memory_map.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace simcuda {
namespace {

constexpr std::uint64_t arena_bytes = 1ull << 40;  // addresses only; nothing is committed
constexpr std::size_t quarantined_blocks = 256;

std::uint64_t whole_pages(std::uint64_t size) {
    return (size + page_size - 1) / page_size * page_size;
}

void* as_pointer(address a) {
    return reinterpret_cast<void*>(a);
}

}  // namespace

arena::arena(std::uint64_t reserve) {
    // Some sandboxes limit addresses; half as many will do, too.
    for (; reserve >= (1ull << 32); reserve /= 2) {
        void* p =
            mmap(nullptr, reserve, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED)
            continue;
        base_ = reinterpret_cast<address>(p);
        reserved_ = reserve;
        return;
    }
    throw std::bad_alloc();
}

arena::~arena() {
    munmap(as_pointer(base_), reserved_);
}

address arena::take(std::uint64_t size) {
    const std::uint64_t room = whole_pages(size);
    address base = 0;
    if (const auto it = reusable_.find(room); it != reusable_.end()) {
        base = it->second;
        reusable_.erase(it);
    } else {
        if (room + page_size > reserved_ - used_)
            return 0;
        base = base_ + used_;
        used_ += room + page_size;
    }
    if (mprotect(as_pointer(base), room, PROT_READ | PROT_WRITE) != 0)
        return 0;
    return base;
}

void arena::give(address base, std::uint64_t size) {
    const std::uint64_t room = whole_pages(size);
    madvise(as_pointer(base), room, MADV_DONTNEED);
    mprotect(as_pointer(base), room, PROT_NONE);
    quarantine_.emplace_back(base, room);
    if (quarantine_.size() > quarantined_blocks) {
        reusable_.emplace(quarantine_.front().second, quarantine_.front().first);
        quarantine_.pop_front();
    }
}

memory_map::memory_map() : device_(arena_bytes), pinned_(arena_bytes) {
    for (const noted_variable& v : noted_variables())
        add_variable(v);
}

/// Managed blocks have addresses that both sides reach, and count as the device's.
bool memory_map::counts_as_device(const allocation& a) {
    return a.where == space::device || a.where == space::managed;
}

allocation* memory_map::allocate(space where, std::uint64_t size, const void* pc, unsigned device) {
    arena& from = where == space::device ? device_ : pinned_;
    const address base = from.take(size);
    if (base == 0)
        return nullptr;
    auto block = std::make_unique<allocation>();
    block->base = base;
    block->size = size;
    block->where = where;
    block->device = device;
    block->allocated_at = pc;
    block->number = next_number_++;
    block->pages.resize(whole_pages(size) / page_size);
    if (is_managed(where))
        block->residences.resize(block->pages.size());
    allocation* result = block.get();
    last_found_ = nullptr;
    blocks_[base] = std::move(block);  // in place of a freed block with these addresses
    const bool of_device = counts_as_device(*result);
    bytes& live = of_device ? totals_.device_live : totals_.pinned_live;
    bytes& peak = of_device ? totals_.device_peak : totals_.pinned_peak;
    live += bytes{size};
    if (of_device)
        live_on_[device] += bytes{size};
    peak = std::max(peak, live);
    ++(of_device ? totals_.device_count : totals_.pinned_count);
    return result;
}

void memory_map::release(allocation& a, const void* pc) {
    (a.where == space::device ? device_ : pinned_).give(a.base, a.size);
    const bool of_device = counts_as_device(a);
    bytes& live = of_device ? totals_.device_live : totals_.pinned_live;
    live = live - bytes{a.size};
    if (of_device)
        live_on_[a.device] = live_on_[a.device] - bytes{a.size};
    --(of_device ? totals_.device_count : totals_.pinned_count);
    a.live = false;
    a.freed_at = pc;
    for (shadow_page& page : a.pages) {
        std::erase_if(page.records, [](const auto& r) { return !r->open; });
    }
}

allocation* memory_map::add_host_range(space where, address base, std::uint64_t size,
                                       const void* pc) {
    auto range = std::make_unique<allocation>();
    range->base = base;
    range->size = size;
    range->where = where;
    range->allocated_at = pc;
    range->number = next_number_++;
    allocation* result = range.get();
    last_range_ = nullptr;
    host_ranges_[base] = std::move(range);
    track_pageable(base, size);
    if (where == space::registered)
        ++totals_.registered_count;
    return result;
}

allocation* memory_map::add_variable(const noted_variable& v) {
    const bool is_managed = v.where == variable_space::managed;
    allocation* added = add_host_range(is_managed ? space::managed_variable : space::symbol, v.base,
                                       v.size, nullptr);
    added->name = v.name;
    if (is_managed) {
        const address last = (v.base + v.size - 1) >> page_shift;
        added->residences.resize(last - (v.base >> page_shift) + 1);
        return added;
    }
    each_page(v.base, v.size, [&](address a, unsigned first, unsigned count) {
        host_pages_[a >> page_shift].out_of_reach.add(first, count);
    });
    return added;
}

void memory_map::remove_host_range(allocation& a) {
    if (a.where == space::registered)
        --totals_.registered_count;
    last_range_ = nullptr;
    host_ranges_.erase(a.base);
}

allocation* memory_map::overlapping_host_range(address base, std::uint64_t size) const {
    const auto after = host_ranges_.lower_bound(base + size);
    if (after == host_ranges_.begin())
        return nullptr;
    allocation* last = std::prev(after)->second.get();
    return last->base + last->size > base ? last : nullptr;
}

void memory_map::track_pageable(address base, std::uint64_t size) {
    if (size == 0)
        return;
    // By whole pages: who asks about a byte beside the tracked ones asks about its page.
    lowest_host_ = std::min(lowest_host_, base / page_size * page_size);
    highest_host_ = std::max(highest_host_, whole_pages(base + size));
    each_page(base, size, [&](address a, unsigned first, unsigned count) {
        const auto [it, is_new] = host_pages_.try_emplace(a >> page_shift);
        if (is_new)  // of the program's own memory we know no better
            it->second.shadow.written.add(0, page_size);
        it->second.tracked.add(first, count);
    });
}

void memory_map::forget_pageable(address base, std::uint64_t size) {
    each_page(base, size, [&](address a, unsigned first, unsigned count) {
        const auto it = host_pages_.find(a >> page_shift);
        if (it == host_pages_.end())
            return;
        it->second.tracked.remove(first, count);
        const auto& records = it->second.shadow.records;
        // Another thread's code may be at work on this page: its record is its own until it ends.
        const bool in_use =
            std::any_of(records.begin(), records.end(), [](const auto& r) { return r->open; });
        if (it->second.tracked.empty() && !in_use) {
            host_pages_.erase(it);
            return;
        }
        for (const auto& r : records) {
            if (r->open)
                continue;
            r->reads.remove(first, count);
            r->writes.remove(first, count);
            r->atomics.remove(first, count);
        }
        it->second.shadow.tainted.remove(first, count);
        it->second.shadow.written.add(first, count);  // for whoever gets these bytes next
    });
}

bool memory_map::tracks_any_pageable(address base, std::uint64_t size) const {
    return base < highest_host_ && base + size > lowest_host_;
}

allocation* memory_map::find(address a) {
    const auto holds = [a](const allocation& block) {
        return a >= block.base && a < block.base + whole_pages(block.size) + page_size;
    };
    if (last_found_ != nullptr && holds(*last_found_))
        return last_found_;
    auto it = blocks_.upper_bound(a);
    if (it == blocks_.begin())
        return nullptr;
    allocation& block = *std::prev(it)->second;
    if (!holds(block))
        return nullptr;
    last_found_ = &block;
    return &block;
}

const allocation* memory_map::nearest(address a) const {
    const auto above = blocks_.upper_bound(a);
    const auto in_arena_of_a = [&](auto it) {
        return in_device_arena(it->first) == in_device_arena(a) ? it->second.get() : nullptr;
    };
    const allocation* next = above == blocks_.end() ? nullptr : in_arena_of_a(above);
    const allocation* last = above == blocks_.begin() ? nullptr : in_arena_of_a(std::prev(above));
    if (last == nullptr || last->contains(a) || next == nullptr)
        return last ? last : next;
    return next->base - a < a - (last->base + last->size - 1) ? next : last;
}

std::unique_ptr<access_record> memory_map::take_record() {
    if (spare_records_.empty())
        return std::make_unique<access_record>();
    auto r = std::move(spare_records_.back());
    spare_records_.pop_back();
    *r = {};
    return r;
}

void memory_map::give_record(std::unique_ptr<access_record> r) {
    constexpr std::size_t most = 1 << 20;
    if (spare_records_.size() < most)
        spare_records_.push_back(std::move(r));
}

allocation* memory_map::find_live(address a) {
    if (in_device_arena(a) || in_pinned_arena(a)) {
        allocation* block = find(a);
        return block != nullptr && block->live && block->contains(a) ? block : nullptr;
    }
    if (last_range_ != nullptr && last_range_->contains(a))
        return last_range_;
    auto it = host_ranges_.upper_bound(a);
    if (it == host_ranges_.begin())
        return nullptr;
    allocation& range = *std::prev(it)->second;
    if (!range.contains(a))
        return nullptr;
    last_range_ = &range;
    return &range;
}

host_page* memory_map::find_host_page(address a) {
    if (a < lowest_host_ || a >= highest_host_)
        return nullptr;
    const auto it = host_pages_.find(a >> page_shift);
    return it == host_pages_.end() ? nullptr : &it->second;
}

shadow_page* memory_map::find_page(address a) {
    if (in_device_arena(a) || in_pinned_arena(a)) {
        allocation* block = find_live(a);
        return block == nullptr ? nullptr : &block->pages[(a - block->base) >> page_shift];
    }
    host_page* page = find_host_page(a);
    return page == nullptr ? nullptr : &page->shadow;
}

void memory_map::reset_peaks() {
    totals_.device_peak = totals_.device_live;
    totals_.pinned_peak = totals_.pinned_live;
}

}  // namespace simcuda
