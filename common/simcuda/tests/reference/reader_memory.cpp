#include <cmath>

#include "common/simcuda/tests/reference/reader.hpp"

namespace simcuda::reference {

void reader::allocate(const buffer& b) {
    if (b.where == memory::device)
        call("cudaMalloc");
    if (b.where == memory::pinned) {
        call("cudaMallocHost");
        me().now += nanoseconds{std::llround(b.size / 1048576.0 * m_.pin_us_per_mib * 1000.0)};
    }
}

void reader::free(int b) {
    const memory where = p_.buffers[at(b)].where;
    if (where != memory::pageable)
        call(where == memory::device ? "cudaFree" : "cudaFreeHost");
    freed_[at(b)] = true;
    memory_.note_free(me().step, b, issues_.host());
    // Waits in practice, which orders nothing; but of stream-ordered memory it "performs no
    // implicit synchronization".
    if (where != memory::pageable && !memory_.is_stream_ordered(b))
        hosts_.wait_in_time(issues_.everything());
}

void reader::allocate_async(int stream, int buffer) {
    call("cudaMallocAsync");
    const int o = issue_marker(stream);
    memory_.enter(me().step, issues_.at(o).place);
    memory_.begin_life(buffer);
}

void reader::free_async(int stream, int buffer) {
    call("cudaFreeAsync");
    const int o = issue_marker(stream);
    freed_[at(buffer)] = true;
    memory_.note_free(me().step, buffer, issues_.at(o).place);
}

void reader::copy(const step& s) {
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

void reader::refuse(const std::vector<int>& buffers) {
    me().result = invalid_value;
    for (const int b : buffers) {
        if (freed_[at(b)] && memory_.is_stream_ordered(b))
            out_.ids.insert({me().step, "use-after-free"});
    }
}

nanoseconds reader::kernel_time(double bytes) const {
    return std::max(m_.kernel_floor, whole(bytes / m_.memory_rate));
}

int reader::move(const step& s, const issue_model::demand& c) {
    const int stream = issues_into(s);
    hosts_.wait_for_room(stream);
    const int before_call = issues_.host();
    const int place = issues_.place_in(stream);
    const bool blocking = s.form == call_form::blocking;
    // The call reads pageable memory itself, at any time between its entry and its return:
    // after what the host did before, not after earlier work of the stream.
    int source = place;
    if (memory_of(s.from) == memory::pageable) {
        source = issues_.read_within_call(before_call);
        issues_.edge(rule::stream, source, place);
        if (blocking)
            issues_.host_follows_place(rule::staged_source, source);
    }
    memory_.enter(me().step, source, blocking);
    memory_.read_source(s.from);
    memory_.enter(me().step, place, blocking);
    memory_.carry(s.to, s.from);
    return submit(stream, place, c);
}

void reader::upload(const step& s) {
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
        hosts_.wait_in_time(issues_.all_of(issues_into(s)));
    static_cast<void>(move(s, {unit::upload, at_once ? own : std::max(own, staging), 1.0}));
    me().now += std::max(nanoseconds{0}, staging - me().cost);
}

void reader::download(const step& s) {
    const nanoseconds own = m_.copy_setup + whole(s.to.count / m_.d2h_rate);
    if (memory_of(s.to) == memory::pinned) {
        const int o = move(s, {unit::download, own, 1.0});
        if (s.form == call_form::blocking)
            complete(o, rule::blocking_copy);
        return;
    }
    // The figures are those of the whole call, so its other parts are taken off.
    const nanoseconds staging =
        staging_time(s.to, m_.pageable_d2h, m_.cold_d2h_rate) - (m_.submit + m_.wake + me().cost);
    const int o = move(s, {unit::download, std::max(own, staging), 1.0});
    if (s.form == call_form::blocking) {
        complete(o, rule::blocking_copy);
    } else {
        hosts_.wait_in_time({o});  // "might be synchronous": it is, and it is no promise
    }
}

void reader::within_host(const step& s) {
    hosts_.wait_in_time(issues_.all_of(issues_into(s)));
    const int o = move(s, {});
    me().now += whole(s.to.count / m_.host_copy_rate);
    complete(o, rule::host_copy);
}

nanoseconds reader::staging_time(const piece& w, const size_curve& curve, double cold_rate) {
    const nanoseconds warm = curve.at({w.count});
    const nanoseconds cold = std::max(warm, whole(w.count / cold_rate));
    byte_ranges& cached = cached_[w.buffer];
    const double share = static_cast<double>((cached & w.bytes()).size()) / w.count;
    cached |= w.bytes();
    return whole(static_cast<double>(cold.count()) -
                 share * static_cast<double>((cold - warm).count()));
}

void reader::fill(const step& s) {
    call(s.form == call_form::blocking ? "cudaMemset" : "cudaMemsetAsync");
    if (freed_[at(s.to.buffer)])
        return refuse({s.to.buffer});
    const bool pinned = memory_of(s.to) == memory::pinned;
    const double rate = pinned ? m_.d2h_rate : m_.memory_rate;
    const int stream = issues_into(s);
    const int place = place_in(stream);
    memory_.enter(me().step, place, s.form == call_form::blocking);
    memory_.touch({use::write, s.to}, out_);
    const nanoseconds time = std::max(m_.kernel_floor, whole(s.to.count / rate));
    const int o = submit(stream, place, {unit::compute, time, 0.25});
    if (pinned && s.form == call_form::blocking)
        complete(o, rule::pinned_fill);
}

}  // namespace simcuda::reference
