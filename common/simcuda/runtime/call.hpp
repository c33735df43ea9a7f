#pragma once

#include <driver_types.h>

#include <optional>
#include <vector>

#include "common/simcuda/runtime/device.hpp"
#include "common/simcuda/runtime/refusal.hpp"

namespace simcuda {

/// One call of a runtime function: holds the lock, costs host time, and is recorded.
class call {
public:
    call(const char* name, const void* pc);
    ~call();
    call(const call&) = delete;
    call& operator=(const call&) = delete;

    /// What stops this call before it does anything: a planned failure, a broken device, a call
    /// from a host function. cudaSuccess to go on.
    [[nodiscard]] cudaError_t obstacle();

    [[nodiscard]] device& on() { return device_; }
    [[nodiscard]] const char* name() const { return name_; }
    [[nodiscard]] const void* pc() const { return pc_; }

    /// Issues a device operation. `effect` gets its stamp and order and says what it costs.
    template <class Effect>
    point_ptr issue(stream_state& s, timeline::op_kind kind, timeline::operation facts,
                    Effect effect, const point_ptr& also_after = nullptr);
    /// A marker: an event's record or wait.
    point_ptr issue_marker(stream_state& s, timeline::op_kind kind, std::uint64_t event,
                           const point_ptr& also_after = nullptr);

    /// A handle that this call was given and that had been destroyed.
    void tell_stale_handle();

    /// The call asks for the time from one event to another.
    void compares(std::uint64_t since_event, std::uint64_t event) {
        since_event_ = since_event;
        event_ = event;
    }

    /// Says why the call does nothing. Hands back the error, to be returned.
    cudaError_t refuse(cudaError_t error, refusal why) {
        refusal_ = std::move(why);
        return error;
    }
    [[nodiscard]] const refusal& why_refused() const { return refusal_; }

    // The host waits; noted for the recording.
    void wait_for(const std::vector<point_ptr>& all);  ///< orders the host after the work
    void block_on(const std::vector<point_ptr>& all);  ///< costs time only
    void host_works(nanoseconds duration) { device_.order().host_works(duration); }

    /// What was described earlier is issued as that earlier call would have, until the end of the
    /// scope: in reports it has that call's name and place, in drawings the row of that stream.
    class stand_in {
    public:
        stand_in(call& c, const char* name, const void* pc,
                 const std::optional<timeline::stream_id>& row)
            : call_(c), name_(c.name_), pc_(c.pc_) {
            c.name_ = name;
            c.pc_ = pc;
            c.row_ = row;
        }
        ~stand_in() {
            call_.name_ = name_;
            call_.pc_ = pc_;
            call_.row_.reset();
        }
        stand_in(const stand_in&) = delete;
        stand_in& operator=(const stand_in&) = delete;

    private:
        call& call_;
        const char* name_;
        const void* pc_;
    };

private:
    void note_wait(const std::vector<point_ptr>& all);

    device& device_;
    device_lock lock_;
    const char* name_;
    const void* pc_;
    std::optional<timeline::stream_id> row_;  ///< none: that of the work's own stream
    std::uint64_t correlation_;
    nanoseconds start_{0};
    bool waited_ = false;
    std::uint64_t since_event_ = 0;
    std::uint64_t event_ = 0;
    refusal refusal_;
    std::vector<std::uint64_t> waits_for_;
};

/// This thread's last error, as cudaGetLastError knows it.
[[nodiscard]] cudaError_t& last_error();

/// Runs `body(call&)` as the runtime function `name`: its error becomes the thread's last error.
template <class Body>
cudaError_t api(const char* name, const void* pc, Body body) {
    call c(name, pc);
    cudaError_t error = c.obstacle();
    if (error == cudaSuccess)
        error = body(c);
    if (error == cudaSuccess)
        error = c.on().broken();
    c.tell_stale_handle();
    if (error != cudaSuccess && error != cudaErrorNotReady)
        last_error() = error;
    // "Not ready" is an answer; only who gets no time for it has a failure.
    if (error != cudaSuccess && (error != cudaErrorNotReady || !c.why_refused().reason.empty()))
        c.on().failures().note({name, error, pc, c.why_refused()});
    return error;
}

template <class Effect>
point_ptr call::issue(stream_state& s, timeline::op_kind kind, timeline::operation facts,
                      Effect effect, const point_ptr& also_after) {
    ticket t = device_.order().order(s, also_after);
    device_.defects().stamped(t.id);
    facts.kind = kind;
    facts.stream = row_.value_or(s.id);
    facts.correlation = correlation_;
    facts.waits_for = t.waits_for;
    if (facts.name.empty())
        facts.name = name_;
    site where = device_.sites().intern({kind, facts.name, pc_}, facts.stream);
    const std::uint64_t id = device_.records().add_device(std::move(facts), pc_);
    const work w = device_.paces().next(kind, effect(t, where));
    point_ptr p = device_.order().submit(std::move(t), w, id, where);
    device_.records().set_time(id, p->time);
    return p;
}

}  // namespace simcuda
