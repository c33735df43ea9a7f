#include "common/simcuda/runtime/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/simcuda/runtime/issue_history.hpp"

namespace simcuda {
namespace {

using timeline::op_kind;

/// Looks for the best thing to say about one race.
class search {
public:
    search(const scheduler& order, const access_side& earlier, const access_side& later)
        : order_(order),
          earlier_(earlier),
          later_(later),
          history_(order, earlier.who),
          earlier_issued_(history_.issued()),
          useful_(useful_event()),
          has_own_event_(useful_ != nullptr &&
                         history_.stands_for_it_alone(useful_->records.back())) {}

    explanation found(const std::string& race) {
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

private:
    [[nodiscard]] bool covers(const record_note& r) const {
        return r.last.who == earlier_.who.who && r.last.at >= earlier_.who.at;
    }
    [[nodiscard]] bool of_same_stream(const record_note& r) const {
        return history_.is_of_its_stream(r);
    }

    void place(const char* fact, const void* pc) { out_.lookups.push_back({fact, pc, {}, 0}); }
    void argument(const char* fact, const void* pc, const char* call, int index) {
        out_.lookups.push_back({fact, pc, call, index});
    }
    void record_facts(const record_note& r) {
        place("record_place", r.pc);
        out_.facts["record_stream"] = stream_placeholder(r.stream);
        out_.streams.push_back({r.stream, {"", r.pc, "cudaEventRecord", 1}});
        argument("event", r.pc, "cudaEventRecord", 0);
    }
    void wait_facts(const wait_note& w) {
        place("wait_place", w.pc);
        argument("wait_stream", w.pc, "cudaStreamWaitEvent", 0);
        argument("event", w.pc, "cudaStreamWaitEvent", 1);
    }

    void why_device() {
        const stream_state* waiter = order_.stream_of(later_.who.who);
        if (waiter == nullptr || waiter == order_.stream_of(earlier_.who.who))
            return;
        for (auto w = waiter->waits.rbegin(); w != waiter->waits.rend(); ++w) {
            if (is_of_this_round(*w, *waiter) && cannot_help(*w, *waiter))
                return;
        }
        for (auto w = waiter->waits.rbegin(); w != waiter->waits.rend(); ++w) {
            if (!of_same_stream(w->record) || w->when >= earlier_issued_)
                continue;
            if (useful_ != nullptr && useful_->id != w->event)
                continue;
            out_.why = "earlier_round";
            return wait_facts(*w);
        }
        if (another_waits(*waiter))
            return;
        out_.why = why_legacy(*waiter);
    }

    /// One of the two is in the legacy default stream, and the other's stream ignores that.
    std::string why_legacy(const stream_state& waiter) {
        const stream_state* producer = order_.stream_of(earlier_.who.who);
        if (waiter.id != 0 && (producer == nullptr || producer->id != 0))
            return {};
        out_.facts["blocked"] =
            stream_placeholder(waiter.id == 0 ? earlier_.where.stream : waiter.id);
        // Whoever records or waits there means that stream.
        const bool is_later = waiter.id == 0;
        const bool is_meant = is_later ? !waiter.waits.empty() : has_own_event_;
        if (!is_meant && is_later)
            out_.fix = into_the_stream("later", later_.where, "{earlier_handle}");
        else if (!is_meant)
            out_.fix = into_the_stream("earlier", earlier_.where, "{later_handle}");
        // Of the blocking kind, only a copy from pageable memory is not complete on return.
        const bool staged =
            earlier_.where->kind == op_kind::copy_h2d && earlier_.where->is_blocking_copy();
        return staged ? "staged" : "non_blocking";
    }

    /// Whatever is in the legacy default stream beside a stream that ignores it is there, mostly,
    /// since nobody has named another one.
    std::string into_the_stream(const std::string& side, const site& astray,
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

    /// A wait is for the work that its stream is given next.
    [[nodiscard]] static bool was_for_other_work(const wait_note& w, const record_note& r,
                                                 const stream_state& waiter) {
        return std::any_of(waiter.issues.begin(), waiter.issues.end(), [&](const issue_note& n) {
            return !is_marker(n) && n.when > w.when && n.when < r.when;
        });
    }

    /// Whatever the later operation's call has issued since the wait, the wait was for that.
    [[nodiscard]] bool is_of_this_round(const wait_note& w, const stream_state& waiter) const {
        return std::none_of(waiter.issues.begin(), waiter.issues.end(), [&](const issue_note& n) {
            return n.where == later_.where && n.when > w.when && n.at != later_.who.at;
        });
    }

    bool cannot_help(const wait_note& w, const stream_state& waiter) {
        const CUevent_st* event = order_.event_by_id(w.event);
        if (event == nullptr)
            return false;
        for (const record_note& r : event->records) {
            if (!covers(r))
                continue;
            if (r.when <= w.when && covers(w.record))
                continue;
            if (r.when > w.when && was_for_other_work(w, r, waiter))
                continue;
            out_.id = r.when > w.when ? "wait-before-record" : "shared-event";
            wait_facts(w);
            record_facts(r);
            place("replaced_place", w.record.pc);
            out_.facts["replaced_stream"] = stream_placeholder(w.record.stream);
            return true;
        }
        if (w.when < earlier_issued_ || has_own_event_)
            return false;
        if (history_.is_astray(w.record)) {
            out_.why = "wrong_stream";
            out_.fix = "record";
            wait_facts(w);
            record_facts(w.record);
            // The record is in the right stream, and the work in none.
            argument("record_handle", w.record.pc, "cudaEventRecord", 1);
            if (earlier_.where.stream == legacy_stream)
                out_.fix = into_the_stream("earlier", earlier_.where, "{record_handle}");
            return true;
        }
        // Where a later event covers it, too, one that stands for nothing else was meant.
        if (of_same_stream(w.record) && (useful_ == nullptr || history_.is_too_early(w.record))) {
            out_.why = "recorded_early";
            out_.fix = "record";
            wait_facts(w);
            record_facts(w.record);
            return true;
        }
        if (w.record.last.at == 0 && event->records.empty()) {
            out_.unrecorded.push_back(
                {w.event,
                 "never_recorded",
                 {{"wait_place", w.pc, {}, 0}, {"event", w.pc, "cudaStreamWaitEvent", 1}}});
        }
        return false;
    }

    bool another_waits(const stream_state& waiter) {
        for (const stream_state* other : order_.streams_by_slot()) {
            if (other == &waiter || other->slot == earlier_.who.who)
                continue;
            for (const wait_note& w : other->waits) {
                if (!covers(w.record) || (useful_ != nullptr && useful_->id != w.event))
                    continue;
                out_.why = "other_stream";
                wait_facts(w);
                // The wait was put into the right stream, and the work into none.
                if (waiter.id == legacy_stream && waiter.waits.empty())
                    out_.fix = into_the_stream("later", later_.where, "{wait_stream}");
                return true;
            }
        }
        return false;
    }

    /// The newest wait of the host, if the earlier operation had been issued by then.
    void why_host() {
        const auto& waits = order_.host_waits();
        if (waits.empty() || waits.back().when < earlier_issued_ || earlier_issued_ == 0)
            return;
        const host_wait_note& w = waits.back();
        if (w.kind == host_wait_kind::not_ready) {
            name_what_was_asked(out_, w);
            out_.why = "host_not_ready";
            return;
        }
        out_.facts["wait_call"] = w.call;
        if (w.kind == host_wait_kind::event && w.record.last.at == 0) {
            if (!has_own_event_) {
                out_.unrecorded.push_back(
                    {w.event,
                     "host_never_recorded",
                     {{"wait_place", w.pc, {}, 0}, {"event", w.pc, w.call, 0}}});
            }
            return;
        }
        place("wait_place", w.pc);
        argument(w.kind == host_wait_kind::stream ? "wait_stream" : "event", w.pc, w.call, 0);
        if (w.kind == host_wait_kind::stream) {
            out_.why = "host_other_stream";
        } else if (!has_own_event_ && history_.is_astray(w.record)) {
            out_.why = "host_wrong_stream";
            out_.fix = "record";
            record_facts(w.record);
        } else if (of_same_stream(w.record)) {
            out_.why = "host_recorded_early";
            out_.fix = has_own_event_ ? "" : "record";
            record_facts(w.record);
        } else {
            out_.why = "host_other_event";
        }
    }

    /// An event that stands for the earlier operation already: it has only to be waited for.
    [[nodiscard]] const CUevent_st* useful_event() const {
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

    /// The host can wait where the stream still exists, and for a thread's own in that thread.
    std::string host_fix() {
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
    [[nodiscard]] bool depends_on_the_turn(const CUevent_st& event) const {
        const void* recorded_at = event.records.back().pc;
        return std::any_of(order_.events().begin(), order_.events().end(), [&](const auto& other) {
            const auto& records = other.second->records;
            return other.second != &event &&
                   std::any_of(records.begin(), records.end(),
                               [&](const record_note& r) { return r.pc == recorded_at; });
        });
    }

    /// A wait of the later side's for another event, made since the earlier operation was issued.
    [[nodiscard]] std::optional<lookup> wait_for_another() const {
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
    [[nodiscard]] bool has_forgotten_the_stream() {
        const bool is_waited_for =
            out_.why == "host_other_stream" || out_.why == "host_other_event";
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

    [[nodiscard]] bool are_copies_writing() const {
        const auto is_copy = [](const site& s) {
            return s->kind == op_kind::copy_d2h || s->kind == op_kind::copy_h2d;
        };
        return is_copy(earlier_.where) && is_copy(later_.where) && earlier_.how != access::read &&
               later_.how != access::read;
    }

    void fix() {
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

    const scheduler& order_;
    const access_side& earlier_;
    const access_side& later_;
    issue_history history_;  ///< of the earlier one
    std::uint64_t earlier_issued_;
    const CUevent_st* useful_;
    bool has_own_event_;  ///< the useful one stands for nothing that comes behind
    explanation out_;
};

}  // namespace

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
    return search(order, earlier, later).found(race);
}

}  // namespace simcuda
