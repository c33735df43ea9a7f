#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "common/timeline/json.hpp"
#include "common/timeline/json_names.hpp"

namespace timeline {

namespace {

using nlohmann::ordered_json;

/// A value, together with the path that leads to it.
struct place {
    const ordered_json& value;
    std::string path;

    [[noreturn]] void refuse(const std::string& problem) const { throw json_error(path, problem); }

    /// The value, short enough for a sentence.
    [[nodiscard]] std::string shown() const {
        if (value.is_structured()) {
            return value.is_array() ? "a list" : "an object";
        }
        constexpr std::size_t limit = 40;
        const std::string text = value.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
        return text.size() <= limit ? text : text.substr(0, limit) + "...";
    }
};

/// An object whose keys are all known.
class object {
public:
    object(const place& at, std::initializer_list<std::string_view> known) : at_(at) {
        if (!at.value.is_object()) {
            at.refuse(fmt::format("expected an object, found {}", at.shown()));
        }
        for (const auto& [key, value] : at.value.items()) {
            if (std::find(known.begin(), known.end(), key) == known.end()) {
                at.refuse(
                    fmt::format("unknown key \"{}\"; known: {}", key, fmt::join(known, ", ")));
            }
        }
    }

    [[nodiscard]] bool has(const char* key) const { return at_.value.contains(key); }

    [[nodiscard]] place at(const char* key) const {
        if (!has(key)) {
            at_.refuse(fmt::format("\"{}\" is missing", key));
        }
        return {at_.value.at(key), at_.path + "." + key};
    }

private:
    const place& at_;
};

template <class Integer>
Integer integer_from(const place& at) {
    using limits = std::numeric_limits<Integer>;
    const auto refuse_range = [&at] {
        at.refuse(
            fmt::format("{} is out of range, {} to {}", at.shown(), limits::min(), limits::max()));
    };
    if (at.value.is_number_unsigned()) {
        const auto value = at.value.template get<std::uint64_t>();
        if (value > static_cast<std::uint64_t>(limits::max())) {
            refuse_range();
        }
        return static_cast<Integer>(value);
    }
    if (at.value.is_number_integer()) {
        const auto value = at.value.template get<std::int64_t>();
        // Only negative numbers come here from text, but an object made in code may hold others.
        if (std::is_unsigned_v<Integer> ? value < 0
                                        : value < static_cast<std::int64_t>(limits::min())) {
            refuse_range();
        }
        if (value > 0 &&
            static_cast<std::uint64_t>(value) > static_cast<std::uint64_t>(limits::max())) {
            refuse_range();
        }
        return static_cast<Integer>(value);
    }
    at.refuse(fmt::format("expected a whole number, found {}", at.shown()));
}

std::string text_from(const place& at) {
    if (!at.value.is_string()) {
        at.refuse(fmt::format("expected text, found {}", at.shown()));
    }
    return at.value.get<std::string>();
}

bool truth_from(const place& at) {
    if (!at.value.is_boolean()) {
        at.refuse(fmt::format("expected true or false, found {}", at.shown()));
    }
    return at.value.get<bool>();
}

template <class Table>
auto word_from(const place& at, const Table& table) {
    const std::string word = text_from(at);
    std::string known;
    for (const auto& [key, name] : table) {
        if (name == word) {
            return key;
        }
        known += known.empty() ? "" : ", ";
        known += name;
    }
    at.refuse(fmt::format("{} is not a known word; known: {}", at.shown(), known));
}

template <class Read>
void each_in(const place& at, Read read) {
    if (!at.value.is_array()) {
        at.refuse(fmt::format("expected a list, found {}", at.shown()));
    }
    for (std::size_t i = 0; i < at.value.size(); ++i) {
        read(place{at.value[i], fmt::format("{}[{}]", at.path, i)});
    }
}

stream_id stream_from(const place& at) {
    if (at.value.is_string()) {
        if (at.value.get<std::string>() != "host") {
            at.refuse(fmt::format("expected a stream's number or \"host\", found {}", at.shown()));
        }
        return host_lane;
    }
    return integer_from<stream_id>(at);
}

stream_info stream_info_from(const place& at) {
    const object fields(at, {"id", "name", "non_blocking", "priority"});
    stream_info stream;
    stream.id = integer_from<stream_id>(fields.at("id"));
    stream.name = text_from(fields.at("name"));
    stream.non_blocking = truth_from(fields.at("non_blocking"));
    stream.priority = integer_from<int>(fields.at("priority"));
    return stream;
}

source_place source_from(const place& at) {
    const object fields(at, {"file", "line"});
    return {text_from(fields.at("file")), integer_from<int>(fields.at("line"))};
}

operation operation_from(const place& at) {
    const object fields(at, {"id", "correlation", "kind", "name", "stream", "start_ns", "end_ns",
                             "bytes", "host_memory", "device_place", "event", "since_event",
                             "waits_for", "where", "colour", "device"});
    operation op;
    op.id = integer_from<std::uint64_t>(fields.at("id"));
    op.correlation = integer_from<std::uint64_t>(fields.at("correlation"));
    op.kind = word_from(fields.at("kind"), op_kind_names);
    op.name = text_from(fields.at("name"));
    op.stream = stream_from(fields.at("stream"));
    op.start = nanoseconds{integer_from<std::int64_t>(fields.at("start_ns"))};
    op.end = nanoseconds{integer_from<std::int64_t>(fields.at("end_ns"))};
    if (op.end < op.start) {
        fields.at("end_ns").refuse(
            fmt::format("the operation ends at {} ns, before its start at "
                        "{} ns",
                        op.end.count(), op.start.count()));
    }
    if (fields.has("bytes")) {
        op.size = bytes{integer_from<std::uint64_t>(fields.at("bytes"))};
    }
    if (fields.has("host_memory")) {
        op.host_memory = word_from(fields.at("host_memory"), memory_kind_names);
    }
    if (fields.has("device_place")) {
        op.device_place = integer_from<std::uint64_t>(fields.at("device_place"));
    }
    if (fields.has("event")) {
        op.event = integer_from<std::uint64_t>(fields.at("event"));
    }
    if (fields.has("since_event")) {
        op.since_event = integer_from<std::uint64_t>(fields.at("since_event"));
    }
    if (fields.has("waits_for")) {
        each_in(fields.at("waits_for"), [&op](const place& id) {
            op.waits_for.push_back(integer_from<std::uint64_t>(id));
        });
    }
    if (fields.has("where")) {
        op.where = source_from(fields.at("where"));
    }
    if (fields.has("device")) {
        op.device = integer_from<std::uint32_t>(fields.at("device"));
    }
    if (fields.has("colour")) {
        op.colour = integer_from<std::uint32_t>(fields.at("colour"));
    }
    return op;
}

void check_ids(const recording& recorded) {
    const std::vector<operation>& ops = recorded.operations;
    const auto refuse = [](std::size_t i, const char* key, const std::string& problem) {
        throw json_error(fmt::format("operations[{}].{}", i, key), problem);
    };
    for (std::size_t i = 1; i < ops.size(); ++i) {
        if (ops[i].id <= ops[i - 1].id) {
            refuse(i, "id",
                   fmt::format("{} follows {}: ids must ascend, in the order of issue", ops[i].id,
                               ops[i - 1].id));
        }
    }
    // A recording may begin after the work that its first operations wait for, so a wait for an
    // id that is not in it is fine.
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const std::vector<std::uint64_t>& waits = ops[i].waits_for;
        if (std::find(waits.begin(), waits.end(), ops[i].id) != waits.end()) {
            refuse(i, "waits_for", "the operation waits for itself");
        }
    }
}

/// "line 3, column 5" of the byte that a parser counted from 1.
std::string line_and_column(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(text.size(), byte > 0 ? byte - 1 : 0));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
    return fmt::format("line {}, column {}", line, before.size() - line_start + 1);
}

}  // namespace

