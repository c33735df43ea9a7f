#include "common/simcuda/tests/reference/memory_model.hpp"

namespace simcuda::reference {
namespace {

constexpr unsigned page = 4096;  // accesses are reported by pages

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// Calls f(piece) for the part of `w` in each page.
template <class F>
void by_pages(const piece& w, F f) {
    for (unsigned first = w.first; first < w.first + w.count;) {
        const unsigned last = std::min(w.first + w.count, (first / page + 1) * page);
        f(piece{w.buffer, first, last - first});
        first = last;
    }
}

byte_ranges moved(const byte_ranges& bytes, const piece& to, const piece& from) {
    byte_ranges result;
    for (const auto& [first, last] : bytes.stretches()) {
        result |= byte_ranges(first - from.first + to.first, last - from.first + to.first);
    }
    return result;
}

}  // namespace

memory_model::memory_model(const program& p)
    : p_(p), valued_(p.buffers.size()), watched_(p.buffers.size()) {
    // The program fills its own memory before anything else.
    for (std::size_t i = 0; i < p.buffers.size(); ++i) {
        if (p.buffers[i].where == memory::pageable)
            valued_[i] = {0, p.buffers[i].size};
    }
}

void memory_model::enter(int step, int place, bool leaves_to_driver) {
    parties_.push_back({step, place, leaves_to_driver, {}});
    parties_.back().of.resize(p_.buffers.size());
}

void memory_model::begin_life(int buffer) {
    parties_.back().begins = buffer;
    newest(buffer).writes = {0, p_.buffers[at(buffer)].size};
}

bool memory_model::is_stream_ordered(int buffer) const {
    return std::any_of(parties_.begin(), parties_.end(),
                       [&](const party& x) { return x.begins == buffer; });
}

memory_model::party::bytes& memory_model::newest(int buffer) {
    return parties_.back().of[at(buffer)];
}

void memory_model::touch(const reference::touch& t, expected& out) {
    byte_ranges& valued = valued_[at(t.where.buffer)];
    by_pages(t.where, [&](const piece& w) {
        const byte_ranges watched = watched_of(w);
        const byte_ranges missing = watched - valued;
        if (t.how != use::write && !missing.empty()) {
            out.missing.insert({parties_.back().step, w.buffer, missing.stretches().front().first,
                                missing.size()});
        }
        party::bytes& mine = newest(w.buffer);
        (t.how == use::read    ? mine.reads
         : t.how == use::write ? mine.writes
                               : mine.updates) |= watched;
        if (t.how != use::read)
            valued |= watched;
    });
}

void memory_model::read_source(const piece& from) {
    newest(from.buffer).reads |= from.bytes();
}

void memory_model::carry(const piece& to, const piece& from) {
    newest(to.buffer).writes |= to.bytes();
    const byte_ranges missing = from.bytes() - valued_[at(from.buffer)];
    valued_[at(to.buffer)] |= to.bytes();
    valued_[at(to.buffer)] -= moved(missing, to, from);
}

void memory_model::watch(const piece& w) {
    watched_[at(w.buffer)] |= w.bytes();
}

byte_ranges memory_model::watched_of(const piece& w) const {
    const bool pageable = p_.buffers[at(w.buffer)].where == memory::pageable;
    return pageable ? watched_[at(w.buffer)] & w.bytes() : w.bytes();
}

memory_model::traffic memory_model::traffic_of_newest() const {
    traffic sum;
    for (std::size_t b = 0; b < p_.buffers.size(); ++b) {
        const party::bytes& of = parties_.back().of[b];
        const unsigned reads = of.reads.size() + of.updates.size();
        const unsigned writes = of.writes.size() + of.updates.size();
        if (p_.buffers[b].where == memory::device) {
            sum.device += reads + writes;
        } else {
            sum.host_reads += reads;
            sum.host_writes += writes;
        }
    }
    return sum;
}

byte_ranges memory_model::superseded_reads(const order& o, const party& x, const party* end,
                                           int buffer) const {
    byte_ranges covered;
    for (const party* z = &x + 1; z != end; ++z) {
        if (o.is_before(x.place, z->place))
            covered |= z->of[at(buffer)].reads | z->of[at(buffer)].writes;
    }
    return covered;
}

byte_ranges memory_model::superseded_writes(const order& o, const party& x, const party* end,
                                            int buffer) const {
    byte_ranges covered;
    for (const party* z = &x + 1; z != end; ++z) {
        if (o.is_before(x.place, z->place))
            covered |= z->of[at(buffer)].writes;
    }
    return covered;
}

void memory_model::judge_races(const order& o, expected& out) const {
    const party* const end = parties_.data() + parties_.size();
    for (const party* y = parties_.data(); y != end; ++y) {
        for (const party* x = parties_.data(); x != y; ++x) {
            if (x->step == y->step || o.is_before(x->place, y->place))
                continue;
            for (int b = 0; b < static_cast<int>(p_.buffers.size()); ++b) {
                const party::bytes& earlier = x->of[at(b)];
                const party::bytes& later = y->of[at(b)];
                const auto meet = [&](const byte_ranges& reads, const byte_ranges& writes,
                                      const byte_ranges& updates) {
                    return (reads & later.changes()) | (writes & later.all()) |
                           (updates & (later.reads | later.writes));
                };
                const byte_ranges all = meet(earlier.reads, earlier.writes, earlier.updates);
                if (all.empty())
                    continue;
                const encounter pair{x->step, y->step, b};
                out.races[pair] |= all;
                const byte_ranges old_writes = superseded_writes(o, *x, y, b);
                const byte_ranges owed =
                    meet(earlier.reads - superseded_reads(o, *x, y, b), earlier.writes - old_writes,
                         earlier.updates - old_writes);
                if (!owed.empty())
                    out.owed[pair] |= owed;
            }
        }
    }
}

void memory_model::note_free(int step, int buffer, int place) {
    frees_.push_back({step, buffer, place, parties_.size()});
}

void memory_model::judge(const order& o, expected& out) const {
    judge_races(o, out);
    for (const freeing& f : frees_)
        judge_free(o, f, out);
}

void memory_model::judge_free(const order& o, const freeing& f, expected& out) const {
    const auto [step, buffer, place, parties] = f;
    const party* const end = parties_.data() + parties;
    int birth = -1;
    for (const party* x = parties_.data(); x != end; ++x) {
        const party::bytes& of = x->of[at(buffer)];
        if (of.all().empty() || o.is_before(x->place, place))
            continue;
        if (x->begins == buffer) {
            birth = x->step;
            continue;
        }
        out.users[step].insert(x->step);
        const byte_ranges old_writes = superseded_writes(o, *x, end, buffer);
        const byte_ranges rest =
            (of.reads - superseded_reads(o, *x, end, buffer)) | (of.changes() - old_writes);
        if (!rest.empty() && !x->leaves_to_driver)
            out.must_tell.insert(step);
    }
    // cudaFreeAsync has to come after the allocation; told if nothing worse is. For cudaFree it is
    // enough that all accesses are over.
    if (birth < 0 || p_.steps[at(step)].what != action::free_async)
        return;
    const byte_ranges all{0, p_.buffers[at(buffer)].size};
    out.races[{birth, step, buffer}] = all;
    if (out.users.count(step) == 0)
        out.owed[{birth, step, buffer}] = all;
}

}  // namespace simcuda::reference
