#include "common/simcuda/tests/reference/reader.hpp"

#include <cmath>

#include "common/simcuda/tests/reference/reference.hpp"

namespace simcuda::reference {

reader::reader(const program& p, const machine_profile& machine, rule_set rules)
    : p_(p),
      m_(machine),
      issues_(machine, rules),
      hosts_(hosts_of(p), machine, issues_),
      memory_(p),
      freed_(p.buffers.size(), false) {
    for (int host = 0; host < hosts_of(p); ++host)
        issues_.add_stream(stream_for(host, per_thread_stream), barrier::with_legacy, 0);
    out_.result.resize(p.steps.size());
    out_.clock.resize(p.steps.size());
}

expected reader::run() {
    hosts_.run([&](int host) { be(host); });
    memory_.judge(issues_.closed(), out_);
    for (const int o : issues_.everything())
        out_.work[issues_.at(o).step] = issues_.times_of(o);
    return std::move(out_);
}

void reader::be(int host) {
    const int beside = first_beside(p_);
    const int end = static_cast<int>(p_.steps.size());
    bool is_alone = host == 0;
    for (int i = 0; i < end; ++i) {
        if (p_.steps[at(i)].host != host)
            continue;
        if (is_alone && i > beside) {
            is_alone = false;
            hosts_.begin_others();
        }
        take(i, p_.steps[at(i)]);
    }
    if (is_alone)
        hosts_.begin_others();
}

void reader::take(int i, const step& s) {
    hosts_.take_turn();
    me().step = i;
    me().result = success;
    issues_.host_goes_on();
    act(s);
    out_.result[at(i)] = me().result;
    out_.clock[at(i)] = me().now;
}

void reader::act(const step& s) {
    const int stream = stream_for(s.host, s.stream);
    switch (s.what) {
        case action::allocate:
            return allocate(p_.buffers[at(s.buffer)]);
        case action::free:
            return free(s.buffer);
        case action::allocate_async:
            return allocate_async(stream, s.buffer);
        case action::free_async:
            return free_async(stream, s.buffer);
        case action::create_stream:
            call("cudaStreamCreateWithPriority");
            return issues_.add_stream(stream, s.with_legacy, s.priority);
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
            events_[s.event].captured = issue_marker(stream);
            return;
        case action::wait:
            call("cudaStreamWaitEvent");
            static_cast<void>(issue_marker(stream, events_[s.event].captured));
            return;
        case action::copy:
            return copy(s);
        case action::fill:
            return fill(s);
        case action::launch:
            return launch(s, stream);
        case action::host_function:
            return host_function(s, stream);
        case action::host_touches:
            return host_touches(s);
        case action::host_sleeps:
            me().now += s.busy;
            return;
        case action::synchronize_stream:
            call("cudaStreamSynchronize");
            return follow_stream(stream);
        case action::synchronize_event:
            call("cudaEventSynchronize");
            return follow(rule::event_synchronize, one(events_[s.event].captured));
        case action::synchronize_device:
            call("cudaDeviceSynchronize");
            return follow(rule::device_synchronize, issues_.everything());
        case action::query_stream:
            call("cudaStreamQuery");
            return query(issues_.all_of(stream));
        case action::query_event:
            call("cudaEventQuery");
            return query(one(events_[s.event].captured));
        case action::elapsed:
            return elapsed(s);
    }
}

void reader::follow_stream(int stream) {
    const std::vector<int> all = issues_.all_of(stream);
    hosts_.wait_in_time(all);
    std::vector<int> own;
    std::vector<int> others;
    for (const int o : all)
        (issues_.at(o).stream == stream ? own : others).push_back(o);
    issues_.host_follows(rule::stream_synchronize, own);
    issues_.host_follows(rule::legacy_synchronize, others);
}

void reader::query(const std::vector<int>& operations) {
    if (hosts_.all_are_over(operations)) {
        issues_.host_follows(rule::successful_query, operations);
    } else {
        me().result = not_ready;
    }
}

void reader::launch(const step& s, int stream) {
    call("launch");
    call("cudaLaunchKernel");
    const int place = place_in(stream);
    memory_.enter(me().step, place);
    for (const touch& t : s.touches)
        memory_.touch(t, out_);
    // A kernel of few blocks has that part of the device and of its memory's rate.
    const int at_once = std::min(m_.blocks_per_multiprocessor, m_.threads_per_multiprocessor / 32);
    const double resident = m_.multiprocessors * at_once;
    const double share = std::min(1.0, s.blocks / resident);
    const memory_model::traffic moved = memory_.traffic_of_newest();
    // Pinned memory is read and written over the link, as copies do it.
    const bool both = moved.host_reads > 0 && moved.host_writes > 0;
    const double link = std::max(moved.host_reads / (m_.h2d_rate * (both ? m_.two_way_h2d : 1)),
                                 moved.host_writes / (m_.d2h_rate * (both ? m_.two_way_d2h : 1)));
    const nanoseconds transfer = whole(moved.device / (m_.memory_rate * share) + link);
    // Its threads count in whole cycles.
    const double cycles = std::round(static_cast<double>(s.busy.count()) * m_.clock_khz / 1e6);
    const nanoseconds longest =
        std::max(transfer, nanoseconds{std::llround(cycles / m_.clock_khz * 1e6)});
    static_cast<void>(
        submit(stream, place, {unit::compute, std::max(m_.kernel_floor, longest), share}));
}

void reader::host_function(const step& s, int stream) {
    call("cudaLaunchHostFunc");
    const int place = place_in(stream);
    memory_.enter(me().step, place);
    for (const touch& t : s.touches)
        memory_.touch(t, out_);
    const nanoseconds time = m_.calls.find("host_function")->second + time_of_host_touches();
    static_cast<void>(submit(stream, place, {unit::host, time, 1.0}));
}

nanoseconds reader::time_of_host_touches() const {
    const memory_model::traffic touched = memory_.traffic_of_newest();
    return whole((touched.host_reads + touched.host_writes) / m_.touch_rate);
}

void reader::host_touches(const step& s) {
    memory_.enter(me().step, issues_.host());
    for (const touch& t : s.touches) {
        if (freed_[at(t.where.buffer)]) {
            out_.ids.insert({me().step, "use-after-free"});
        } else {
            memory_.touch(t, out_);
        }
    }
    me().now += time_of_host_touches();
}

void reader::elapsed(const step& s) {
    call("cudaEventElapsedTime");
    const event_info a = events_[s.event];
    const event_info b = events_[s.event2];
    if (a.timed == timing::off || b.timed == timing::off || a.captured < 0 || b.captured < 0) {
        me().result = invalid_handle;
    } else if (!hosts_.all_are_over({a.captured, b.captured})) {
        me().result = not_ready;
    } else {
        const nanoseconds between = issues_.end_of(b.captured) - issues_.end_of(a.captured);
        out_.elapsed[me().step] = static_cast<float>(timeline::to_ms(between));
    }
}

expected work_out(const program& p, const machine_profile& machine, rule_set rules) {
    return reader(p, machine, rules).run();
}

}  // namespace simcuda::reference
