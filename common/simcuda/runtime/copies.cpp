#include "common/simcuda/runtime/copies.hpp"

#include <algorithm>
#include <cstring>

#include "common/simcuda/runtime/copy_side.hpp"
#include "common/simcuda/runtime/refusals.hpp"

namespace simcuda {
namespace {

using timeline::memory_kind;
using timeline::op_kind;

op_kind kind_of(const side& to, const side& from) {
    if (to.on_device)
        return from.on_device ? op_kind::copy_d2d : op_kind::copy_h2d;
    return from.on_device ? op_kind::copy_d2h : op_kind::copy_h2h;
}

/// One copy on its way.
class copier {
public:
    copier(call& c, side to, side from, const copy_shape& shape, stream_state& stream,
           copy_style style, source_access when)
        : c_(c),
          dev_(c.on()),
          to_(to),
          from_(from),
          shape_(shape),
          stream_(stream),
          style_(style),
          when_(when),
          size_(shape.total()) {}

    void run() {
        switch (kind_of(to_, from_)) {
            case op_kind::copy_h2d:
                return upload();
            case op_kind::copy_d2h:
                return download();
            case op_kind::copy_d2d:
                return to_device() == from_device() ? within_device() : between_devices();
            default:
                return within_host();
        }
    }

private:
    [[nodiscard]] unsigned to_device() const { return to_.device(stream_.device); }
    [[nodiscard]] unsigned from_device() const { return from_.device(stream_.device); }

    void upload() {
        const machine_profile& p = dev_.profile();
        if (from_.kind() == memory_kind::pageable)
            track(from_.base, shape_.from_extent());
        if (goes_directly(from_)) {
            const point_ptr done = issue(
                op_kind::copy_h2d, {engine::h2d, p.copy_setup + upload_time(), 1.0, to_device()});
            finish(from_, done);
            return;
        }
        const nanoseconds staging = pageable_time(from_.base, p.pageable_h2d, p.cold_h2d_rate);
        // "A stream sync is performed before the copy is initiated" (cudaMemcpy); the async form
        // "may synchronize with the stream" and does so when the copy is large. Neither is a
        // promise, so this costs time and orders nothing.
        const bool at_once = style_ == copy_style::async && size_ <= p.staged_at_once;
        const nanoseconds own = p.copy_setup + at_rate(size_, p.h2d_rate);
        if (style_ == copy_style::node) {
            issue(op_kind::copy_h2d, {engine::h2d, std::max(own, staging), 1.0, to_device()});
            return;
        }
        if (!at_once)
            block_on_stream();
        issue(op_kind::copy_h2d,
              {engine::h2d, at_once ? own : std::max(own, staging), 1.0, to_device()});
        // Returns once the source has been staged; the copy to its destination may go on.
        c_.host_works(std::max(nanoseconds{0}, staging - p.call_cost(c_.name())));
    }

    [[nodiscard]] nanoseconds upload_time() {
        const machine_profile& p = dev_.profile();
        const bytes fresh{
            std::min(dev_.fresh().take(from_.base, shape_.from_extent()), size_.value)};
        return at_rate(bytes{size_.value - fresh.value}, p.h2d_rate) +
               at_rate(fresh, p.h2d_rate * p.fresh_h2d);
    }

    void download() {
        const machine_profile& p = dev_.profile();
        if (to_.kind() == memory_kind::pageable)
            track(to_.base, shape_.to_extent());
        if (goes_directly(to_)) {
            const point_ptr done =
                issue(op_kind::copy_d2h,
                      {engine::d2h, p.copy_setup + at_rate(size_, p.d2h_rate), 1.0, from_device()});
            if (style_ == copy_style::blocking)
                c_.wait_for({done});
            return;
        }
        const nanoseconds staging = pageable_time(to_.base, p.pageable_d2h, p.cold_d2h_rate);
        const nanoseconds own = p.copy_setup + at_rate(size_, p.d2h_rate);
        if (style_ == copy_style::node) {
            issue(op_kind::copy_d2h, {engine::d2h, std::max(own, staging), 1.0, from_device()});
            return;
        }
        const nanoseconds overhead = p.submit + p.wake + p.call_cost(c_.name());
        const point_ptr done =
            issue(op_kind::copy_d2h,
                  {engine::d2h, std::max(own, staging - overhead), 1.0, from_device()});
        // cudaMemcpy to host memory returns when the copy is complete. The async form to pageable
        // memory "might be synchronous": it is, here, but that must not be relied on.
        if (style_ == copy_style::blocking) {
            c_.wait_for({done});
        } else {
            c_.block_on({done});
        }
    }

