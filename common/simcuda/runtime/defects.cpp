#include "common/simcuda/runtime/defects.hpp"

#include <algorithm>
#include <string_view>

#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/race_name.hpp"

namespace simcuda {

address defect_log::buffer_at(address a) {
    const allocation* block = memory_.find_live(a);
    return block == nullptr ? 0 : block->base;
}

missing_order defect_log::between(const stamp& earlier, const stamp& later) const {
    missing_order o{earlier, later, {}};
    const stream_state* s = order_.stream_of(earlier.who);
    if (s != nullptr && s->tail)
        o.earlier_side = s->tail->order;
    o.earlier_side.advance(earlier);
    return o;
}

/// A graph's missing edge belongs elsewhere than one between streams. Empty: no graph, or one whose
/// two streams were captured.
std::string defect_log::graph_remedy(const access_side& earlier, const access_side& later) const {
    const stream_state* from = lane_of(earlier.who);
    if (on_host(later.where))
        return from == nullptr ? "" : "host_graph";
    if (of_one_graph(earlier.who, later.who))
        return earlier.where.stream == later.where.stream ? "in_graph" : "";
    return from != nullptr || lane_of(later.who) != nullptr ? "graph" : "";
}

defect_log::entry defect_log::draft_of(const access_side& earlier, const access_side& later,
                                       explanation cause) const {
    entry e;
    e.id = e.text = cause.id;
    e.cause = std::move(cause);
    e.earlier = earlier.where;
    e.later = later.where;
    // Within a graph, the streams of its capture tell the two apart.
    if (!of_one_graph(earlier.who, later.who)) {
        e.earlier_launch = launch_of(earlier.who);
        e.later_launch = launch_of(later.who);
    }
    const auto tell = [&](const std::string& side, const access_side& s, const site& launch) {
        e.facts[side] = launch ? operation_name(s.who, s.where) : plain_name(s.where);
        e.facts[side + "_stream"] = stream_name(launch ? launch.stream : s.where.stream);
        e.facts[side + "_verb"] = message(s.how == access::read ? "word.reads" : "word.writes");
    };
    tell("earlier", earlier, e.earlier_launch);
    tell("later", later, e.later_launch);
    if (const std::string edge = graph_remedy(earlier, later); !edge.empty()) {
        e.cause.why.clear();
        e.cause.unrecorded.clear();
        e.cause.fix = edge;
    }
    return e;
}

defect_log::entry* defect_log::find(const std::string& id, const std::vector<const void*>& places) {
    const auto same = std::find_if(entries_.begin(), entries_.end(), [&](const entry& e) {
        return e.id == id && e.places == places;
    });
    return same == entries_.end() ? nullptr : &*same;
}

void defect_log::tell(entry e) {
    keep_origins(e);
    entries_.push_back(std::move(e));
}

void defect_log::on_race(const access_side& earlier, const access_side& later,
                         const vector_clock& known, const clash& where) {
    if (watcher_ != nullptr)
        watcher_->on_race(earlier, later, known, where);
    explanation cause = explain(order_, earlier, later, race_name(earlier, later));
    const std::vector<const void*> places{earlier.where->pc,
                                          on_host(later.where) ? later.pc : later.where->pc};
    if (entry* e = find(cause.id, places); e != nullptr && e->missing) {
        if (!missing_.holds(*e->missing, earlier.who, later.who)) {
            ++e->count;
            missing_.add(*e->missing, between(earlier.who, later.who));
        } else if (e->count == 1 && e->buffer == buffer_at(where.first())) {
            e->meeting += where.count();
        }
        return;
    }
    if (missing_.would_order(earlier.who, known))
        return;
    entry e = draft_of(earlier, later, std::move(cause));
    if (e.id == "race-output-overwritten" && on_host(earlier.where))
        e.text = "overwritten-under-host";
    e.places = places;
    e.missing = missing_.start(between(earlier.who, later.who));
    e.meeting = where.count();
    e.buffer = buffer_at(where.first());
    e.facts["memory"] = describe(where.first(), earlier.where, later.where);
    tell(std::move(e));
}

void defect_log::on_uninitialised_read(const access_side& reader, address first,
                                       std::uint64_t count) {
    if (watcher_ != nullptr)
        watcher_->on_uninitialised_read(reader, first, count);
    if (stopped_)
        return;
    // What a race has spoilt, or a kernel that came too early, is told once already.
    if (std::any_of(entries_.begin(), entries_.end(),
                    [](const entry& e) { return e.id != "uninitialised-read"; })) {
        return;
    }
    const void* place = reader.pc != nullptr ? reader.pc : reader.where->pc;
    for (entry& e : entries_) {
        if (e.id != "uninitialised-read" || e.places.front() != place)
            continue;
        ++e.count;
        e.valueless += e.reader == reader.who ? count : 0;
        return;
    }
    const bool is_new = add("uninitialised-read",
                            {{"later", operation_name(reader.who, reader.where)},
                             {"memory", describe(first)},
                             {"bytes", std::to_string(count)}},
                            {place, reader.where->pc});
    if (!is_new)
        return;
    entries_.back().filled = fill_before(memory_, first);
    entries_.back().reader = reader.who;
    entries_.back().valueless = count;
}

void defect_log::name_fill(entry& e) {
    if (!e.filled)
        return;
    const std::uint64_t filled = e.filled->bytes;
    const std::uint64_t all = filled + e.valueless;
    const std::uint64_t factor = all / filled;
    const bool is_size_of_element =
        all % filled == 0 && (factor == 2 || factor == 4 || factor == 8 || factor == 16);
    e.text = is_size_of_element ? "read-beyond-elements" : "read-beyond-fill";
    e.facts["filler"] = plain_name(e.filled->where);
    e.facts["call"] = e.filled->where->name;
    e.facts["filled"] = std::to_string(filled);
    e.facts["bytes"] = std::to_string(e.valueless);
    e.facts["factor"] = std::to_string(factor);
    e.places.insert(e.places.begin(), e.filled->where->pc);
}

void defect_log::keep_origins(const entry& e) {
    constexpr std::string_view mark = "{stream ";
    for (const auto* all : {&e.facts, &e.cause.facts}) {
        for (const auto& [name, text] : *all) {
            for (std::size_t at = text.find(mark); at != std::string::npos;
                 at = text.find(mark, at + 1)) {
                const unsigned long id = std::stoul(text.substr(at + mark.size()));
                order_.keep_origin(static_cast<timeline::stream_id>(id));
            }
        }
    }
}

bool defect_log::add(const std::string& id, std::map<std::string, std::string> facts,
                     std::vector<const void*> places, const std::string& text) {
    if (watcher_ != nullptr)
        watcher_->on_entry(id);
    if (entry* e = find(id, places)) {
        ++e->count;
        return false;
    }
    entry e;
    e.id = id;
    e.text = text.empty() ? id : text;
    e.facts = std::move(facts);
    e.places = std::move(places);
    tell(std::move(e));
    return true;
}

void defect_log::freed_in_use(const access_record& user, const allocation& block,
                              const access_side& freeing, const vector_clock& known) {
    if (watcher_ != nullptr)
        watcher_->on_freed_in_use(user);
    if (missing_.would_order(user.who, known))
        return;
    const access_side in_use{user.who, user.where,
                             user.writes.empty() ? access::read : access::write, nullptr};
    entry e = draft_of(in_use, freeing, explain(order_, in_use, freeing, "freed-in-use"));
    e.places = {user.where->pc, freeing.pc};
    if (entry* same = find(e.id, e.places)) {
        ++same->count;
        return;
    }
    e.missing = missing_.start(between(user.who, freeing.who));
    e.facts["memory"] = block.where == space::pageable ? host_memory(user.where) : describe(block);
    tell(std::move(e));
}

void defect_log::within_batch(address first, timeline::stream_id stream, const char* call,
                              const void* pc) {
    add("race-between-copies",
        {{"earlier", call}, {"earlier_stream", stream_name(stream)}, {"memory", describe(first)}},
        {pc}, "race-within-batch");
}

void defect_log::touched_early(const point& tail, const site& newest, const allocation& block,
                               access how, const void* pc) {
    if (missing_.would_order(tail.last, order_.host_order()))
        return;
    const stamp host{host_actor, order_.host_order().of(host_actor)};
    const bool is_new =
        add("managed-in-use",
            {{"earlier", plain_name(newest)},
             {"later", message("word.host")},
             {"later_verb", message(how == access::read ? "word.reads" : "word.writes")},
             {"memory", describe(block)}},
            {newest->pc, pc});
    if (!is_new)
        return;
    entry& e = entries_.back();
    e.earlier = e.later = newest;
    e.missing = missing_.start(between(tail.last, host));
}

void defect_log::pending(const point& tail, const site& newest) {
    if (stopped_ || missing_.would_order(tail.last, order_.host_order()))
        return;
    // Whoever takes "not ready" for an error gives up before the waits.
    const auto& waits = order_.host_waits();
    const bool asked = !waits.empty() && waits.back().kind == host_wait_kind::not_ready;
    const bool is_new =
        add("returned-with-work-pending",
            {{"earlier", plain_name(newest)}, {"earlier_stream", stream_name(newest.stream)}},
            {newest->pc}, asked ? "returned-when-not-ready" : "");
    if (!is_new)
        return;
    entry& e = entries_.back();
    e.earlier = e.later = newest;
    if (asked)
        name_what_was_asked(e.cause, waits.back());
}

std::vector<control::defect> defect_log::take(place_finder& places) {
    std::vector<const void*> addresses;
    for (entry& e : entries_) {
        name_fill(e);
        addresses.insert(addresses.end(), e.places.begin(), e.places.end());
    }
    places.prepare(addresses);

    std::vector<control::defect> result;
    if (entries_.empty())
        return result;
    defect_texts texts(order_, places, callers_);
    for (const entry& e : entries_) {
        control::defect d = texts.finish(e);
        // Several accesses on one line, or one that the compiler has unrolled.
        const auto same = std::find_if(result.begin(), result.end(), [&](const auto& told) {
            return told.id == d.id && told.where == d.where && !d.where.empty();
        });
        if (same != result.end()) {
            same->count += d.count;
        } else {
            result.push_back(std::move(d));
        }
    }
    entries_.clear();
    return result;
}

}  // namespace simcuda
