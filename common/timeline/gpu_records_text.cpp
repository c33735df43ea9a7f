#include "common/timeline/gpu_records_text.hpp"

#include <array>
#include <istream>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "common/timeline/json_names.hpp"

namespace timeline {
namespace {

constexpr std::array<std::pair<call_role, std::string_view>, 8> role_names{{
    {call_role::plain, "plain"},
    {call_role::blocking_copy, "blocking_copy"},
    {call_role::waits_for_stream, "waits_for_stream"},
    {call_role::waits_for_event, "waits_for_event"},
    {call_role::waits_for_device, "waits_for_device"},
    {call_role::records_event, "records_event"},
    {call_role::stream_waits, "stream_waits"},
    {call_role::host_work, "host_work"},
}};

template <class Table, class Key>
std::string_view name_in(const Table& table, Key key) {
    for (const auto& [each, name] : table) {
        if (each == key) {
            return name;
        }
    }
    return "-";
}

template <class Table>
auto value_in(const Table& table, std::string_view wanted) {
    for (const auto& [each, name] : table) {
        if (name == wanted) {
            return each;
        }
    }
    throw std::invalid_argument("the word " + std::string(wanted));
}

std::string_view shown(const std::string& text) {
    return text.empty() ? "-" : std::string_view(text);
}

std::string read_rest(std::istream& in) {
    std::string text;
    std::getline(in >> std::ws, text);
    return text == "-" ? std::string() : text;
}

template <class T>
T read(std::istream& in) {
    T value{};
    if (!(in >> value)) {
        throw std::invalid_argument("something is missing or no number");
    }
    return value;
}

nanoseconds read_time(std::istream& in) {
    return nanoseconds{read<std::int64_t>(in)};
}

/// "7", or "5:7" where a call asks for the time from event 5 to event 7.
std::string shown_events(const gpu_call& c) {
    const auto event = std::to_string(c.event);
    return c.since_event == 0 ? event : std::to_string(c.since_event) + ':' + event;
}

void read_events(std::istream& in, gpu_call& c) {
    c.event = read<std::uint64_t>(in);
    if (in.peek() == ':') {
        in.get();
        c.since_event = std::exchange(c.event, read<std::uint64_t>(in));
    }
}

/// "4096", or "4096@9" for a copy whose place on the device is known.
std::string shown_bytes(const gpu_call& c) {
    const auto size = std::to_string(c.size.value);
    return c.device_place == 0 ? size : size + '@' + std::to_string(c.device_place);
}

void read_bytes(std::istream& in, gpu_call& c) {
    c.size = {read<std::uint64_t>(in)};
    if (in.peek() == '@') {
        in.get();
        c.device_place = read<std::uint64_t>(in);
    }
}

stream_info read_stream(std::istream& in) {
    stream_info s;
    s.id = read<stream_id>(in);
    s.non_blocking = read<bool>(in);
    s.priority = read<int>(in);
    s.name = read_rest(in);
    return s;
}

gpu_call read_call(std::istream& in) {
    gpu_call c;
    c.correlation = read<std::uint64_t>(in);
    c.role = value_in(role_names, read<std::string>(in));
    c.stream = read<stream_id>(in);
    read_events(in, c);
    read_bytes(in, c);
    c.start = read_time(in);
    c.end = read_time(in);
    c.where.line = read<int>(in);
    c.where.file = read<std::string>(in);
    c.where.file = c.where.file == "-" ? std::string() : c.where.file;
    c.name = read_rest(in);
    return c;
}

gpu_work read_work(std::istream& in) {
    gpu_work w;
    w.correlation = read<std::uint64_t>(in);
    w.kind = value_in(op_kind_names, read<std::string>(in));
    w.stream = read<std::uint32_t>(in);
    w.device = read<std::uint32_t>(in);
    w.size = {read<std::uint64_t>(in)};
    w.host_memory = value_in(memory_kind_names, read<std::string>(in));
    w.start = read_time(in);
    w.end = read_time(in);
    w.name = read_rest(in);
    return w;
}

}  // namespace

void write_text(std::ostream& out, const gpu_records& records) {
    for (const auto& s : records.streams) {
        out << "stream " << s.id << ' ' << s.non_blocking << ' ' << s.priority << ' '
            << shown(s.name) << '\n';
    }
    for (const auto& c : records.calls) {
        out << "call " << c.correlation << ' ' << name_in(role_names, c.role) << ' ' << c.stream
            << ' ' << shown_events(c) << ' ' << shown_bytes(c) << ' ' << c.start.count() << ' '
            << c.end.count() << ' ' << c.where.line << ' ' << shown(c.where.file) << ' '
            << shown(c.name) << '\n';
    }
    for (const auto& w : records.work) {
        out << "work " << w.correlation << ' ' << name_in(op_kind_names, w.kind) << ' ' << w.stream
            << ' ' << w.device << ' ' << w.size.value << ' '
            << name_in(memory_kind_names, w.host_memory) << ' ' << w.start.count() << ' '
            << w.end.count() << ' ' << shown(w.name) << '\n';
    }
}

gpu_records read_gpu_records(std::istream& in) {
    gpu_records records;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        std::istringstream words(line);
        std::string what;
        if (!(words >> what) || what.starts_with('#')) {
            continue;
        }
        try {
            if (what == "stream") {
                records.streams.push_back(read_stream(words));
            } else if (what == "call") {
                records.calls.push_back(read_call(words));
            } else if (what == "work") {
                records.work.push_back(read_work(words));
            } else {
                throw std::invalid_argument("neither stream nor call nor work");
            }
        } catch (const std::invalid_argument& problem) {
            throw std::invalid_argument("line " + std::to_string(number) + ": " + problem.what());
        }
    }
    return records;
}

}  // namespace timeline
