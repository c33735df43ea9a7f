#include "common/simcuda/runtime/defects.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>

#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/stream_names.hpp"

namespace simcuda {
namespace {

using timeline::op_kind;

bool on_host(const site& s) {
    return s.kind == op_kind::host_work || s.kind == op_kind::host_function;
}

bool is_upload(const site& s) {
    return s.kind == op_kind::copy_h2d || s.kind == op_kind::memset;
}

/// The race's name: who was issued first, and who should have waited for it. The names of a
/// pipeline's races are for those of its stages; anything else is between kernels or copies.
std::string race_id(const access_side& earlier, const access_side& later) {
    const site& x = *earlier.where;
    const site& y = *later.where;
    if (x.is_allocation())
        return "used-before-allocation";
    if (on_host(y)) {
        return later.how == access::read ? "race-host-reads-early" : "race-host-refills-early";
    }
    if (on_host(x)) {
        return earlier.how == access::write ? "race-host-refills-early" : "race-host-reads-early";
    }
    const bool x_writes = earlier.how != access::read, y_writes = later.how != access::read;
    const bool x_kernel = x.kind == op_kind::kernel, y_kernel = y.kind == op_kind::kernel;
    if (is_upload(x) && x_writes && y_kernel)
        return "race-kernel-before-upload";
    if (x_kernel && x_writes && y.kind == op_kind::copy_d2h && !y_writes) {
        return "race-download-before-kernel";
    }
    if (x_kernel && is_upload(y) && y_writes)
        return "race-upload-overwrites-input";
    if (x.kind == op_kind::copy_d2h && !x_writes && (y_kernel || is_upload(y))) {
        return "race-output-overwritten";
    }
    if (x_kernel && y_kernel)
        return "race-between-kernels";
    return "race-between-copies";
}

std::string verb(access how) {
    return message(how == access::read ? "word.reads" : "word.writes");
}

}  // namespace

std::string defect_log::stream_name(timeline::stream_id id) {
    return id == timeline::host_lane ? message("word.host") : fmt::format("{{stream {}}}", id);
}

namespace {

std::string operation_name(const site& s) {
    const std::string key = s.kind == op_kind::kernel          ? "word.kernel"
                            : s.kind == op_kind::host_function ? "word.host_function"
                            : s.kind == op_kind::host_work     ? "word.host"
                                                               : "word.call";
    return fmt::format(fmt::runtime(message(key)), fmt::arg("name", s.name),
                       fmt::arg("stream", defect_log::stream_name(s.stream)));
}

}  // namespace

std::string defect_log::describe(address a) {
    const allocation* block = memory_.find_live(a);
    if (block == nullptr)
        block = memory_.find(a);
    if (block == nullptr)
        return message("word.host_memory");
    return describe(*block) +
           fmt::format(fmt::runtime(message("word.at_byte")), fmt::arg("offset", a - block->base));
}

std::string defect_log::describe(const allocation& block) {
    const char* key = block.where == space::device             ? "word.device_buffer"
                      : block.where == space::pinned           ? "word.pinned_buffer"
                      : block.where == space::registered       ? "word.registered_buffer"
                      : block.where == space::symbol           ? "word.device_variable"
                      : block.where == space::managed          ? "word.managed_buffer"
                      : block.where == space::managed_variable ? "word.managed_variable"
                                                               : "word.host_memory";
    return fmt::format(fmt::runtime(message(key)), fmt::arg("size", block.size));
}

std::string defect_log::call_name(const char* api, timeline::stream_id stream) {
    return operation_name({op_kind::api_call, api, stream, nullptr});
}

std::uint64_t defect_log::graph_of(const stamp& who) const {
    const stream_state* s = order_.stream_of(who.who);
    return s == nullptr ? 0 : s->graph;
}

timeline::stream_id defect_log::stream_of(const stamp& who, const site& where) const {
    const stream_state* s = order_.stream_of(who.who);
    return s == nullptr || s->graph == 0 ? where.stream : s->id;
}

/// The text that says where the missing edge belongs.
std::string defect_log::remedy(const access_side& earlier, const access_side& later) const {
    const std::uint64_t from = graph_of(earlier.who), to = graph_of(later.who);
    if (on_host(*later.where))
        return from == 0 ? "edge.host" : "edge.host_graph";
    if (on_host(*earlier.where))
        return "edge.after_host";
    if (from == 0 && to == 0)
        return "edge.device";
    if (from != to)
        return "edge.graph";
    // Captured in two streams, or added by hand?
    return earlier.where->stream != later.where->stream ? "edge.device" : "edge.in_graph";
}

defect_log::entry::occurrence defect_log::occurrence_of(const stamp& earlier,
                                                        const stamp& later) const {
    entry::occurrence o{earlier, later, {}};
    const stream_state* s = order_.stream_of(earlier.who);
    if (s != nullptr && s->tail)
        o.earlier_side = s->tail->order;
    o.earlier_side.advance(earlier);
    return o;
}

bool defect_log::explained(const stamp& earlier, const vector_clock& known) const {
    const auto orders = [&](const entry::occurrence& o) {
        return o.earlier_side.knows(earlier) && known.knows(o.later);
    };
    const auto explains = [&](const entry& e) {
        return e.is_race && (orders(e.first) || orders(e.newest));
    };
    return std::any_of(entries_.begin(), entries_.end(), explains) ||
           std::any_of(reported_.begin(), reported_.end(), explains);
}

/// A wait that is there but cannot help is the better explanation.
std::string defect_log::cause_of(const access_side& earlier, const access_side& later,
                                 std::string id, std::map<std::string, std::string>& facts) {
    const stream_state* waiter = order_.stream_of(later.who.who);
    if (waiter == nullptr)
        return id;
    for (auto wait = waiter->waits.rbegin(); wait != waiter->waits.rend(); ++wait) {
        const CUevent_st* event = order_.event_by_id(wait->event);
        if (event == nullptr)
            continue;
        for (const record_note& r : event->records) {
            if (r.last.who != earlier.who.who || r.last.at < earlier.who.at)
                continue;
            facts["wait_event"] = std::to_string(event->id);
            if (r.when > wait->when)
                return "wait-before-record";
            if (wait->captured.who != r.last.who)
                return "shared-event";
        }
    }
    return id;
}

void defect_log::on_race(const access_side& earlier, const access_side& later,
                         const vector_clock& known, const clash& where) {
    if (watcher_ != nullptr)
        watcher_->on_race(earlier, later, known, where);
    std::map<std::string, std::string> facts;
    const std::string id = cause_of(earlier, later, race_id(earlier, later), facts);
    const std::vector<const void*> places{earlier.where->pc,
                                          on_host(*later.where) ? later.pc : later.where->pc};
    for (entry& e : entries_) {
        if (e.id != id || e.places != places)
            continue;
        const bool same = e.newest.earlier == earlier.who && e.newest.later == later.who;
        if (same && e.count == 1)
            e.meeting += where.count();
        if (!same) {
            ++e.count;
            e.newest = occurrence_of(earlier.who, later.who);
        }
        return;
    }
    if (explained(earlier.who, known))
        return;

    entry e;
    e.id = e.text = id;
    e.places = places;
    e.is_race = true;
    e.first = e.newest = occurrence_of(earlier.who, later.who);
    e.meeting = where.count();
    facts["earlier"] = operation_name(*earlier.where);
    facts["later"] = operation_name(*later.where);
    facts["earlier_stream"] = stream_name(earlier.where->stream);
    facts["later_stream"] = stream_name(later.where->stream);
    facts["earlier_verb"] = verb(earlier.how);
    facts["later_verb"] = verb(later.how);
    facts["memory"] = describe(where.first());
    const std::string edge = remedy(earlier, later);
    facts["edge"] = message(edge);
    if (edge == "edge.host_graph" || edge == "edge.graph") {
        facts["earlier_stream"] = stream_name(stream_of(earlier.who, *earlier.where));
        facts["later_stream"] = stream_name(stream_of(later.who, *later.where));
    }
    e.facts = std::move(facts);
    entries_.push_back(std::move(e));
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
        return;
    }
    add("uninitialised-read",
        {{"later", operation_name(*reader.where)},
         {"memory", describe(first)},
         {"bytes", std::to_string(count)}},
        {place, reader.where->pc});
}

