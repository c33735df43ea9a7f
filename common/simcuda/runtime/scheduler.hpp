#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/simcuda/runtime/streams.hpp"
#include "common/simcuda/runtime/turns.hpp"

namespace simcuda {

/// What the engines need to know of an operation.
struct work {
    engine where = engine::none;
    nanoseconds duration{0};
    double share = 1.0;
    std::optional<unsigned> device{};  ///< whose engine; the stream's device if not said
    unsigned source = 0;               ///< peer copies, as in `task`
    double beside = 1.0;
};

/// What the handle 0 means: that is up to how the caller was compiled.
enum class stream_zero : std::uint8_t { legacy, of_the_thread };

/// An operation that has its place in the order but not yet in time.
struct ticket {
    stamp id;
    std::uint64_t when = 0;  ///< issue number
    stream_state* stream = nullptr;
    vector_clock order;
    std::vector<task_ptr> after;
    std::vector<std::uint64_t> waits_for;  ///< recorded operations of other streams
};

/// The program's other host threads, as far as the scheduler has to know of them.
class other_threads {
public:
    virtual ~other_threads() = default;
    /// No other thread issues anything before.
    [[nodiscard]] virtual nanoseconds horizon() const = 0;
    /// Nothing happens on the device before `until`, for which the calling thread waits. Lets go of
    /// the device meanwhile.
    virtual void go_first(nanoseconds until) = 0;
    /// The calling thread has come this far: lets those go first who have not.
    virtual void take_turn() = 0;
    /// What `t` waits for was done at `when`.
    virtual void device_is_done(host_thread& t, nanoseconds when) = 0;
};

/// The one graph of all work: streams, events, the legacy default stream's barriers and the host's
/// waits are its edges, and from the same edges come both the virtual clock and the order.
///
/// Rules and sources: CUDA Runtime API, "Stream synchronization behavior" (legacy and per-thread
/// default streams), "API synchronization behavior" (which calls wait), cudaStreamWaitEvent and
/// cudaEventRecord (an event stands for the newest record made before the wait).
class scheduler {
public:
    /// `others` null: one host thread is all there is.
    explicit scheduler(const machine_profile& profile, other_threads* others = nullptr,
                       unsigned devices = 1);

    /// The device of which the calling thread has made streams and events since cudaSetDevice.
    [[nodiscard]] unsigned current_device() const { return host_thread_->device; }
    void make_current(unsigned device) { host_thread_->device = device; }

    // Streams and events. `find_*` return null for a handle that does not exist (any more).
    CUstream_st* create_stream(blocking mode, unsigned flags, int priority, const void* pc);
    void destroy_stream(CUstream_st* s, const void* pc = nullptr);
    [[nodiscard]] CUstream_st* find_stream(CUstream_st* handle,
                                           stream_zero zero = stream_zero::legacy);
    /// A stream of the runtime's own for a chain of an executable graph's nodes: it follows only
    /// what its `joins` say. Ends with `destroy_lane`; its work goes on.
    CUstream_st* create_lane(std::uint64_t graph);
    void destroy_lane(CUstream_st* lane);
    CUevent_st* create_event(unsigned flags, const void* pc = nullptr);
    void destroy_event(CUevent_st* e, const void* pc = nullptr);
    [[nodiscard]] CUevent_st* find_event(CUevent_st* handle);
    /// Also one that was destroyed, for a while.
    [[nodiscard]] const CUevent_st* event_by_id(std::uint64_t id) const;
    /// A destroyed handle that `find_*` was asked for since the last call of this.
    struct stale_handle {
        enum class kind : std::uint8_t { stream, event } what;
        const void* destroyed_at = nullptr;
    };
    [[nodiscard]] std::optional<stale_handle> take_stale();
    [[nodiscard]] std::size_t stream_count() const;
    [[nodiscard]] std::size_t event_count() const { return events_.size(); }
    /// Numbers grow: what is made from now on has these or higher ones.
    [[nodiscard]] timeline::stream_id next_stream_id() const { return next_stream_id_; }
    [[nodiscard]] std::uint64_t next_event_id() const { return next_event_id_; }
    /// Those that the program has made and not destroyed, in the order in which it made them.
    [[nodiscard]] std::vector<const stream_state*> streams_made() const;
    [[nodiscard]] std::vector<const event_state*> events_made() const;
    /// The current device's; each has one of its own.
    [[nodiscard]] CUstream_st& legacy() { return legacy(current_device()); }
    [[nodiscard]] CUstream_st& legacy(unsigned device);
    /// Whose legacy default stream this is, if it is one.
    [[nodiscard]] std::optional<unsigned> legacy_device(timeline::stream_id id) const;

    // Issuing device work: first its order, then (its duration known) its time.
    [[nodiscard]] ticket order(stream_state& s, const point_ptr& also_after = nullptr);
    point_ptr submit(ticket&& t, const work& w, std::uint64_t operation, site where);
    /// A place in the stream's order without work and without a record of its own.
    point_ptr mark(stream_state& s);
    /// The last operation of a slot that was more than a marker, or the launch of the graph that it
    /// belongs to; null if none.
    [[nodiscard]] site newest_work(actor slot) const;

    void record(event_state& e, const point_ptr& where, const void* pc = nullptr);
    void note_wait(stream_state& s, const event_state& e, const void* pc = nullptr);
    /// `n.when` is filled in.
    void note_host_wait(host_wait_note n);
    [[nodiscard]] const std::deque<host_wait_note>& host_waits() const { return host_waits_; }
    [[nodiscard]] const std::map<std::uint64_t, CUevent_st*>& events() const {
        return events_by_id_;
    }

