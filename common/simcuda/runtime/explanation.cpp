#include "common/simcuda/runtime/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/simcuda/runtime/explanation_search.hpp"

namespace simcuda {

using timeline::op_kind;

explanation_search::explanation_search(const scheduler& order, const access_side& earlier,
                                       const access_side& later)
    : order_(order),
      earlier_(earlier),
      later_(later),
      history_(order, earlier.who),
      earlier_issued_(history_.issued()),
      useful_(useful_event()),
      has_own_event_(useful_ != nullptr && history_.stands_for_it_alone(useful_->records.back())) {}

explanation explanation_search::found(const std::string& race) {
    out_.id = race;
    if (later_.where->kind == op_kind::host_work) {
        why_host();
    } else {
        why_device();
    }
    if (out_.id != race)
        out_.unrecorded.clear();  // that names a wait and its record already
    fix();
    return std::move(out_);
}

void explanation_search::place(const char* fact, const void* pc) {
    out_.lookups.push_back({fact, pc, {}, 0});
}

void explanation_search::argument(const char* fact, const void* pc, const char* call, int index) {
    out_.lookups.push_back({fact, pc, call, index});
}

void explanation_search::record_facts(const record_note& r) {
    place("record_place", r.pc);
    out_.facts["record_stream"] = stream_placeholder(r.stream);
    out_.streams.push_back({r.stream, {"", r.pc, "cudaEventRecord", 1}});
    argument("event", r.pc, "cudaEventRecord", 0);
}

void explanation_search::wait_facts(const wait_note& w) {
    place("wait_place", w.pc);
    argument("wait_stream", w.pc, "cudaStreamWaitEvent", 0);
    argument("event", w.pc, "cudaStreamWaitEvent", 1);
}

/// An event that stands for the earlier operation already: it has only to be waited for.
const CUevent_st* explanation_search::useful_event() const {
    const CUevent_st* best = nullptr;
    for (const auto& [id, event] : order_.events()) {
        if (event->records.empty() || event->destroyed_at != nullptr)
            continue;
        const record_note& newest = event->records.back();
        if (covers(newest) && (best == nullptr || newest.when < best->records.back().when))
            best = event;
    }
    return best;
}

/// Whatever is in the legacy default stream beside a stream that ignores it is there, mostly,
/// since nobody has named another one.
std::string explanation_search::into_the_stream(const std::string& side, const site& astray,
                                                const std::string& right_handle) {
    out_.facts["astray"] = astray->name;
    out_.facts["astray_issued"] = fmt::format("{{{}_issued}}", side);
    out_.facts["right_handle"] = right_handle;
    if (astray->kind == op_kind::host_function || astray->name.starts_with("cudaGraph"))
        return {};
    if (astray->kind == op_kind::kernel)
        return "launch_there";
    if (!astray->is_blocking_copy())
        return "call_there";
    return astray->kind == op_kind::copy_d2h ? "download_there" : "copy_there";
}

/// The host can wait where the stream still exists, and for a thread's own in that thread.
std::string explanation_search::host_fix() {
    const stream_state* stream = order_.stream_of(earlier_.who.who);
    if (stream == nullptr)
        return "host";
    if (stream->role == stream_role::of_thread)
        return "host_own_thread";
    if (stream->destroyed_at == nullptr)
        return "host";
    place("destroyed_place", stream->destroyed_at);
    return "host_gone";
}

/// The same line has recorded other events, too: what it calls this one depends on the turn.
bool explanation_search::depends_on_the_turn(const CUevent_st& event) const {
    const void* recorded_at = event.records.back().pc;
    return std::any_of(order_.events().begin(), order_.events().end(), [&](const auto& other) {
        const auto& records = other.second->records;
        return other.second != &event &&
               std::any_of(records.begin(), records.end(),
                           [&](const record_note& r) { return r.pc == recorded_at; });
    });
}

/// A wait of the later side's for another event, made since the earlier operation was issued.
std::optional<lookup> explanation_search::wait_for_another() const {
    if (earlier_issued_ == 0)
        return std::nullopt;
    if (later_.where->kind == op_kind::host_work) {
        const auto& waits = order_.host_waits();
        const bool is_one = !waits.empty() && waits.back().kind == host_wait_kind::event &&
                            waits.back().when > earlier_issued_ &&
                            waits.back().event != useful_->id;
        return is_one ? std::optional(lookup{"", waits.back().pc, waits.back().call, 0})
                      : std::nullopt;
    }
    const stream_state* waiter = order_.stream_of(later_.who.who);
    if (waiter == nullptr)
        return std::nullopt;
    for (auto w = waiter->waits.rbegin(); w != waiter->waits.rend(); ++w) {
        if (w->when > earlier_issued_ && w->event != useful_->id)
            return lookup{"", w->pc, "cudaStreamWaitEvent", 1};
    }
    return std::nullopt;
}

/// The host has waited for a stream of its own, and the work went into the default stream: the
/// call was given none. Finds what the other streams were given right before.
bool explanation_search::has_forgotten_the_stream() {
    const bool is_waited_for = out_.why == "host_other_stream" || out_.why == "host_other_event";
    if (!is_waited_for || earlier_.where.stream != legacy_stream || useful_ != nullptr)
        return false;
    std::uint64_t newest = 0;
    for (const stream_state* s : order_.streams_by_slot()) {
        for (const issue_note& n : s->issues) {
            if (s->id == legacy_stream || is_marker(n) || !n.where)
                continue;
            if (n.when < earlier_issued_ && n.when > newest) {
                newest = n.when;
                out_.beside = n.where;
            }
        }
    }
    return newest > 0;
}

bool explanation_search::are_copies_writing() const {
    const auto is_copy = [](const site& s) {
        return s->kind == op_kind::copy_d2h || s->kind == op_kind::copy_h2d;
    };
    return is_copy(earlier_.where) && is_copy(later_.where) && earlier_.how != access::read &&
           later_.how != access::read;
}

void explanation_search::fix() {
    const bool same_stream = earlier_.who.who == later_.who.who;
    if (earlier_.where->kind == op_kind::host_function && same_stream) {
        out_.fix = "after_host_function";
    }
    if (out_.fix.empty() && has_forgotten_the_stream())
        out_.fix = into_the_stream("earlier", earlier_.where, "{beside_handle}");
    out_.are_copies_writing = are_copies_writing();
    const char* kind = later_.where->kind == op_kind::host_work ? "host" : "device";
    if (out_.fix.empty()) {
        out_.fix = useful_ != nullptr                         ? fmt::format("{}_event", kind)
                   : later_.where->kind == op_kind::host_work ? host_fix()
                                                              : kind;
        if (useful_ != nullptr) {
            out_.useful = useful_->id;
            out_.depends_on_the_turn = depends_on_the_turn(*useful_);
            out_.made_wait = wait_for_another();
        }
    }
    if (useful_ == nullptr)
        return;
    const void* recorded_at = useful_->records.back().pc;
    place("useful_place", recorded_at);
    argument("useful_event", recorded_at, "cudaEventRecord", 0);
}

bool on_host(const site& s) {
    return s->kind == op_kind::host_work || s->kind == op_kind::host_function;
}

void name_what_was_asked(explanation& out, const host_wait_note& asked) {
    out.lookups.push_back({"wait_place", asked.pc, {}, 0});
    out.lookups.push_back({"asked", asked.pc, asked.call, 0});
    out.facts["wait_call"] = asked.call;
}

std::string stream_placeholder(timeline::stream_id id) {
    return fmt::format("{{stream {}}}", id);
}

std::string place_placeholder(const void* pc) {
    return fmt::format("{{place {:x}}}", reinterpret_cast<std::uintptr_t>(pc));
}

explanation explain(const scheduler& order, const access_side& earlier, const access_side& later,
                    const std::string& race) {
    return explanation_search(order, earlier, later).found(race);
}

}  // namespace simcuda
