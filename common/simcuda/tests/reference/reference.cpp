#include "common/simcuda/tests/reference/reference.hpp"

#include <cmath>

#include "common/simcuda/tests/reference/memory_model.hpp"

namespace simcuda::reference {
namespace {

constexpr int success = 0, invalid_value = 1, invalid_handle = 400, not_ready = 600;

nanoseconds whole(double ns) {
    return nanoseconds{static_cast<std::int64_t>(ns)};
}

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// Goes through a program step by step.
class reader {
public:
    reader(const program& p, const machine_profile& machine, rule_set rules)
        : p_(p),
          m_(machine),
          units_{machine.copy_engines, machine.two_way_h2d, machine.two_way_d2h},
          order_(rules),
          memory_(p),
          freed_(p.buffers.size(), false) {
        streams_[legacy_stream] = streams_[per_thread_stream] = {};
        host_ = order_.add();
    }

    expected run() {
        for (std::size_t i = 0; i < p_.steps.size(); ++i)
            take(static_cast<int>(i), p_.steps[i]);
        order_.close();
        memory_.judge_races(order_, out_);
        for (const auto& [step, buffer, place] : frees_)
            memory_.judge_free(order_, step, buffer, place, out_);
        const std::vector<span>& times = simulated();
        for (const operation& o : operations_)
            out_.work[o.step] = times[at(o.job)];
        return std::move(out_);
    }

private:
    struct operation {
        int step, stream, place, job;
        bool marker;
    };
    struct stream_info {
        barrier with_legacy = barrier::with_legacy;
        int priority = 0;
    };
    struct event_info {
        int captured = -1;  // operation
        timing timed = timing::on;
    };
    struct free_note {
        int step, buffer, place;
    };

    void take(int i, const step& s) {
        step_ = i;
        result_ = success;
        // Whatever the host does now comes after what it did before.
        const int next = order_.add();
        order_.edge(rule::host_program, host_, next);
        host_ = next;
        act(s);
        out_.result.push_back(result_);
        out_.clock.push_back(now_);
    }

    void act(const step& s) {
        switch (s.what) {
            case action::allocate:
                return allocate(p_.buffers[at(s.buffer)]);
            case action::free:
                return free(s.buffer);
            case action::allocate_async:
                return allocate_async(s);
            case action::free_async:
                return free_async(s);
            case action::create_stream:
                call("cudaStreamCreateWithPriority");
                streams_[s.stream] = {s.with_legacy, s.priority};
                return;
            case action::destroy_stream:
                return call("cudaStreamDestroy");
            case action::create_event:
                call("cudaEventCreateWithFlags");
                events_[s.event] = {-1, s.timed};
                return;
            case action::destroy_event:
                return call("cudaEventDestroy");
            case action::record:
                call("cudaEventRecord");
                events_[s.event].captured = issue_marker(s.stream);
                return;
            case action::wait:
                call("cudaStreamWaitEvent");
                static_cast<void>(issue_marker(s.stream, events_[s.event].captured));
                return;
            case action::copy:
                return copy(s);
            case action::fill:
                return fill(s);
            case action::launch:
                return launch(s);
            case action::host_function:
                return host_function(s);
            case action::host_touches:
                return host_touches(s);
            case action::host_sleeps:
                now_ += s.busy;
                return;
            case action::synchronize_stream:
                call("cudaStreamSynchronize");
                follow_stream(s.stream);
                return wait_in_time(all_of(s.stream));
            case action::synchronize_event:
                call("cudaEventSynchronize");
                host_follows(rule::event_synchronize, one(events_[s.event].captured));
                return wait_in_time(one(events_[s.event].captured));
            case action::synchronize_device:
                call("cudaDeviceSynchronize");
                host_follows(rule::device_synchronize, everything());
                return wait_in_time(everything());
            case action::query_stream:
                call("cudaStreamQuery");
                return query(all_of(s.stream));
            case action::query_event:
                call("cudaEventQuery");
                return query(one(events_[s.event].captured));
            case action::elapsed:
                return elapsed(events_[s.event], events_[s.event2]);
        }
    }

