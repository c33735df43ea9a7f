#include "checker/harness/verdict.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace checker {
namespace {

using json = nlohmann::ordered_json;

struct status_name {
    status value;
    std::string_view text;
    int exit_status;
};

constexpr std::array status_names = {
    status_name{status::pass, "pass", 0},
    status_name{status::fail, "fail", 1},
    status_name{status::inconclusive, "inconclusive", 3},
    status_name{status::error, "error", 4},
};

const status_name& entry(status s) {
    for (const auto& candidate : status_names) {
        if (candidate.value == s) {
            return candidate;
        }
    }
    throw std::invalid_argument("a status outside the enumeration");
}

using figure = std::optional<double> measured_figures::*;
constexpr std::array<std::pair<const char*, figure>, 6> figures = {{
    {"serial_ms", &measured_figures::serial_ms},
    {"measured_ms", &measured_figures::measured_ms},
    {"bound_ms", &measured_figures::bound_ms},
    {"speedup", &measured_figures::speedup},
    {"closed_gap", &measured_figures::closed_gap},
    {"overlap", &measured_figures::overlap},
}};

json to_value(const check_result& check) {
    json value = {
        {"name", check.name}, {"status", to_text(check.outcome)}, {"message", check.message}};
    if (check.max_points > 0) {
        value["points"] = check.points;
        value["max_points"] = check.max_points;
    }
    if (check.its_turn == turn::to_come) {
        value["looked_at"] = false;
    }
    return value;
}

json to_value(const diagnosis& d) {
    json places = json::array();
    for (const auto& place : d.where) {
        places.push_back({{"file", place.file}, {"line", place.line}});
    }
    return {{"id", d.id}, {"message", d.message}, {"where", places}, {"docs", d.docs}};
}

template <class Items>
json to_values(const Items& items) {
    json values = json::array();
    for (const auto& item : items) {
        values.push_back(to_value(item));
    }
    return values;
}

const json& member(const json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end()) {
        throw std::invalid_argument(fmt::format("a verdict without \"{}\"", name));
    }
    return *found;
}

template <class T>
T read(const json& object, const char* name) {
    try {
        return member(object, name).get<T>();
    } catch (const json::exception&) {
        throw std::invalid_argument(fmt::format("\"{}\" is of the wrong kind", name));
    }
}

const json& list(const json& object, const char* name) {
    const json& value = member(object, name);
    if (!value.is_array()) {
        throw std::invalid_argument(fmt::format("\"{}\" is not a list", name));
    }
    return value;
}

check_result check_from(const json& value) {
    check_result check{read<std::string>(value, "name"),
                       status_from_text(read<std::string>(value, "status")),
                       read<std::string>(value, "message")};
    if (value.contains("max_points")) {
        check.points = read<double>(value, "points");
        check.max_points = read<double>(value, "max_points");
    }
    if (value.contains("looked_at") && !read<bool>(value, "looked_at")) {
        check.its_turn = turn::to_come;
    }
    return check;
}

diagnosis diagnosis_from(const json& value) {
    diagnosis d{read<std::string>(value, "id"), read<std::string>(value, "message"), {}, {}};
    for (const auto& place : list(value, "where")) {
        d.where.push_back({read<std::string>(place, "file"), read<int>(place, "line")});
    }
    d.docs = read<std::string>(value, "docs");
    return d;
}

measured_figures figures_from(const json& value) {
    measured_figures result;
    for (const auto& [name, field] : figures) {
        if (value.contains(name) && !value[name].is_null()) {
            result.*field = read<double>(value, name);
        }
    }
    return result;
}

json parse(std::string_view text) {
    try {
        return json::parse(text);
    } catch (const json::exception&) {
        throw std::invalid_argument("not JSON");
    }
}

}  // namespace

const check_result* verdict::find_check(std::string_view name) const {
    const auto found = std::find_if(checks.begin(), checks.end(),
                                    [&](const check_result& c) { return c.name == name; });
    return found == checks.end() ? nullptr : &*found;
}

std::string_view to_text(status s) {
    return entry(s).text;
}

status status_from_text(std::string_view text) {
    for (const auto& candidate : status_names) {
        if (candidate.text == text) {
            return candidate.value;
        }
    }
    throw std::invalid_argument(fmt::format("\"{}\" is not a status", text));
}

int exit_status(status s) {
    return entry(s).exit_status;
}

std::string to_json(const verdict& v) {
    json metrics = json::object();
    for (const auto& [name, field] : figures) {
        const auto& value = v.metrics.*field;
        metrics[name] = value ? json(*value) : json(nullptr);
    }
    json object = {
        {"schema", verdict::schema},
        {"lab", v.lab},
        {"device", v.device},
        {"profile", v.profile},
        {"status", to_text(v.outcome)},
        {"points", v.points},
        {"max_points", v.max_points},
        {"checks", to_values(v.checks)},
        {"diagnoses", to_values(v.diagnoses)},
        {"metrics", metrics},
        {"timeline", v.timeline},
    };
    if (!v.metrics_of.empty()) {
        object["metrics_of"] = v.metrics_of;
    }
    return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

verdict verdict_from_json(std::string_view text) {
    const json object = parse(text);
    if (!object.is_object()) {
        throw std::invalid_argument("not a JSON object");
    }
    if (const int schema = read<int>(object, "schema"); schema != verdict::schema) {
        throw std::invalid_argument(
            fmt::format("\"schema\" is {}, this program reads {}", schema, verdict::schema));
    }
    verdict v;
    v.lab = read<std::string>(object, "lab");
    v.device = read<std::string>(object, "device");
    v.profile = read<std::string>(object, "profile");
    v.outcome = status_from_text(read<std::string>(object, "status"));
    v.points = read<double>(object, "points");
    v.max_points = read<double>(object, "max_points");
    for (const auto& value : list(object, "checks")) {
        v.checks.push_back(check_from(value));
    }
    for (const auto& value : list(object, "diagnoses")) {
        v.diagnoses.push_back(diagnosis_from(value));
    }
    v.metrics = figures_from(member(object, "metrics"));
    v.metrics_of =
        object.contains("metrics_of") ? read<std::string>(object, "metrics_of") : std::string();
    v.timeline = read<std::string>(object, "timeline");
    return v;
}

}  // namespace checker
