#include "common/simcuda/tests/reference/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace simcuda::reference {
namespace {

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

int hosts_of(const program& p) {
    int last = 0;
    for (const step& s : p.steps)
        last = std::max(last, s.host);
    return last + 1;
}

int first_beside(const program& p) {
    const auto first =
        std::find_if(p.steps.begin(), p.steps.end(), [](const step& s) { return s.host != 0; });
    return static_cast<int>(first - p.steps.begin());
}

int issues_into(const step& s) {
    switch (s.what) {
        case action::allocate_async:
        case action::free_async:
        case action::record:
        case action::wait:
        case action::launch:
        case action::host_function:
            return stream_for(s.host, s.stream);
        case action::copy:
        case action::fill:
            return s.form == call_form::blocking ? legacy_stream : stream_for(s.host, s.stream);
        default:
            return -1;
    }
}

namespace {

std::string deed(const program& p, const step& s) {
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

}  // namespace

std::string as_text(const program& p, const step& s) {
    return (s.host == 0 ? "" : fmt::format("host {}: ", s.host)) + deed(p, s);
}

}  // namespace simcuda::reference