    void within_device() {
        const machine_profile& p = dev_.profile();
        // No host-side synchronisation at all, not even in the blocking form.
        issue(op_kind::copy_d2d,
              {engine::compute,
               std::max(p.kernel_floor, at_rate(bytes{2 * size_.value}, p.memory_rate)), 0.25,
               to_device()});
    }

    /// Directly where one of both devices has access to the other, otherwise through the host's
    /// memory. The host is not kept waiting in either form.
    void between_devices() {
        const machine_profile& p = dev_.profile();
        const unsigned to = to_device();
        const unsigned from = from_device();
        const bool direct = dev_.peers().granted(to, from) || dev_.peers().granted(from, to);
        const peer_link& link = direct ? p.direct_peer : p.staged_peer;
        const work cost{engine::peer, p.peer_setup + at_rate(size_, link.rate), 1.0, to, from,
                        link.two_way};
        if (style_ != copy_style::blocking) {
            issue(op_kind::copy_p2p, cost);
            return;
        }
        // The blocking form is serialised with the work of both devices, as one operation of either
        // default stream (cudaMemcpyPeer; so cudaMemcpy does, too).
        point_ptr before;
        for (const unsigned device : {from, to}) {
            if (device != stream_.device)
                before = mark(device, before);
        }
        const point_ptr done = issue(op_kind::copy_p2p, cost, before);
        for (const unsigned device : {from, to}) {
            if (device != stream_.device)
                static_cast<void>(mark(device, done));
        }
    }

    /// A place in a device's legacy default stream that comes after `p`.
    point_ptr mark(unsigned device, const point_ptr& p) {
        return c_.issue_marker(dev_.order().legacy(device), op_kind::event_wait, 0, p);
    }

    void within_host() {
        // Fully synchronous in either form.
        track(from_.base, shape_.from_extent());
        track(to_.base, shape_.to_extent());
        const nanoseconds duration = at_rate(size_, dev_.profile().host_copy_rate);
        if (style_ == copy_style::node) {
            issue(op_kind::copy_h2h, {engine::host_functions, duration, 1.0});
            return;
        }
        block_on_stream();
        const point_ptr done = issue(op_kind::copy_h2h, {});
        c_.host_works(duration);
        c_.wait_for({done});
    }

    /// Does the device reach the host's side itself? A coherent machine's does, pinned or not.
    [[nodiscard]] bool goes_directly(const side& host) const {
        return host.kind() != memory_kind::pageable || dev_.profile().host_page_tables != 0;
    }

    /// After an upload. Blocking and pinned: complete on return. Pageable: only its source has been
    /// read, whatever the machine. Async: the caller goes on.
    void finish(const side& source, const point_ptr& done) {
        if (style_ != copy_style::blocking)
            return;
        if (source.kind() != memory_kind::pageable) {
            c_.wait_for({done});
        } else {
            c_.block_on({done});
        }
    }

    void track(address base, std::uint64_t extent) { dev_.memory().track_pageable(base, extent); }

    [[nodiscard]] nanoseconds pageable_time(address base, const size_curve& curve,
                                            double cold_rate) {
        const std::uint64_t cached = dev_.cache().touch(base, size_.value);
        const nanoseconds warm = curve.at(size_);
        const nanoseconds cold = std::max(warm, at_rate(size_, cold_rate));
        const double share = static_cast<double>(cached) / static_cast<double>(size_.value);
        return nanoseconds{
            static_cast<std::int64_t>(static_cast<double>(cold.count()) -
                                      share * static_cast<double>((cold - warm).count()))};
    }

