#include "common/simcuda/runtime/access_log.hpp"

#include <algorithm>
#include <bit>

namespace simcuda {
address clash::first() const {
    unsigned w = 0;
    while (bytes[w] == 0)
        ++w;
    return page + w * 64 + static_cast<unsigned>(std::countr_zero(bytes[w]));
}

std::uint64_t clash::count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t w : bytes)
        sum += static_cast<unsigned>(std::popcount(w));
    return sum;
}

/// Of the program's own pages only those count whose every byte is the same to this toucher: a
/// kernel may not touch what lies beside a variable, the host not the variable.
bool access_log::page_entry::writes_are_plain(toucher who) const {
    if (!unordered.empty())
        return false;
    if (in_arena)
        return end - begin == page_size;
    return who == toucher::host ? out_of_reach == nullptr
                                : block != nullptr && block->contains(base, page_size);
}

bool access_log::page_entry::reads_are_plain(toucher who) const {
    return writes_are_plain(who) && shadow->written.full() && shadow->tainted.empty();
}

void access_log::begin(stamp who, site where, const vector_clock* known, missing_value missing) {
    who_ = who;
    where_ = where;
    known_ = known;
    missing_ = missing;
}

access_log::page_entry* access_log::open(address a) {
    const bool in_arena = memory_.in_device_arena(a) || memory_.in_pinned_arena(a);
    allocation* block = in_arena ? memory_.find_live(a) : nullptr;
    host_page* page = in_arena ? nullptr : memory_.find_host_page(a);
    if (block == nullptr && page == nullptr)
        return nullptr;
    shadow_page* shadow = block != nullptr ? memory_.find_page(a) : &page->shadow;
    for (auto r = shadow->records.rbegin(); r != shadow->records.rend() && (*r)->open; ++r) {
        if ((*r)->log == this && (*r)->who == who_)
            return &pages_[(*r)->entry];
    }

    if (used_ == pages_.size())
        pages_.emplace_back();
    page_entry& entry = pages_[used_];
    entry.base = a >> page_shift << page_shift;
    entry.shadow = shadow;
    entry.in_arena = in_arena;
    entry.block = block;
    entry.out_of_reach = nullptr;
    if (block != nullptr) {
        entry.tracked = nullptr;
        entry.device_side = block->where == space::device;
        entry.begin = std::max(entry.base, block->base);
        entry.end = std::min(entry.base + page_size, block->base + block->size);
    } else {
        allocation* range = memory_.find_live(a);
        entry.block = range;
        entry.tracked = page->tracked.full() ? nullptr : &page->tracked;
        entry.out_of_reach = page->out_of_reach.empty() ? nullptr : &page->out_of_reach;
        entry.device_side = range != nullptr && is_device(range->where);
        entry.begin = entry.base;
        entry.end = entry.base + page_size;
    }
    entry.unordered.clear();
    if (block != nullptr && block->birth && !known_->knows(block->birth->who))
        entry.unordered.push_back({block->birth.get(), block->birth->who});
    for (const auto& r : shadow->records) {
        if (!known_->knows(r->who))
            entry.unordered.push_back({r.get(), r->who});
    }
    shadow->records.push_back(memory_.take_record());
    entry.mine = shadow->records.back().get();
    entry.mine->who = who_;
    entry.mine->where = where_;
    entry.mine->log = this;
    entry.mine->entry = used_++;
    return &entry;
}

void access_log::note(page_entry& page, unsigned first, unsigned count, access how,
                      const void* pc) {
    if (page.tracked != nullptr && !page.tracked->any(first, count))
        return;
    if (!page.unordered.empty())
        check_order(page, first, count, how, pc);
    if (how != access::write)
        check_value(page, first, count, pc);
    byte_set& noted = how == access::read    ? page.mine->reads
                      : how == access::write ? page.mine->writes
                                             : page.mine->atomics;
    noted.add(first, count);
}

void access_log::note_range(address base, std::uint64_t size, access how, const void* pc) {
    each_page(base, size, [&](address a, unsigned first, unsigned count) {
        if (page_entry* page = open(a))
            note(*page, first, count, how, pc);
    });
}

void access_log::check_order(page_entry& page, unsigned first, unsigned count, access how,
                             const void* pc) {
    for (page_entry::rival& rival : page.unordered) {
        const access_record& other = *rival.record;
        // Another host thread may have waited meanwhile.
        if (other.who != rival.who || known_->knows(rival.who))
            continue;
        const bool written = other.writes.any(first, count);
        const bool atomically = how != access::atomic && other.atomics.any(first, count);
        const bool read = how != access::read && other.reads.any(first, count);
        if (!written && !atomically && !read)
            continue;
        if (how == access::read) {
            overwrite(page, other.writes, first, count);
        } else {
            page.racing_writes.add_within(other.writes, first, count);
            page.racing_writes.add_within(other.reads, first, count);
            page.racing_writes.add_within(other.atomics, first, count);
        }
        if (rival.clashed)
            continue;
        tell_caller(pc);
        rival.clashed = true;
        rival.earlier = written ? access::write : atomically ? access::atomic : access::read;
        rival.later = how;
        rival.pc = pc;
    }
}

void access_log::tell_caller(const void* pc) const {
    using timeline::op_kind;
    // The stack of a kernel's thread ends where the kernel begins, which has a name anyway.
    if (!where_)
        return;
    if (where_->kind == op_kind::host_work || where_->kind == op_kind::host_function)
        observer_.before_mistake(pc);
}

}  // namespace simcuda
