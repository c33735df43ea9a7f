#include "common/simcuda/runtime/defects.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "common/simcuda/runtime/messages.hpp"

namespace simcuda {
namespace {

using timeline::op_kind;

constexpr std::size_t occurrences_kept = 32;

bool is_upload(const site& s) {
    return s->kind == op_kind::copy_h2d || s->kind == op_kind::memset;
}

/// The race's name: who was issued first, and who should have waited for it. The names of a
/// pipeline's races are for those of its stages; anything else is between kernels or copies.
std::string race_id(const access_side& earlier, const access_side& later) {
    const site& x = earlier.where;
    const site& y = later.where;
    if (x->is_allocation())
        return "used-before-allocation";
    if (on_host(y)) {
        return later.how == access::read ? "race-host-reads-early" : "race-host-refills-early";
    }
    if (on_host(x)) {
        return earlier.how == access::write ? "race-host-refills-early" : "race-host-reads-early";
    }
    const bool x_writes = earlier.how != access::read, y_writes = later.how != access::read;
    const bool x_kernel = x->kind == op_kind::kernel, y_kernel = y->kind == op_kind::kernel;
    if (is_upload(x) && x_writes && y_kernel)
        return "race-kernel-before-upload";
    if (x_kernel && x_writes && y->kind == op_kind::copy_d2h && !y_writes) {
        return "race-download-before-kernel";
    }
    if (x_kernel && is_upload(y) && y_writes)
        return "race-upload-overwrites-input";
    if (x->kind == op_kind::copy_d2h && !x_writes && (y_kernel || is_upload(y))) {
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
    return id == timeline::host_lane ? message("word.host") : stream_placeholder(id);
}

std::string defect_log::operation_name(const site& s) {
    if (!s)
        return message("word.host");
    if (s->kind == op_kind::host_work) {
        const std::string key = "word." + s->name, known = message(key);
        return known == key ? s->name : known;
    }
    const std::string key = s->kind == op_kind::kernel          ? "word.kernel"
                            : s->kind == op_kind::host_function ? "word.host_function"
                                                                : "word.call";
    return fmt::format(fmt::runtime(message(key)), fmt::arg("name", s->name),
                       fmt::arg("stream", stream_name(s.stream)));
}

void defect_log::name_memory(address a, std::uint64_t size, std::string name) {
    named_.erase(a);
    if (!name.empty())
        named_[a] = {size, std::move(name)};
}

address defect_log::buffer_at(address a) {
    const allocation* block = memory_.find_live(a);
    return block == nullptr ? 0 : block->base;
}

std::string defect_log::describe(address a) {
    const auto at_byte = [](const std::string& buffer, std::uint64_t offset) {
        return offset == 0 ? buffer
                           : fmt::format(fmt::runtime(message("word.at_byte")),
                                         fmt::arg("buffer", buffer), fmt::arg("offset", offset));
    };
    const auto behind = named_.upper_bound(a);
    if (behind != named_.begin()) {
        const auto& [start, it] = *std::prev(behind);
        if (a - start < it.size) {
            return at_byte(fmt::format(fmt::runtime(message("word.named_memory")),
                                       fmt::arg("name", it.name), fmt::arg("size", it.size)),
                           a - start);
        }
    }
    const allocation* block = memory_.find_live(a);
    if (block == nullptr)
        block = memory_.find(a);
    if (block == nullptr)
        return message("word.host_memory");
    return at_byte(describe(*block), a - block->base);
}

std::string defect_log::describe(const allocation& block) {
    const char* key = block.where == space::device             ? "word.device_buffer"
                      : block.where == space::pinned           ? "word.pinned_buffer"
                      : block.where == space::registered       ? "word.registered_buffer"
                      : block.where == space::symbol           ? "word.device_variable"
                      : block.where == space::managed          ? "word.managed_buffer"
                      : block.where == space::managed_variable ? "word.managed_variable"
                                                               : "word.host_memory";
    const auto made_at = reinterpret_cast<std::uintptr_t>(block.allocated_at);
    return fmt::format(fmt::runtime(message(key)), fmt::arg("size", block.size),
                       fmt::arg("name", fmt::format("{{made {:x}}}", made_at)),
                       fmt::arg("from", fmt::format("{{from {:x}}}", made_at)));
}

std::string defect_log::call_name(const char* api, timeline::stream_id stream) {
    const call_site call{op_kind::api_call, api, nullptr};
    return operation_name({&call, stream});
}

std::uint64_t defect_log::graph_of(const stamp& who) const {
    const stream_state* s = order_.stream_of(who.who);
    return s == nullptr ? 0 : s->graph;
}

timeline::stream_id defect_log::stream_of(const stamp& who, const site& where) const {
    const stream_state* s = order_.stream_of(who.who);
    return s == nullptr || s->graph == 0 ? where.stream : s->id;
}

/// A graph's missing edge belongs elsewhere than one between streams. Empty: no graph, or one whose
/// two streams were captured.
std::string defect_log::graph_remedy(const access_side& earlier, const access_side& later) const {
    const std::uint64_t from = graph_of(earlier.who), to = graph_of(later.who);
    if (on_host(later.where))
        return from == 0 ? "" : "host_graph";
    if (from != to)
        return "graph";
    return from != 0 && earlier.where.stream == later.where.stream ? "in_graph" : "";
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

/// With all missing orders that were told in force, would `earlier` come before `known`'s end?
bool defect_log::explained(const stamp& earlier, const vector_clock& known) const {
    vector_clock then = known;
    std::vector<const entry::occurrence*> missing;
    for (const auto* told : {&entries_, &reported_}) {
        for (const entry& e : *told) {
            for (const entry::occurrence& o : e.occurrences)
                missing.push_back(&o);
        }
    }
    while (!then.knows(earlier)) {
        const auto rest = std::partition(missing.begin(), missing.end(),
                                         [&](const auto* o) { return !then.knows(o->later); });
        if (rest == missing.end())
            return false;
        std::for_each(rest, missing.end(), [&](const auto* o) { then.join(o->earlier_side); });
        missing.erase(rest, missing.end());
    }
    return true;
}

void defect_log::on_race(const access_side& earlier, const access_side& later,
                         const vector_clock& known, const clash& where) {
    if (watcher_ != nullptr)
        watcher_->on_race(earlier, later, known, where);
    explanation cause = explain(order_, earlier, later, race_id(earlier, later));
    const std::string id = cause.id;
    const std::vector<const void*> places{earlier.where->pc,
                                          on_host(later.where) ? later.pc : later.where->pc};
    for (entry& e : entries_) {
        if (e.id != id || e.places != places)
            continue;
        const bool known_already = std::any_of(
            e.occurrences.begin(), e.occurrences.end(),
            [&](const auto& o) { return o.earlier == earlier.who && o.later == later.who; });
        if (known_already && e.count == 1 && e.buffer == buffer_at(where.first()))
            e.meeting += where.count();
        if (!known_already) {
            ++e.count;
            e.occurrences.push_back(occurrence_of(earlier.who, later.who));
        }
        if (e.occurrences.size() > occurrences_kept)
            e.occurrences.pop_front();
        return;
    }
    if (explained(earlier.who, known))
        return;

    entry e;
    e.id = e.text = id;
    e.places = places;
    e.is_race = true;
    e.cause = std::move(cause);
    e.earlier = earlier.where;
    e.later = later.where;
    std::map<std::string, std::string> facts;
    e.occurrences.push_back(occurrence_of(earlier.who, later.who));
    e.meeting = where.count();
    e.buffer = buffer_at(where.first());
    facts["earlier"] = operation_name(earlier.where);
    facts["later"] = operation_name(later.where);
    facts["earlier_stream"] = stream_name(earlier.where.stream);
    facts["later_stream"] = stream_name(later.where.stream);
    facts["earlier_verb"] = verb(earlier.how);
    facts["later_verb"] = verb(later.how);
    facts["memory"] = describe(where.first());
    if (const std::string edge = graph_remedy(earlier, later); !edge.empty()) {
        e.cause.why.clear();
        e.cause.fix = e.cause.plain_fix = edge;
        facts["earlier_stream"] = stream_name(stream_of(earlier.who, earlier.where));
        facts["later_stream"] = stream_name(stream_of(later.who, later.where));
    }
    e.facts = std::move(facts);
    keep_origins(e);
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
        {{"later", operation_name(reader.where)},
         {"memory", describe(first)},
         {"bytes", std::to_string(count)}},
        {place, reader.where->pc});
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
    for (entry& e : entries_) {
        if (e.id == id && e.places == places) {
            ++e.count;
            return false;
        }
    }
    entry e;
    e.id = id;
    e.text = text.empty() ? id : text;
    e.facts = std::move(facts);
    e.places = std::move(places);
    keep_origins(e);
    entries_.push_back(std::move(e));
    return true;
}

void defect_log::freed_in_use(const access_record& user, const allocation& block,
                              const void* freed_at) {
    if (watcher_ != nullptr)
        watcher_->on_freed_in_use(user);
    if (explained(user.who, order_.host_order()))
        return;
    const bool is_new = add("freed-in-use",
                            {{"earlier", operation_name(user.where)},
                             {"earlier_stream", stream_name(stream_of(user.who, user.where))},
                             {"memory", describe(block)}},
                            {user.where->pc, freed_at});
    if (!is_new)
        return;
    entry& e = entries_.back();
    if (graph_of(user.who) == 0)
        e.earlier = e.later = user.where;
    e.is_race = true;  // one missing wait: what else it would have ordered is no news
    e.occurrences.push_back(
        occurrence_of(user.who, {host_actor, order_.host_order().of(host_actor)}));
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
    const bool is_new = add("managed-in-use",
                            {{"earlier", operation_name(newest)},
                             {"later", message("word.host")},
                             {"later_verb", verb(how)},
                             {"memory", describe(block)}},
                            {newest->pc, pc});
    if (!is_new)
        return;
    entry& e = entries_.back();
    e.earlier = e.later = newest;
    e.is_race = true;  // one missing wait: what else it would have ordered is no news
    e.occurrences.push_back(occurrence_of(tail.last, host));
}

void defect_log::pending(const point& tail, const site& newest) {
    if (stopped_ || explained(tail.last, order_.host_order()))
        return;
    const bool is_new =
        add("returned-with-work-pending",
            {{"earlier", operation_name(newest)}, {"earlier_stream", stream_name(newest.stream)}},
            {newest->pc});
    if (is_new)
        entries_.back().earlier = entries_.back().later = newest;
}

std::vector<control::defect> defect_log::take(place_finder& places) {
    std::vector<const void*> addresses;
    for (const entry& e : entries_) {
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
    for (entry& e : entries_) {
        if (e.is_race)
            reported_.push_back(std::move(e));
    }
    entries_.clear();
    return result;
}

}  // namespace simcuda
