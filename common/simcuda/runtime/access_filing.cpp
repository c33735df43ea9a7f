// The end of an operation: its accesses become a part of what later ones are checked against.
#include <driver_types.h>

#include <algorithm>

#include "common/simcuda/runtime/access_log.hpp"

namespace simcuda {

access_log::traffic access_log::close(host_cache* written) {
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
        if (written != nullptr)
            remember(*page, *written);
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
    if (is_combined(page))
        sum.combined_reads += reads;
}

bool access_log::is_combined(const page_entry& page) {
    return page.block != nullptr && page.block->where == space::pinned &&
           (page.block->flags & cudaHostAllocWriteCombined) != 0;
}

void access_log::remember(const page_entry& page, host_cache& written) {
    if (!page.device_side && !is_combined(page) && !page.mine->writes.empty())
        written.touch(page.begin, page.end - page.begin);
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
