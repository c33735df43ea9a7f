#include <ostream>

#include "common/timeline/json.hpp"
#include "common/timeline/json_names.hpp"

namespace timeline {

namespace {

using nlohmann::ordered_json;

template <class Table, class Key>
std::string_view name_in(const Table& table, Key key) {
    for (const auto& [each, name] : table) {
        if (each == key) {
            return name;
        }
    }
    return "unknown";
}

std::string one_line(const ordered_json& json) {
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

template <class Item>
void write_list(std::ostream& out, const char* key, const std::vector<Item>& items) {
    out << "  \"" << key << "\": [";
    const char* separator = "\n    ";
    for (const Item& item : items) {
        out << separator << one_line(to_json(item));
        separator = ",\n    ";
    }
    out << (items.empty() ? "]" : "\n  ]");
}

}  // namespace

std::string_view json_name(op_kind kind) {
    return name_in(op_kind_names, kind);
}

std::string_view json_name(memory_kind kind) {
    return name_in(memory_kind_names, kind);
}

ordered_json to_json(const operation& op) {
    ordered_json json;
    json["id"] = op.id;
    json["correlation"] = op.correlation;
    json["kind"] = json_name(op.kind);
    json["name"] = op.name;
    if (op.stream == host_lane) {
        json["stream"] = "host";
    } else {
        json["stream"] = op.stream;
    }
    if (op.device != 0) {
        json["device"] = op.device;
    }
    json["start_ns"] = op.start.count();
    json["end_ns"] = op.end.count();
    if (op.size.value != 0) {
        json["bytes"] = op.size.value;
    }
    if (op.host_memory != memory_kind::none) {
        json["host_memory"] = json_name(op.host_memory);
    }
    if (op.device_place != 0) {
        json["device_place"] = op.device_place;
    }
    if (op.event != 0) {
        json["event"] = op.event;
    }
    if (op.since_event != 0) {
        json["since_event"] = op.since_event;
    }
    if (!op.waits_for.empty()) {
        json["waits_for"] = op.waits_for;
    }
    if (op.where != source_place{}) {
        json["where"] = ordered_json{{"file", op.where.file}, {"line", op.where.line}};
    }
    if (op.colour != 0) {
        json["colour"] = op.colour;
    }
    return json;
}

ordered_json to_json(const stream_info& stream) {
    return {{"id", stream.id},
            {"name", stream.name},
            {"non_blocking", stream.non_blocking},
            {"priority", stream.priority}};
}

ordered_json to_json(const recording& recorded) {
    ordered_json json;
    json["schema"] = recording_schema;
    json["streams"] = ordered_json::array();
    for (const stream_info& stream : recorded.streams) {
        json["streams"].push_back(to_json(stream));
    }
    json["operations"] = ordered_json::array();
    for (const operation& op : recorded.operations) {
        json["operations"].push_back(to_json(op));
    }
    return json;
}

void write_json(std::ostream& out, const recording& recorded) {
    out << "{\n  \"schema\": " << recording_schema << ",\n";
    write_list(out, "streams", recorded.streams);
    out << ",\n";
    write_list(out, "operations", recorded.operations);
    out << "\n}\n";
}

}  // namespace timeline
