#include "common/simcuda/runtime/copies.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "common/simcuda/runtime/free_check.hpp"
#include "common/simcuda/runtime/host_functions.hpp"

namespace simcuda {
namespace {

using timeline::memory_kind;
using timeline::op_kind;

/// One end of a copy.
struct side {
    address base = 0;
    allocation* block = nullptr;  // null: ordinary host memory
    bool on_device = false;

    [[nodiscard]] memory_kind kind() const {
        if (on_device)
            return memory_kind::none;
        return block == nullptr           ? memory_kind::pageable
               : is_managed(block->where) ? memory_kind::managed
                                          : memory_kind::pinned;
    }
    /// Whose memory it is; managed memory is everybody's.
    [[nodiscard]] unsigned device(unsigned of_stream) const {
        return block != nullptr && block->where == space::device ? block->device : of_stream;
    }
};

/// False when the range reaches beyond memory that the runtime knows.
bool find_side(memory_map& memory, const void* p, std::uint64_t size, side& out) {
    out.base = reinterpret_cast<address>(p);
    const bool arena = memory.in_device_arena(out.base) || memory.in_pinned_arena(out.base);
    out.block = memory.find_live(out.base);
    if (arena && (out.block == nullptr || !out.block->contains(out.base, size)))
        return false;
    // Partly registered memory counts as ordinary.
    if (!arena && out.block != nullptr && !out.block->contains(out.base, size)) {
        if (is_variable(out.block->where))
            return false;
        out.block = nullptr;
    }
    out.on_device = out.block != nullptr && is_device(out.block->where);
    return true;
}

/// Managed memory is on the side that the program says; the device's where it leaves that open.
void place_managed(side& s, cudaMemcpyKind kind, cudaMemcpyKind other_way) {
    if (s.block == nullptr || !is_managed(s.block->where))
        return;
    s.on_device = kind != cudaMemcpyHostToHost && kind != other_way;
}

/// Managed pages that nobody has touched yet are made where the copy writes them.
void make_pages(const side& s, std::uint64_t size) {
    if (s.block == nullptr || !is_managed(s.block->where))
        return;
    each_page(s.base, size, [&](address a, unsigned, unsigned) {
        managed_page& page = *s.block->managed_at(a);
        if (page.where == residence::nowhere)
            page.where = s.on_device ? residence::device : residence::host;
    });
}

bool direction_fits(cudaMemcpyKind kind, const side& to, const side& from) {
    switch (kind) {
        case cudaMemcpyHostToHost:
            return !to.on_device && !from.on_device;
        case cudaMemcpyHostToDevice:
            return to.on_device && !from.on_device;
        case cudaMemcpyDeviceToHost:
            return !to.on_device && from.on_device;
        case cudaMemcpyDeviceToDevice:
            return to.on_device && from.on_device;
        default:
            return true;
    }
}

op_kind kind_of(const side& to, const side& from) {
    if (to.on_device)
        return from.on_device ? op_kind::copy_d2d : op_kind::copy_h2d;
    return from.on_device ? op_kind::copy_d2h : op_kind::copy_h2h;
}

nanoseconds at_rate(bytes size, double rate) {
    return nanoseconds{static_cast<std::int64_t>(static_cast<double>(size.value) / rate)};
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
            const point_ptr done =
                issue(op_kind::copy_h2d,
                      {engine::h2d, p.copy_setup + at_rate(size_, p.h2d_rate), 1.0, to_device()});
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
        const unsigned to = to_device(), from = from_device();
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
        source.begin(read_by_host ? dev_.order().next_host_epoch() : t.id, where,
                     out_of_order ? &before_call : &t.order, missing_value::is_copied);
        target.begin(t.id, where, &t.order, missing_value::is_copied);
        shape_.each_row([&](std::uint64_t to_offset, std::uint64_t from_offset) {
            const address from = from_.base + from_offset, to = to_.base + to_offset;
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

}  // namespace

namespace {

/// Finds both ends, or what is wrong.
cudaError_t find_sides(call& c, void* to, const void* from, const copy_shape& shape,
                       cudaMemcpyKind kind, side& target, side& source) {
    if (static_cast<unsigned>(kind) > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (shape.width > shape.to_pitch || shape.width > shape.from_pitch) {
        return cudaErrorInvalidPitchValue;
    }
    if (to == nullptr || from == nullptr)
        return cudaErrorInvalidValue;
    memory_map& memory = c.on().memory();
    const bool found = find_side(memory, to, shape.to_extent(), target) &&
                       find_side(memory, from, shape.from_extent(), source);
    place_managed(target, kind, cudaMemcpyDeviceToHost);
    place_managed(source, kind, cudaMemcpyHostToDevice);
    if (!found || !direction_fits(kind, target, source)) {
        tell_if_gone(c, from, access::read);
        tell_if_gone(c, to, access::write);
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

/// A node for the call where the stream is capturing; the blocking form, which waits, is wrong
/// there.
template <class Work>
std::optional<cudaError_t> capture_instead(call& c, CUstream_st& stream, Work what,
                                           copy_style style) {
    capture_log& captures = c.on().captures();
    if (style == copy_style::blocking && captures.is_capturing(stream))
        return captures.may_touch(stream);
    return captures.take(c, stream, std::move(what));
}

bool is_empty(const copy_shape& shape, cudaMemcpyKind kind) {
    return shape.total().value == 0 && static_cast<unsigned>(kind) <= cudaMemcpyDefault;
}

}  // namespace

cudaError_t check_copy(call& c, void* to, const void* from, const copy_shape& shape,
                       cudaMemcpyKind kind) {
    side target, source;
    return is_empty(shape, kind) ? cudaSuccess
                                 : find_sides(c, to, from, shape, kind, target, source);
}

cudaError_t copy(call& c, void* to, const void* from, const copy_shape& shape, cudaMemcpyKind kind,
                 CUstream_st* stream, copy_style style, source_access when) {
    if (stream == nullptr)
        return cudaErrorInvalidResourceHandle;
    if (is_empty(shape, kind))
        return cudaSuccess;
    side target, source;
    const cudaError_t wrong = find_sides(c, to, from, shape, kind, target, source);
    if (wrong != cudaSuccess)
        return wrong;
    if (const auto taken = capture_instead(c, *stream, copy_call{to, from, shape, kind}, style))
        return *taken;
    copier(c, target, source, shape, *stream, style, when).run();
    make_pages(target, shape.to_extent());
    return cudaSuccess;
}

namespace {

cudaError_t find_target(call& c, void* to, const copy_shape& shape, side& target) {
    const bool fits = to != nullptr && shape.width <= shape.to_pitch &&
                      find_side(c.on().memory(), to, shape.to_extent(), target) &&
                      target.block != nullptr;
    if (fits)
        return cudaSuccess;
    tell_if_gone(c, to, access::write);
    return cudaErrorInvalidValue;
}

void write(address at, std::uint64_t width, const fill_pattern& pattern) {
    for (std::uint64_t done = 0; pattern.size > 1 && done < width; done += pattern.size)
        std::memcpy(reinterpret_cast<void*>(at + done), &pattern.value, pattern.size);
    if (pattern.size == 1)
        std::memset(reinterpret_cast<void*>(at), static_cast<int>(pattern.value), width);
}

}  // namespace

cudaError_t check_fill(call& c, void* to, const copy_shape& shape) {
    side target;
    return shape.total().value == 0 ? cudaSuccess : find_target(c, to, shape, target);
}

cudaError_t fill(call& c, void* to, const fill_pattern& pattern, const copy_shape& shape,
                 CUstream_st* stream, copy_style style) {
    if (stream == nullptr)
        return cudaErrorInvalidResourceHandle;
    if (shape.total().value == 0)
        return cudaSuccess;
    device& dev = c.on();
    side target;
    if (const cudaError_t wrong = find_target(c, to, shape, target))
        return wrong;
    if (const auto taken = capture_instead(c, *stream, fill_call{to, pattern, shape}, style))
        return *taken;
    // The stream's device fills: it has to reach the memory.
    const unsigned own = stream->device;
    if (!dev.peers().granted(own, target.device(own)))
        return cudaErrorInvalidValue;
    place_managed(target, cudaMemcpyDefault, cudaMemcpyDeviceToHost);
    make_pages(target, shape.to_extent());
    const machine_profile& p = dev.profile();
    timeline::operation facts;
    facts.size = shape.total();
    facts.device = own;
    facts.host_memory = target.kind();
    const double rate = target.on_device ? p.memory_rate : p.d2h_rate;
    const work cost{engine::compute, std::max(p.kernel_floor, at_rate(facts.size, rate)), 0.25};
    const point_ptr done =
        c.issue(*stream, op_kind::memset, std::move(facts), [&](const ticket& t, site where) {
            if (dev.has_stopped())
                return cost;
            access_log& log = dev.target_log();
            log.begin(t.id, where, &t.order);
            shape.each_row([&](std::uint64_t offset, std::uint64_t) {
                const address at = target.base + offset;
                log.note_range(at, shape.width, access::write, c.pc());
                write(at, shape.width, pattern);
            });
            log.close();
            return cost;
        });
    // Asynchronous for device memory even in the blocking form; synchronous for pinned memory.
    if (style == copy_style::blocking && !target.on_device)
        c.wait_for({done});
    return cudaSuccess;
}

}  // namespace simcuda
