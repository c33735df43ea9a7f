#include "common/simcuda/tests/reference/random_program.hpp"

#include <algorithm>
#include <array>

#include "common/simcuda/tests/reference/machines.hpp"
#include "common/simcuda/tests/reference/random_choices.hpp"

namespace simcuda::reference {
namespace {

class author : private random_choices {
public:
    explicit author(std::uint32_t seed) : random_choices(seed) {
        p_.machine = machine_names()[below(static_cast<unsigned>(machine_names().size()))];
        waits_ = below(4) * 4;
    }

    program write() {
        begin();
        if (one_in(3))
            begin_other_hosts(1 + static_cast<int>(below(2)));
        const unsigned length = 8 + below(40);
        for (unsigned i = 0; i < length; ++i) {
            if (i > 0 && hosts() > 1)
                host_ = static_cast<int>(below(static_cast<unsigned>(hosts())));
            add_step();
        }
        return std::move(p_);
    }

private:
    step& say(action what) {
        p_.steps.emplace_back();
        p_.steps.back().what = what;
        p_.steps.back().host = host_;
        return p_.steps.back();
    }

    void begin() {
        for (const memory m : {memory::device, memory::device, memory::pinned, memory::pageable})
            add_buffer(m);
        if (one_in(2))
            add_buffer(memory::pinned);
        mine().streams = {legacy_stream};
        if (one_in(4))
            mine().streams.push_back(per_thread_stream);
        for (unsigned i = 2 + below(3); i > 0; --i)
            add_stream();
        for (unsigned i = 2 + below(2); i > 0; --i)
            add_event();
        if (one_in(2)) {
            for (std::size_t b = 0; b < p_.buffers.size(); ++b)
                give_value(static_cast<int>(b));
            say(action::synchronize_device);
        }
    }
    void give_value(int b) {
        const piece all{b, 0, p_.buffers[static_cast<std::size_t>(b)].size};
        if (p_.buffers[static_cast<std::size_t>(b)].where == memory::device) {
            step& s = say(action::fill);
            s.form = call_form::blocking;
            s.to = all;
        } else {
            say(action::host_touches).touches = {{use::write, all}};
        }
    }
    void add_buffer(memory where) {
        constexpr unsigned page = 4096;
        unsigned size = one_in(2) ? page + 1 + below(300) : 1 + below(200);
        if (where == memory::pageable)
            size = page * (1 + below(2));
        p_.buffers.push_back({where, size});
        mine().buffers.push_back(static_cast<int>(p_.buffers.size()) - 1);
        const bool in_stream = where == memory::device && !mine().streams.empty() && one_in(2);
        step& s = say(in_stream ? action::allocate_async : action::allocate);
        s.buffer = mine().buffers.back();
        if (in_stream)
            s.stream = any(mine().streams);
    }
    void add_stream() {
        step& s = say(action::create_stream);
        s.stream = next_stream_++;
        s.with_legacy = one_in(2) ? barrier::with_legacy : barrier::none;
        s.priority = -static_cast<int>(below(3));
        mine().streams.push_back(s.stream);
    }
    void add_event() {
        step& s = say(action::create_event);
        s.event = next_event_++;
        s.timed = one_in(4) ? timing::off : timing::on;
        mine().events.push_back(s.event);
    }