    // The host: all of its threads are one actor, each with its own clock. What one of them has
    // waited for, all have: it may have told them so in ways that nobody sees (a pipe, a library
    // that is not instrumented), and a false alarm is worse than a miss. What nobody has waited for
    // is a mistake in any thread; and since the threads take turns in virtual time, one that does
    // not wait for another one's wait does come before it.
    /// The thread that holds the device.
    void enter(host_thread& t) { host_thread_ = &t; }
    /// That thread ends, and with it its own default stream.
    void host_thread_ends();
    [[nodiscard]] nanoseconds now() const { return host_thread_->now; }
    /// Not before `when`.
    void host_catches_up(nanoseconds when) {
        host_thread_->now = std::max(host_thread_->now, when);
    }
    void host_works(nanoseconds duration);
    /// The host function `p` does this much more when its turn in the stream comes. It is the
    /// calling thread that runs it, ahead of that: the device does not go on meanwhile.
    void host_function_works(const point_ptr& p, nanoseconds duration);
    /// Up to now, but not beyond what other threads may still have to say.
    void let_device_run();
    [[nodiscard]] const vector_clock& host_order() const { return host_; }
    /// A new stamp for what the host does from here on.
    stamp next_host_epoch();
    /// Time only: blocks until all of the work is done, and wakes up once. Orders nothing.
    void host_blocks_on(const std::vector<point_ptr>& all);
    /// The documented kind of waiting: afterwards the host is ordered after the work.
    void host_waits_for(const std::vector<point_ptr>& all);
    /// Time only, and without the delay of a wait: the host has met a sign of the work's end.
    void host_sees_end_of(const point_ptr& p);
    void host_joins(const point_ptr& p);
    [[nodiscard]] bool reached(const point_ptr& p);
    /// Everything of a stream; for the legacy stream that of the blocking streams as well.
    [[nodiscard]] std::vector<point_ptr> all_of(stream_state& s);
    [[nodiscard]] std::vector<point_ptr> everything(unsigned device);
    /// Work of these streams that the host has not waited for; one for each graph.
    [[nodiscard]] std::vector<point_ptr> pending() const;
    nanoseconds drain();

    [[nodiscard]] std::uint64_t issue_number() const { return issue_number_; }
    [[nodiscard]] stream_state* stream_of(actor slot) const;
    [[nodiscard]] std::vector<const stream_state*> streams_by_slot() const;
    /// What names a stream can have.
    struct stream_origin {
        const void* made_at = nullptr;        ///< null for the default streams
        std::string given_name;               ///< what the program itself calls it (NVTX)
        timeline::stream_id gone_before = 0;  ///< the first made since it was destroyed; 0: none
    };
    /// Of all streams; of those that are gone, the newest and those of `keep_origin`.
    [[nodiscard]] std::map<timeline::stream_id, stream_origin> origins() const;
    /// A report will name the stream.
    void keep_origin(timeline::stream_id id);
    void name_stream(timeline::stream_id id, const std::string& name);

private:
    CUstream_st* take_slot();
    void host_gets_going();
    void keep_queue_short(stream_state& s);
    [[nodiscard]] CUstream_st* create_stream(unsigned device, blocking mode);
    [[nodiscard]] bool is_legacy(const stream_state& s) const {
        return legacy_[s.device].stream == &s;
    }
    /// The newest work of the streams that the legacy default stream of their device orders.
    template <class F>
    void each_blocking_tail(unsigned device, F f) const {
        for (const auto& s : slots_) {
            if (s && s->device == device && s->mode == blocking::with_legacy && s->tail &&
                !is_legacy(*s)) {
                f(s->tail);
            }
        }
    }
    nanoseconds finish(const task_ptr& t);
    void step_device();
    void host_resumes(nanoseconds when);
    [[nodiscard]] nanoseconds horizon() const;

    const machine_profile& profile_;
    engines engines_;
    other_threads* others_;
    host_thread alone_{0};
    host_thread* host_thread_ = &alone_;
    struct waiting_thread {
        host_thread* who;
        task_ptr what;
    };
    std::vector<waiting_thread> waiting_;
    vector_clock host_;
    sequence host_epoch_ = 0;
    std::uint64_t issue_number_ = 0;
    timeline::stream_id next_stream_id_ = 0;
    std::uint64_t next_event_id_ = 1;
    std::vector<std::unique_ptr<CUstream_st>> slots_;  // by actor; [0] is the host: empty
    std::set<CUstream_st*> streams_, lanes_;
    std::map<timeline::stream_id, stream_origin> kept_origins_;
    std::map<CUevent_st*, std::unique_ptr<CUevent_st>> events_;
    // Destroyed, the newest: their handles are not given out again meanwhile.
    std::deque<std::unique_ptr<CUstream_st>> gone_streams_;
    std::deque<std::unique_ptr<CUevent_st>> gone_events_;
    std::optional<stale_handle> stale_;
    std::map<std::uint64_t, CUevent_st*> events_by_id_;
    std::deque<host_wait_note> host_waits_;                                  // the newest few
    std::map<std::pair<std::uint64_t, unsigned>, CUstream_st*> per_thread_;  // by thread, device
    struct default_stream {
        CUstream_st* stream = nullptr;  // made at its first use
        std::uint64_t barriers = 0;
    };
    std::vector<default_stream> legacy_;  // by device
};

}  // namespace simcuda