    // The host's time.

    void call(const char* name) {
        const auto it = m_.calls.find(name);
        cost_ = it != m_.calls.end() ? it->second : m_.calls.find("default")->second;
        now_ += cost_;
    }
    [[nodiscard]] const std::vector<span>& simulated() {
        if (times_.size() != jobs_.size())
            times_ = reference::run(units_, jobs_);
        return times_;
    }
    [[nodiscard]] nanoseconds end_of(int o) { return simulated()[at(operations_[at(o)].job)].end; }
    /// The host wakes up a moment after the last of them has ended; at once if all are over.
    void wait_in_time(const std::vector<int>& operations) {
        nanoseconds last = now_;
        for (const int o : operations)
            last = std::max(last, end_of(o));
        if (last > now_)
            now_ = last + m_.wake;
    }
    void query(const std::vector<int>& operations) {
        if (all_are_over(operations)) {
            host_follows(rule::successful_query, operations);
        } else {
            result_ = not_ready;
        }
    }
    [[nodiscard]] bool all_are_over(const std::vector<int>& operations) {
        return std::all_of(operations.begin(), operations.end(),
                           [&](int o) { return end_of(o) <= now_; });
    }

    // Which operations.

    [[nodiscard]] int operation_count() const { return static_cast<int>(operations_.size()); }
    [[nodiscard]] static std::vector<int> one(int o) {
        return o < 0 ? std::vector<int>{} : std::vector<int>{o};
    }
    [[nodiscard]] std::vector<int> everything() const {
        std::vector<int> all;
        for (int o = 0; o < operation_count(); ++o)
            all.push_back(o);
        return all;
    }
    [[nodiscard]] bool has_barrier(int s) const {
        return s != legacy_stream && streams_.at(s).with_legacy == barrier::with_legacy;
    }
    /// Of a stream; the legacy stream's handle stands for the blocking streams as well.
    [[nodiscard]] std::vector<int> all_of(int s) const {
        std::vector<int> all;
        for (int o = 0; o < operation_count(); ++o) {
            const int other = operations_[at(o)].stream;
            if (other == s || (s == legacy_stream && has_barrier(other)))
                all.push_back(o);
        }
        return all;
    }

    // Order.

    void host_follows(rule why, const std::vector<int>& operations) {
        const int next = order_.add();
        order_.edge(rule::host_program, host_, next);
        for (const int o : operations)
            order_.edge(why, operations_[at(o)].place, next);
        host_ = next;
    }
    void follow_stream(int s) {
        std::vector<int> own, others;
        for (const int o : all_of(s))
            (operations_[at(o)].stream == s ? own : others).push_back(o);
        host_follows(rule::stream_synchronize, own);
        host_follows(rule::legacy_synchronize, others);
    }

    struct demand {
        unit where = unit::none;
        nanoseconds time{0};
        double share = 1.0;
    };