void defect_log::add(const std::string& id, std::map<std::string, std::string> facts,
                     std::vector<const void*> places, const std::string& text) {
    if (watcher_ != nullptr)
        watcher_->on_entry(id);
    for (entry& e : entries_) {
        if (e.id == id && e.places == places) {
            ++e.count;
            return;
        }
    }
    entry e;
    e.id = id;
    e.text = text.empty() ? id : text;
    e.facts = std::move(facts);
    e.places = std::move(places);
    entries_.push_back(std::move(e));
}

void defect_log::freed_in_use(const access_record& user, const allocation& block,
                              const void* freed_at) {
    if (watcher_ != nullptr)
        watcher_->on_freed_in_use(user);
    if (explained(user.who, order_.host_order()))
        return;
    add("freed-in-use",
        {{"earlier", operation_name(*user.where)},
         {"earlier_stream", stream_name(stream_of(user.who, *user.where))},
         {"memory", describe(block)}},
        {user.where->pc, freed_at});
    entry& e = entries_.back();
    if (e.id != "freed-in-use" || e.is_race)
        return;
    e.is_race = true;  // one missing wait: what else it would have ordered is no news
    e.first = e.newest = occurrence_of(user.who, {host_actor, order_.host_order().of(host_actor)});
}

void defect_log::within_batch(address first, timeline::stream_id stream, const char* call,
                              const void* pc) {
    add("race-between-copies",
        {{"earlier", call}, {"earlier_stream", stream_name(stream)}, {"memory", describe(first)}},
        {pc}, "race-within-batch");
}