    void block_on_stream() { c_.block_on(dev_.order().all_of(stream_)); }

    point_ptr issue(op_kind kind, work cost, const point_ptr& also_after = nullptr) {
        timeline::operation facts;
        facts.size = size_;
        facts.host_memory = to_.on_device ? from_.kind() : to_.kind();
        facts.device = cost.device.value_or(stream_.device);
        facts.device_place = kind == op_kind::copy_h2d   ? to_.base
                             : kind == op_kind::copy_d2h ? from_.base
                                                         : 0;
        return c_.issue(
            stream_, kind, std::move(facts),
            [&](const ticket& t, site where) {
                if (!dev_.has_stopped())
                    move(t, where);
                return cost;
            },
            also_after);
    }

    /// The bytes themselves, with what is known about them.
    void move(const ticket& t, site where) {
        const vector_clock before_call = dev_.order().host_order();
        access_log& source = dev_.source_log();
        access_log& target = dev_.target_log();
        // Pageable memory is read by the call itself, at some time between its entry and its
        // return: after what the host did before, not after earlier work of the stream. Only the
        // blocking form promises that the source may be changed afterwards. In a graph there is
        // no such call: the copy reads when it runs.
        const bool pageable_source =
            !from_.on_device && from_.block == nullptr && style_ != copy_style::node;
        const bool out_of_order = pageable_source || when_ == source_access::during_call ||
                                  when_ == source_access::any_time;
        const bool read_by_host = (pageable_source && style_ == copy_style::blocking) ||
                                  when_ == source_access::during_call;
        source.begin(read_by_host ? dev_.next_host_epoch() : t.id, where,
                     out_of_order ? &before_call : &t.order, missing_value::is_copied);
        target.begin(t.id, where, &t.order, missing_value::is_copied);
        shape_.each_row([&](std::uint64_t to_offset, std::uint64_t from_offset) {
            const address from = from_.base + from_offset;
            const address to = to_.base + to_offset;
            source.note_range(from, shape_.width, access::read, c_.pc());
            target.note_range(to, shape_.width, access::write, c_.pc());
            std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from),
                         shape_.width);
            target.propagate_written(to, dev_.memory(), from, shape_.width);
        });
        target.close();
        source.close();
    }

    call& c_;
    device& dev_;
    side to_, from_;
    copy_shape shape_;
    stream_state& stream_;
    copy_style style_;
    source_access when_;
    bytes size_;
};

bool is_empty(const copy_shape& shape, cudaMemcpyKind kind) {
    return shape.total().value == 0 && static_cast<unsigned>(kind) <= cudaMemcpyDefault;
}

}  // namespace

cudaError_t check_copy(call& c, void* to, const void* from, const copy_shape& shape,
                       cudaMemcpyKind kind) {
    side target;
    side source;
    return is_empty(shape, kind) ? cudaSuccess
                                 : find_sides(c, to, from, shape, kind, target, source);
}

cudaError_t copy(call& c, void* to, const void* from, const copy_shape& shape, cudaMemcpyKind kind,
                 CUstream_st* stream, copy_style style, source_access when) {
    if (stream == nullptr)
        return refuse_stream(c);
    if (is_empty(shape, kind))
        return cudaSuccess;
    side target;
    side source;
    const cudaError_t wrong = find_sides(c, to, from, shape, kind, target, source);
    if (wrong != cudaSuccess)
        return wrong;
    if (const auto taken = capture_instead(c, *stream, copy_call{to, from, shape, kind}, style))
        return *taken;
    copier(c, target, source, shape, *stream, style, when).run();
    make_pages(target, shape.to_extent());
    return cudaSuccess;
}

}  // namespace simcuda