    /// A place for the next operation of a stream: after what must come before it. The call waits
    /// while too many operations of the stream are under way.
    int place_in(int s, int event_record = -1) {
        wait_for_room(s);
        const int place = order_.add();
        order_.edge(rule::issue, host_, place);
        after_.clear();
        const auto follow = [&](rule why, int o) {
            order_.edge(why, operations_[at(o)].place, place);
            after_.push_back(operations_[at(o)].job);
        };
        for (int o = 0; o < operation_count(); ++o) {
            const int other = operations_[at(o)].stream;
            if (other == s)
                follow(rule::stream, o);
            if (s == legacy_stream && has_barrier(other))
                follow(rule::legacy_waits, o);
            if (other == legacy_stream && has_barrier(s))
                follow(rule::legacy_is_waited_for, o);
            if (o == event_record)
                follow(rule::event_wait, o);
        }
        return place;
    }
    void wait_for_room(int s) {
        std::vector<int> own;
        for (const int o : all_of(s)) {
            if (operations_[at(o)].stream == s && !operations_[at(o)].marker)
                own.push_back(o);
        }
        if (own.size() <= m_.queue_depth)
            return;
        std::vector<nanoseconds> open;
        for (const int o : own) {
            if (end_of(o) > now_)
                open.push_back(end_of(o));
        }
        std::sort(open.begin(), open.end());
        if (open.size() > m_.queue_depth)
            now_ = open[open.size() - m_.queue_depth - 1];
    }
    int submit(int s, int place, const demand& c) {
        job j;
        j.where = c.where;
        j.work = c.time;
        j.share = c.share;
        j.priority = streams_.at(s).priority;
        j.earliest = now_ + m_.submit;
        j.after = after_;
        jobs_.push_back(std::move(j));
        operations_.push_back(
            {step_, s, place, static_cast<int>(jobs_.size()) - 1, c.where == unit::none});
        return operation_count() - 1;
    }
    int issue_marker(int s, int event_record = -1) {
        const int place = place_in(s, event_record);
        return submit(s, place, {});
    }

    // Memory.

    void allocate(const buffer& b) {
        if (b.where == memory::device)
            call("cudaMalloc");
        if (b.where == memory::pinned) {
            call("cudaMallocHost");
            now_ += nanoseconds{std::llround(b.size / 1048576.0 * m_.pin_us_per_mib * 1000.0)};
        }
    }
    void free(int b) {
        const memory where = p_.buffers[at(b)].where;
        freed_[at(b)] = true;
        frees_.push_back({step_, b, host_});
        if (where == memory::pageable)
            return;
        call(where == memory::device ? "cudaFree" : "cudaFreeHost");
        if (memory_.is_stream_ordered(b))
            return;                  // "performs no implicit synchronization"
        wait_in_time(everything());  // in practice; it orders nothing
    }

    /// May be used by what comes after its place in the stream.
    void allocate_async(const step& s) {
        call("cudaMallocAsync");
        const int o = issue_marker(s.stream);
        memory_.enter(step_, operations_[at(o)].place);
        memory_.begin_life(s.buffer);
    }
    void free_async(const step& s) {
        call("cudaFreeAsync");
        const int o = issue_marker(s.stream);
        freed_[at(s.buffer)] = true;
        frees_.push_back({step_, s.buffer, operations_[at(o)].place});
    }

    [[nodiscard]] memory memory_of(const piece& w) const { return p_.buffers[at(w.buffer)].where; }

    void copy(const step& s) {
        call(s.form == call_form::blocking ? "cudaMemcpy" : "cudaMemcpyAsync");
        if (freed_[at(s.to.buffer)] || freed_[at(s.from.buffer)])
            return refuse({s.to.buffer, s.from.buffer});
        for (const piece& w : {s.from, s.to}) {
            if (memory_of(w) == memory::pageable)
                memory_.watch(w);
        }
        const bool from_device = memory_of(s.from) == memory::device;
        const bool to_device = memory_of(s.to) == memory::device;
        if (from_device && to_device) {
            static_cast<void>(move(s, {unit::compute, kernel_time(2.0 * s.to.count), 0.25}));
        } else if (to_device) {
            upload(s);
        } else if (from_device) {
            download(s);
        } else {
            within_host(s);
        }
    }
    /// The call sees by the address that the memory is gone; for what was allocated in the order of
    /// a stream it is a mistake worth telling.
    void refuse(const std::vector<int>& buffers) {
        result_ = invalid_value;
        for (const int b : buffers) {
            if (freed_[at(b)] && memory_.is_stream_ordered(b))
                out_.ids.insert({step_, "use-after-free"});
        }
    }
    /// Copies and fills in the device's own memory are small kernels.
    [[nodiscard]] nanoseconds kernel_time(double bytes) const {
        return std::max(m_.kernel_floor, whole(bytes / m_.memory_rate));
    }

