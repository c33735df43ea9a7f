#include "common/simcuda/tests/reference/program.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace simcuda::reference {
namespace {

enum class life : std::uint8_t { not_yet, now, over };

/// What exists while the steps go by.
class existence {
public:
    explicit existence(const program& p) : buffers_(p.buffers.size(), life::not_yet), p_(p) {
        streams_ = {legacy_stream, per_thread_stream};
    }

    [[nodiscard]] bool take(const step& s) {
        switch (s.what) {
            case action::allocate:
                return change(s.buffer, life::not_yet, life::now);
            case action::free:
                return change(s.buffer, life::now, life::over);
            case action::allocate_async:
                return handles_exist(s) && change(s.buffer, life::not_yet, life::now);
            case action::free_async:
                return handles_exist(s) && change(s.buffer, life::now, life::over);
            case action::create_stream:
                return s.stream >= first_made_stream && streams_.insert(s.stream).second;
            case action::destroy_stream:
                return s.stream >= first_made_stream && streams_.erase(s.stream) == 1;
            case action::create_event:
                return events_.insert(s.event).second;
            case action::destroy_event:
                return events_.erase(s.event) == 1;
            default:
                return handles_exist(s) && memory_is_usable(s);
        }
    }

private:
    [[nodiscard]] bool change(int buffer, life before, life after) {
        life& l = buffers_[static_cast<std::size_t>(buffer)];
        if (l != before)
            return false;
        l = after;
        return true;
    }
    [[nodiscard]] bool handles_exist(const step& s) const {
        const bool uses_event = s.what == action::record || s.what == action::wait ||
                                s.what == action::synchronize_event ||
                                s.what == action::query_event || s.what == action::elapsed;
        if (uses_event && events_.count(s.event) == 0)
            return false;
        if (s.what == action::elapsed)
            return events_.count(s.event2) == 1;
        return streams_.count(s.stream) == 1;
    }
    [[nodiscard]] bool memory_is_usable(const step& s) const {
        const bool late_is_a_mistake =
            s.what == action::host_touches || s.what == action::copy || s.what == action::fill;
        for (const int b : buffers_of(s)) {
            const auto i = static_cast<std::size_t>(b);
            if (buffers_[i] == life::not_yet)
                return false;
            if (buffers_[i] == life::over &&
                (!late_is_a_mistake || p_.buffers[i].where == memory::pageable)) {
                return false;
            }
        }
        return true;
    }

    std::vector<life> buffers_;
    std::set<int> streams_, events_;
    const program& p_;
};

std::string name_of_stream(int s) {
    return s == legacy_stream       ? "legacy"
           : s == per_thread_stream ? "per-thread"
                                    : fmt::format("s{}", s);
}

std::string as_text(const program& p, const piece& w) {
    const memory m = p.buffers[static_cast<std::size_t>(w.buffer)].where;
    return fmt::format("{}{}[{}, +{}]",
                       m == memory::device   ? "device"
                       : m == memory::pinned ? "pinned"
                                             : "pageable",
                       w.buffer, w.first, w.count);
}

std::string as_text(const program& p, const std::vector<touch>& touches) {
    std::string text;
    for (const touch& t : touches) {
        text += fmt::format(" {} {}",
                            t.how == use::read    ? "reads"
                            : t.how == use::write ? "writes"
                                                  : "updates",
                            as_text(p, t.where));
    }
    return text;
}

}  // namespace

std::vector<int> buffers_of(const step& s) {
    if (s.what == action::copy)
        return {s.to.buffer, s.from.buffer};
    if (s.what == action::fill)
        return {s.to.buffer};
    std::set<int> used;
    for (const touch& t : s.touches)
        used.insert(t.where.buffer);
    return {used.begin(), used.end()};
}

int issues_into(const step& s) {
    switch (s.what) {
        case action::allocate_async:
        case action::free_async:
        case action::record:
        case action::wait:
        case action::launch:
        case action::host_function:
            return s.stream;
        case action::copy:
        case action::fill:
            return s.form == call_form::blocking ? legacy_stream : s.stream;
        default:
            return -1;
    }
}

bool is_complete(const program& p) {
    existence exists(p);
    for (const step& s : p.steps) {
        if (!exists.take(s))
            return false;
    }
    return true;
}

std::string as_text(const program& p, const step& s) {
    const std::string in = " in " + name_of_stream(s.stream);
    switch (s.what) {
        case action::allocate:
            return "allocate " + as_text(p, piece{s.buffer, 0, 0});
        case action::free:
            return "free " + as_text(p, piece{s.buffer, 0, 0});
        case action::allocate_async:
            return "allocate " + as_text(p, piece{s.buffer, 0, 0}) + in;
        case action::free_async:
            return "free " + as_text(p, piece{s.buffer, 0, 0}) + in;
        case action::create_stream:
            return fmt::format("create {}{} priority {}", name_of_stream(s.stream),
                               s.with_legacy == barrier::none ? " non-blocking" : "", s.priority);
        case action::destroy_stream:
            return "destroy " + name_of_stream(s.stream);
        case action::create_event:
            return fmt::format("create e{}", s.event);
        case action::destroy_event:
            return fmt::format("destroy e{}", s.event);
        case action::record:
            return fmt::format("record e{}", s.event) + in;
        case action::wait:
            return fmt::format("wait for e{}", s.event) + in;
        case action::copy:
            return fmt::format("copy{} {} <- {}{}", s.form == call_form::async ? " async" : "",
                               as_text(p, s.to), as_text(p, s.from),
                               s.form == call_form::async ? in : "");
        case action::fill:
            return fmt::format("fill{} {}{}", s.form == call_form::async ? " async" : "",
                               as_text(p, s.to), s.form == call_form::async ? in : "");
        case action::launch:
            return fmt::format("kernel of {} blocks, {} ns:", s.blocks, s.busy.count()) +
                   as_text(p, s.touches) + in;
        case action::host_function:
            return "host function" + as_text(p, s.touches) + in;
        case action::host_touches:
            return "host" + as_text(p, s.touches);
        case action::host_sleeps:
            return fmt::format("host sleeps {} ns", s.busy.count());
        case action::synchronize_stream:
            return "synchronize " + name_of_stream(s.stream);
        case action::synchronize_event:
            return fmt::format("synchronize e{}", s.event);
        case action::synchronize_device:
            return "synchronize device";
        case action::query_stream:
            return "query " + name_of_stream(s.stream);
        case action::query_event:
            return fmt::format("query e{}", s.event);
        case action::elapsed:
            return fmt::format("elapsed e{} e{}", s.event, s.event2);
    }
    return {};
}

}  // namespace simcuda::reference