recording recording_from(const ordered_json& json) {
    const place top{json, "recording"};
    if (!json.is_object()) {
        top.refuse(fmt::format("expected an object, found {}", top.shown()));
    }
    const auto field = [&](const char* key) {
        if (!json.contains(key)) {
            top.refuse(fmt::format("\"{}\" is missing", key));
        }
        return place{json.at(key), key};
    };
    const place schema = field("schema");
    if (integer_from<int>(schema) != recording_schema) {
        schema.refuse(
            fmt::format("this program reads schema {}, the recording has {}; record it "
                        "again with this version",
                        recording_schema, schema.shown()));
    }

    recording result;
    each_in(field("streams"),
            [&](const place& at) { result.streams.push_back(stream_info_from(at)); });
    each_in(field("operations"),
            [&](const place& at) { result.operations.push_back(operation_from(at)); });
    check_ids(result);
    return result;
}

recording parse_recording(std::string_view text) {
    ordered_json json;
    try {
        json = ordered_json::parse(text);
    } catch (const ordered_json::parse_error& error) {
        throw json_error(line_and_column(text, error.byte),
                         "this is not JSON, or the text was cut off here");
    } catch (const ordered_json::out_of_range&) {
        throw json_error("recording", "it contains a number that is too large for any computer");
    }
    return recording_from(json);
}

}  // namespace timeline