    void add_step() {
        if (waits_ > 0 && one_in(3))
            return below(waits_) < 6 ? host_wait() : device_wait();
        switch (below(20)) {
            case 0:
            case 1:
            case 2:
            case 3:
                return add_copy();
            case 4:
                return add_fill();
            case 5:
            case 6:
            case 7:
            case 8:
                return add_launch();
            case 9:
            case 10:
                return host_code();
            case 11:
            case 12:
                return device_wait();
            case 13:
                return host_wait();
            case 14:
                return one_in(3) ? add_host_function() : host_code();
            case 15:
                return query();
            case 16:
                say(action::host_sleeps).busy = nanoseconds{1000 * below(60)};
                return;
            default:
                return one_in(2) ? rare() : device_wait();
        }
    }
    void add_copy() {
        step s;
        s.what = action::copy;
        s.host = host_;
        s.form = one_in(3) ? call_form::blocking : call_form::async;
        s.stream = any(mine().streams);
        s.to = any_piece(any(mine().buffers));
        s.from = any_piece(any(mine().buffers));
        s.to.count = s.from.count = std::min(s.to.count, s.from.count);
        if (s.to.buffer == s.from.buffer && !(s.to.bytes() & s.from.bytes()).empty())
            return;
        p_.steps.push_back(s);
    }
    void add_fill() {
        const int b = buffer_where([](memory m) { return m != memory::pageable; });
        if (b < 0)
            return;
        step& s = say(action::fill);
        s.form = one_in(2) ? call_form::blocking : call_form::async;
        s.stream = any(mine().streams);
        s.to = any_piece(b);
    }
    void add_launch() {
        step& s = say(action::launch);
        s.stream = any(mine().streams);
        s.touches = any_touches(
            4, [](memory m) { return m != memory::pageable; }, true);
        s.busy = nanoseconds{1000 * below(one_in(2) ? 4 : 40)};
        const std::array blocks = {1U, 1U, 2U, 32U, 64U, 128U};
        s.blocks = blocks[below(6)];
    }
    void add_host_function() {
        step& s = say(action::host_function);
        s.stream = any(mine().streams);
        s.touches = any_touches(
            2, [](memory m) { return m != memory::device; }, false);
    }
    void host_code() {
        step& s = say(action::host_touches);
        s.touches = any_touches(
            3, [](memory m) { return m != memory::device; }, false);
    }
    void device_wait() {
        if (mine().events.empty())
            return;
        const bool records = one_in(2);
        step& s = say(records ? action::record : action::wait);
        s.event = any(mine().events);
        s.stream = any(mine().streams);
    }
    void host_wait() {
        const unsigned which = below(4);
        step& s = say(which == 0                             ? action::synchronize_device
                      : which == 1 && !mine().events.empty() ? action::synchronize_event
                                                             : action::synchronize_stream);
        s.stream = any(mine().streams);
        if (!mine().events.empty())
            s.event = any(mine().events);
    }
    void query() {
        if (mine().events.empty())
            return;
        const std::array kinds = {action::query_stream, action::query_event, action::elapsed};
        step& s = say(kinds[below(3)]);
        s.stream = any(mine().streams);
        s.event = any(mine().events);
        s.event2 = any(mine().events);
    }
    void rare() {
        switch (below(6)) {
            case 0:
                return add_stream();
            case 1:
                return add_event();
            case 2:
                return destroy_stream();
            case 3:
                if (const int e = take_any(mine().events, shared_events_); e >= 0)
                    say(action::destroy_event).event = e;
                return;
            case 4:
                return add_buffer(static_cast<memory>(below(3)));
            default:
                return free_buffer();
        }
    }
    void destroy_stream() {
        const auto& streams = mine().streams;
        const bool has_its_own = streams.size() > 1 && streams[1] == per_thread_stream;
        const std::size_t given = has_its_own ? 2 : 1;
        const int s = take_any(mine().streams, std::max(given, shared_streams_));
        if (s >= 0)
            say(action::destroy_stream).stream = s;
    }
    void free_buffer() {
        if (mine().buffers.size() < 3)
            return;
        const int b = take_any(mine().buffers, shared_buffers_);
        if (b < 0)
            return;
        const bool in_stream = memory_of(b) == memory::device && one_in(2);
        step& freeing = say(in_stream ? action::free_async : action::free);
        freeing.buffer = b;
        freeing.stream = any(mine().streams);
        if (!one_in(3) || memory_of(b) == memory::pageable)
            return;
        // And is used afterwards.
        if (memory_of(b) == memory::pinned && one_in(2)) {
            say(action::host_touches).touches = {{use::read, any_piece(b)}};
        } else if (one_in(2)) {
            step& s = say(action::fill);
            s.to = any_piece(b);
        } else {
            step& s = say(action::copy);
            s.from = any_piece(any(mine().buffers));
            s.to = any_piece(b);
            s.to.count = s.from.count = std::min(s.to.count, s.from.count);
        }
    }

    unsigned waits_ = 0;
    int next_stream_ = first_made_stream, next_event_ = 0;
};

}  // namespace

program random_program(std::uint32_t seed) {
    return author(seed).write();
}

}  // namespace simcuda::reference
