#include "common/simcuda/runtime/access_log.hpp"

#include <driver_types.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "common/simcuda/runtime/spoilt.hpp"

namespace simcuda {
namespace {

/// Those of the bytes that nobody has written, or is just writing: what another thread of the host
/// has done since its last call is still in its open record.
byte_set without_value(const shadow_page& page, unsigned first, unsigned count) {
    byte_set missing;
    missing.add(first, count);
    missing.remove(page.written);
    for (const auto& r : page.records) {
        if (!r->open)
            continue;
        missing.remove(r->writes);
        missing.remove(r->atomics);
    }
    return missing;
}

}  // namespace

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

void access_log::check_value(page_entry& page, unsigned first, unsigned count, const void* pc) {
    shadow_page& shadow = *page.shadow;
    if (shadow.tainted.any(first, count))
        overwrite(page, shadow.tainted, first, count);
    if (shadow.written.all(first, count))
        return;
    const byte_set missing = without_value(shadow, first, count);
    if (missing.empty())
        return;
    overwrite(page, missing, first, count);
    if (missing_ == missing_value::is_copied)
        return;
    tell_caller(pc);
    unsigned lowest = first;
    while (!missing.any(lowest, 1))
        ++lowest;
    observer_.on_uninitialised_read({who_, where_, access::read, pc}, page.base + lowest,
                                    missing.size());
}

void access_log::tell_caller(const void* pc) const {
    using timeline::op_kind;
    // The stack of a kernel's thread ends where the kernel begins, which has a name anyway.
    if (!where_)
        return;
    if (where_->kind == op_kind::host_work || where_->kind == op_kind::host_function)
        observer_.before_mistake(pc);
}

void access_log::overwrite(const page_entry& page, const byte_set& which, unsigned first,
                           unsigned count) const {
    if (poison_ == poison::off)
        return;
    auto* memory = reinterpret_cast<unsigned char*>(page.base);
    for (unsigned i = first; i < first + count;) {
        const unsigned rest = std::min(64 - i % 64, first + count - i);
        if (which.all(i, rest)) {
            std::memset(memory + i, spoilt_byte, rest);
        } else if (which.any(i, rest)) {
            for (unsigned k = i; k < i + rest; ++k) {
                if (which.any(k, 1))
                    memory[k] = spoilt_byte;
            }
        }
        i += rest;
    }
}

void access_log::propagate_written(address to, memory_map& source, address from,
                                   std::uint64_t size) {
    const auto take_value_from = [&](address first, std::uint64_t count) {
        each_page(first, count, [&](address a, unsigned offset, unsigned n) {
            page_entry* target = open(a);
            if (target == nullptr)
                return;
            target->valueless.add(offset, n);
        });
    };
    each_page(from, size, [&](address a, unsigned first, unsigned count) {
        const shadow_page* page = source.find_page(a);
        if (page == nullptr || page->written.all(first, count))
            return;
        const byte_set missing = without_value(*page, first, count);
        if (missing.empty())
            return;
        // Runs of such bytes: usually one, the page or the rest of it.
        for (unsigned i = 0; i < count;) {
            unsigned run = missing.all(first, count) ? count : 0;
            while (i + run < count && missing.any(first + i + run, 1))
                ++run;
            if (run > 0)
                take_value_from(to + (a - from) + i, run);
            i += run > 0 ? run : 1;
        }
    });
}

access_log::traffic access_log::close() {
    traffic sum;
    for (std::size_t i = 0; i < used_; ++i) {
        page_entry* page = &pages_[i];
        access_record& mine = *page->mine;
        // What lies beside tracked bytes is nobody's business.
        for (byte_set* each : {&mine.reads, &mine.writes, &mine.atomics}) {
            if (page->tracked != nullptr)
                each->keep(*page->tracked);
            each->tidy();
        }
        count(*page, sum);
        shadow_page& shadow = *page->shadow;
        shadow.written.add(mine.writes);
        shadow.written.add(mine.atomics);
        shadow.written.remove(page->valueless);
        shadow.tainted.remove(mine.writes);
        shadow.tainted.add(page->racing_writes);
        mine.open = false;
        tell_races(*page);
        supersede(*page);
        page->racing_writes = {};
        page->valueless = {};
    }
    used_ = 0;
    return sum;
}

/// Managed memory: the page comes to whoever touches it. True when it stays on the other side.
bool access_log::is_far(const page_entry& page, traffic& sum) const {
    const access_record& mine = *page.mine;
    const bool changes = !mine.writes.empty() || !mine.atomics.empty();
    managed_page& place = *page.block->managed_at(std::max(page.base, page.block->base));
    const page_visit what =
        visit(place, toucher_, changes ? touch_kind::writes : touch_kind::reads);
    sum.pages.add(what, page.base >> page_shift);
    return what == page_visit::remote;
}

void access_log::count(const page_entry& page, traffic& sum) const {
    const access_record& mine = *page.mine;
    if (mine.empty())
        return;
    const std::uint64_t reads = mine.reads.size() + mine.atomics.size();
    const std::uint64_t writes = mine.writes.size() + mine.atomics.size();
    const bool moves = page.block != nullptr && is_managed(page.block->where);
    const bool far = moves ? is_far(page, sum) : !page.device_side;
    if (toucher_ == toucher::host ? page.device_side : !far) {
        sum.device += reads + writes;
        return;
    }
    sum.host += reads + writes;
    sum.link_reads += reads;
    sum.link_writes += writes;
    const bool is_combined = page.block != nullptr && page.block->where == space::pinned &&
                             (page.block->flags & cudaHostAllocWriteCombined) != 0;
    if (is_combined)
        sum.combined_reads += reads;
}

void access_log::tell_races(const page_entry& page) const {
    // The newest first: whoever waits for it has waited for what came before it.
    for (auto it = page.unordered.rbegin(); it != page.unordered.rend(); ++it) {
        const page_entry::rival& rival = *it;
        if (!rival.clashed || rival.record->who != rival.who)
            continue;
        const access_record& other = *rival.record;
        const access_record& mine = *page.mine;
        clash where{page.base, {}};
        for (unsigned w = 0; w < words_per_page; ++w) {
            const std::uint64_t changed = other.writes.word(w) | other.atomics.word(w);
            where.bytes[w] = (mine.reads.word(w) & changed) |
                             (mine.writes.word(w) & (changed | other.reads.word(w))) |
                             (mine.atomics.word(w) & (other.writes.word(w) | other.reads.word(w)));
        }
        if (where.count() == 0)
            continue;  // another thread has freed them meanwhile
        observer_.on_race({other.who, other.where, rival.earlier, nullptr},
                          {who_, where_, rival.later, rival.pc}, *known_, where);
    }
}

/// Whoever races with an access that came before one of mine races with mine as well, so the older
/// one need not be kept: a write of mine stands for all of it, a read of mine for its reads.
void access_log::supersede(page_entry& page) const {
    access_record& mine = *page.mine;
    auto& records = page.shadow->records;
    const auto is_superseded = [&](access_record& r) {
        if (&r == &mine)
            return mine.empty();
        if (r.open || !known_->knows(r.who))
            return false;
        r.writes.remove(mine.writes);
        r.atomics.remove(mine.writes);
        r.reads.remove(mine.writes);
        r.reads.remove(mine.reads);
        return r.empty();
    };
    std::size_t kept = 0;
    for (auto& r : records) {
        if (is_superseded(*r)) {
            memory_.give_record(std::move(r));
        } else {
            records[kept++].swap(r);
        }
    }
    records.resize(kept);
}

}  // namespace simcuda