    int move(const step& s, const demand& c) {
        const int stream = issues_into(s);
        const int before_call = host_;
        const int place = place_in(stream);
        const bool blocking = s.form == call_form::blocking;
        // The call reads pageable memory itself, at any time between its entry and its return:
        // after what the host did before, not after earlier work of the stream.
        int source = place;
        if (memory_of(s.from) == memory::pageable) {
            source = order_.add();
            order_.edge(rule::host_program, before_call, source);
            order_.edge(rule::stream, source, place);
            if (blocking)
                host_follows_place(rule::staged_source, source);
        }
        memory_.enter(step_, source, blocking);
        memory_.read_source(s.from);
        memory_.enter(step_, place, blocking);
        memory_.carry(s.to, s.from);
        return submit(stream, place, c);
    }
    void host_follows_place(rule why, int place) {
        const int next = order_.add();
        order_.edge(rule::host_program, host_, next);
        order_.edge(why, place, next);
        host_ = next;
    }

    void upload(const step& s) {
        const nanoseconds own = m_.copy_setup + whole(s.to.count / m_.h2d_rate);
        const bool blocking = s.form == call_form::blocking;
        if (memory_of(s.from) == memory::pinned) {
            const int o = move(s, {unit::upload, own, 1.0});
            if (blocking)
                complete(o, rule::blocking_copy);
            return;
        }
        // Staged by the call: small asynchronous ones at once, others after their stream's work.
        const nanoseconds staging = staging_time(s.from, m_.pageable_h2d, m_.cold_h2d_rate);
        const bool at_once = !blocking && s.from.count <= m_.staged_at_once.value;
        if (!at_once)
            wait_in_time(all_of(issues_into(s)));
        static_cast<void>(move(s, {unit::upload, at_once ? own : std::max(own, staging), 1.0}));
        now_ += std::max(nanoseconds{0}, staging - cost_);
    }
    void download(const step& s) {
        const nanoseconds own = m_.copy_setup + whole(s.to.count / m_.d2h_rate);
        if (memory_of(s.to) == memory::pinned) {
            const int o = move(s, {unit::download, own, 1.0});
            if (s.form == call_form::blocking)
                complete(o, rule::blocking_copy);
            return;
        }
        // The figures are those of the whole call, so its other parts are taken off.
        const nanoseconds staging =
            staging_time(s.to, m_.pageable_d2h, m_.cold_d2h_rate) - (m_.submit + m_.wake + cost_);
        const int o = move(s, {unit::download, std::max(own, staging), 1.0});
        if (s.form == call_form::blocking) {
            complete(o, rule::blocking_copy);
        } else {
            wait_in_time({o});  // "might be synchronous": it is, and it is no promise
        }
    }
    void within_host(const step& s) {
        wait_in_time(all_of(issues_into(s)));
        const int o = move(s, {});
        now_ += whole(s.to.count / m_.host_copy_rate);
        complete(o, rule::host_copy);
    }
    void complete(int o, rule why) {
        host_follows(why, {o});
        wait_in_time({o});
    }

    /// Between the measured points in a straight line; memory that no copy has met before is read
    /// at the cold rate.
    [[nodiscard]] nanoseconds staging_time(const piece& w, const size_curve& curve,
                                           double cold_rate) {
        const nanoseconds warm = curve.at({w.count});
        const nanoseconds cold = std::max(warm, whole(w.count / cold_rate));
        byte_ranges& cached = cached_[w.buffer];
        const double share = static_cast<double>((cached & w.bytes()).size()) / w.count;
        cached |= w.bytes();
        return whole(static_cast<double>(cold.count()) -
                     share * static_cast<double>((cold - warm).count()));
    }