void defect_log::touched_early(const point& tail, const site& newest, const allocation& block,
                               access how, const void* pc) {
    if (explained(tail.last, order_.host_order()))
        return;
    const stamp host{host_actor, order_.host_order().of(host_actor)};
    add("managed-in-use",
        {{"earlier", operation_name(newest)},
         {"later", message("word.host")},
         {"later_verb", verb(how)},
         {"memory", describe(block)}},
        {newest.pc, pc});
    entries_.back().is_race = true;  // one missing wait: what else it would have ordered is no news
    entries_.back().first = entries_.back().newest = occurrence_of(tail.last, host);
}

void defect_log::pending(const point& tail, const site& newest) {
    if (stopped_ || explained(tail.last, order_.host_order()))
        return;
    add("returned-with-work-pending",
        {{"earlier", operation_name(newest)}, {"earlier_stream", stream_name(newest.stream)}},
        {newest.pc});
}

std::vector<control::defect> defect_log::take(place_finder& places) {
    std::vector<const void*> addresses;
    for (const entry& e : entries_) {
        addresses.insert(addresses.end(), e.places.begin(), e.places.end());
    }
    places.prepare(addresses);

    std::map<std::string, std::string> streams;
    if (!entries_.empty()) {
        for (auto& [id, name] : stream_names(order_, places)) {
            streams.emplace(fmt::format("stream {}", id), name);
        }
    }

    std::vector<control::defect> result;
    for (entry& e : entries_) {
        e.facts.insert(streams.begin(), streams.end());
        control::defect d;
        d.id = e.id;
        d.count = e.count;
        for (const void* pc : e.places) {
            timeline::source_place place = places.of(pc);
            if (place.line > 0 &&
                std::find(d.where.begin(), d.where.end(), place) == d.where.end()) {
                d.where.push_back(std::move(place));
            }
        }
        const auto name_of = [&](std::size_t i) {
            if (i >= e.places.size())
                return std::string();
            const timeline::source_place p = places.of(e.places[i]);
            return p.line > 0 ? fmt::format("{}:{}", p.file.substr(p.file.rfind('/') + 1), p.line)
                              : message("word.unknown_place");
        };
        e.facts["earlier_place"] = name_of(0);
        e.facts["later_place"] = name_of(e.places.size() > 1 ? 1 : 0);
        e.facts["count"] = std::to_string(e.count);
        e.facts["meeting"] = std::to_string(e.meeting);
        d.message = message_with(e.text, e.facts);
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
    for (entry& e : entries_) {
        if (e.is_race)
            reported_.push_back(std::move(e));
    }
    entries_.clear();
    return result;
}

}  // namespace simcuda