    void fill(const step& s) {
        call(s.form == call_form::blocking ? "cudaMemset" : "cudaMemsetAsync");
        if (freed_[at(s.to.buffer)])
            return refuse({s.to.buffer});
        const bool pinned = memory_of(s.to) == memory::pinned;
        const double rate = pinned ? m_.d2h_rate : m_.memory_rate;
        const int stream = issues_into(s);
        const int place = place_in(stream);
        memory_.enter(step_, place, s.form == call_form::blocking);
        memory_.touch({use::write, s.to}, out_);
        const nanoseconds time = std::max(m_.kernel_floor, whole(s.to.count / rate));
        const int o = submit(stream, place, {unit::compute, time, 0.25});
        if (pinned && s.form == call_form::blocking)
            complete(o, rule::pinned_fill);
    }

    void launch(const step& s) {
        call("launch");
        call("cudaLaunchKernel");
        const int place = place_in(s.stream);
        memory_.enter(step_, place);
        for (const touch& t : s.touches)
            memory_.touch(t, out_);
        // A kernel of few blocks has that part of the device and of its memory's rate.
        const int at_once =
            std::min(m_.blocks_per_multiprocessor, m_.threads_per_multiprocessor / 32);
        const double resident = m_.multiprocessors * at_once;
        const double share = std::min(1.0, s.blocks / resident);
        const memory_model::traffic moved = memory_.traffic_of_newest();
        // Pinned memory is read and written over the link, as copies do it.
        const bool both = moved.host_reads > 0 && moved.host_writes > 0;
        const double link =
            std::max(moved.host_reads / (m_.h2d_rate * (both ? m_.two_way_h2d : 1)),
                     moved.host_writes / (m_.d2h_rate * (both ? m_.two_way_d2h : 1)));
        const nanoseconds transfer = whole(moved.device / (m_.memory_rate * share) + link);
        // Its threads count in whole cycles.
        const double cycles = std::round(static_cast<double>(s.busy.count()) * m_.clock_khz / 1e6);
        const nanoseconds longest =
            std::max(transfer, nanoseconds{std::llround(cycles / m_.clock_khz * 1e6)});
        static_cast<void>(
            submit(s.stream, place, {unit::compute, std::max(m_.kernel_floor, longest), share}));
    }

    void host_function(const step& s) {
        call("cudaLaunchHostFunc");
        const int place = place_in(s.stream);
        memory_.enter(step_, place);
        for (const touch& t : s.touches)
            memory_.touch(t, out_);
        const auto time = m_.calls.find("host_function");
        static_cast<void>(submit(s.stream, place, {unit::host, time->second, 1.0}));
    }

    void host_touches(const step& s) {
        memory_.enter(step_, host_);
        for (const touch& t : s.touches) {
            if (freed_[at(t.where.buffer)]) {
                out_.ids.insert({step_, "use-after-free"});
            } else {
                memory_.touch(t, out_);
            }
        }
        const memory_model::traffic touched = memory_.traffic_of_newest();
        now_ += whole((touched.host_reads + touched.host_writes) / m_.touch_rate);
    }

    void elapsed(const event_info& a, const event_info& b) {
        call("cudaEventElapsedTime");
        if (a.timed == timing::off || b.timed == timing::off || a.captured < 0 || b.captured < 0) {
            result_ = invalid_handle;
        } else if (!all_are_over({a.captured, b.captured})) {
            result_ = not_ready;
        } else {
            const nanoseconds between = end_of(b.captured) - end_of(a.captured);
            out_.elapsed[step_] = static_cast<float>(timeline::to_ms(between));
        }
    }

    const program& p_;
    const machine_profile& m_;
    units units_;
    order order_;
    memory_model memory_;
    std::vector<bool> freed_;
    std::map<int, stream_info> streams_;
    std::map<int, event_info> events_;
    std::vector<operation> operations_;
    std::vector<job> jobs_;
    std::vector<span> times_;
    std::vector<int> after_;
    std::map<int, byte_ranges> cached_;
    std::vector<free_note> frees_;
    expected out_;
    int step_ = 0, host_ = 0, result_ = success;
    nanoseconds now_{0}, cost_{0};
};

}  // namespace

expected work_out(const program& p, const machine_profile& machine, rule_set rules) {
    return reader(p, machine, rules).run();
}

}  // namespace simcuda::reference
