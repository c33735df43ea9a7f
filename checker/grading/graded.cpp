#include "checker/grading/graded.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace checker {
namespace {

using json = nlohmann::ordered_json;

template <class T>
T read(const json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end()) {
        throw std::invalid_argument(fmt::format("a result without \"{}\"", name));
    }
    try {
        return found->get<T>();
    } catch (const json::exception&) {
        throw std::invalid_argument(fmt::format("\"{}\" is of the wrong kind", name));
    }
}

json to_value(const flag& f);
json to_value(const graded_lab& l);
json to_value(const graded_submission& s);
json to_value(const class_lab& l);

template <class Items>
json to_values(const Items& items) {
    json values = json::array();
    for (const auto& item : items) {
        values.push_back(to_value(item));
    }
    return values;
}

template <class Read>
auto read_list(const json& object, const char* name, Read one) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_array()) {
        throw std::invalid_argument(fmt::format("a result without the list \"{}\"", name));
    }
    std::vector<decltype(one(*found))> items;
    for (const auto& value : *found) {
        if (!value.is_object()) {
            throw std::invalid_argument(fmt::format("\"{}\" holds more than objects", name));
        }
        items.push_back(one(value));
    }
    return items;
}

json to_value(const flag& f) {
    return {{"id", f.id}, {"effect", to_text(f.effect)}, {"message", f.message}};
}

flag flag_from(const json& value) {
    return {read<std::string>(value, "id"), read<std::string>(value, "message"),
            flag_effect_from_text(read<std::string>(value, "effect"))};
}

json to_value(const graded_lab& l) {
    return {{"lab", l.lab},
            {"points", l.points},
            {"max_points", l.max_points},
            {"flags", to_values(l.flags)},
            {"compiler_output", l.compiler_output},
            {"verdict", l.said ? json::parse(to_json(*l.said)) : json(nullptr)}};
}

graded_lab lab_from(const json& value) {
    graded_lab l;
    l.lab = read<std::string>(value, "lab");
    l.points = read<double>(value, "points");
    l.max_points = read<double>(value, "max_points");
    l.flags = read_list(value, "flags", flag_from);
    l.compiler_output = read<std::string>(value, "compiler_output");
    if (const auto said = read<json>(value, "verdict"); !said.is_null()) {
        l.said = verdict_from_json(said.dump());
    }
    return l;
}

json to_value(const graded_submission& s) {
    return {{"student", s.student},       {"file", s.file},
            {"inputs", s.inputs},         {"points", s.points},
            {"max_points", s.max_points}, {"flags", to_values(s.flags)},
            {"labs", to_values(s.labs)}};
}

graded_submission submission_from(const json& value) {
    graded_submission s;
    s.student = read<std::string>(value, "student");
    s.file = read<std::string>(value, "file");
    s.inputs = read<std::string>(value, "inputs");
    s.points = read<double>(value, "points");
    s.max_points = read<double>(value, "max_points");
    s.flags = read_list(value, "flags", flag_from);
    s.labs = read_list(value, "labs", lab_from);
    return s;
}

json to_value(const class_lab& l) {
    return {{"name", l.name}, {"title", l.title}, {"points", l.points}};
}

class_lab class_lab_from(const json& value) {
    return {read<std::string>(value, "name"), read<std::string>(value, "title"),
            read<double>(value, "points")};
}

json parse(std::string_view text) {
    auto value = json::parse(text, nullptr, false);
    if (value.is_discarded()) {
        throw std::invalid_argument("not JSON");
    }
    if (!value.is_object()) {
        throw std::invalid_argument("not a JSON object");
    }
    if (const int schema = read<int>(value, "schema"); schema != graded_class::schema) {
        throw std::invalid_argument(
            fmt::format("\"schema\" is {}, this program reads {}", schema, graded_class::schema));
    }
    return value;
}

std::string in_lines(const json& body) {
    json object = {{"schema", graded_class::schema}};
    object.update(body);
    return object.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string_view to_text(flag_effect e) {
    return e == flag_effect::note ? "note" : "no_points";
}

flag_effect flag_effect_from_text(std::string_view text) {
    for (const auto effect : {flag_effect::note, flag_effect::no_points}) {
        if (text == to_text(effect)) {
            return effect;
        }
    }
    throw std::invalid_argument(fmt::format("\"{}\" is not what a flag does", text));
}

bool takes_points(const std::vector<flag>& flags) {
    return std::any_of(flags.begin(), flags.end(),
                       [](const flag& f) { return f.effect == flag_effect::no_points; });
}

std::string to_json(const graded_submission& s) {
    return in_lines(to_value(s));
}

std::string to_json(const graded_class& c) {
    return in_lines({{"course", c.course},
                     {"tree", c.tree},
                     {"device", c.device},
                     {"seed", c.seed},
                     {"labs", to_values(c.labs)},
                     {"submissions", to_values(c.submissions)}});
}

graded_submission graded_submission_from_json(std::string_view text) {
    return submission_from(parse(text));
}

graded_class graded_class_from_json(std::string_view text) {
    const auto value = parse(text);
    graded_class c;
    c.course = read<std::string>(value, "course");
    c.tree = read<std::string>(value, "tree");
    c.device = read<std::string>(value, "device");
    c.seed = read<std::uint64_t>(value, "seed");
    c.labs = read_list(value, "labs", class_lab_from);
    c.submissions = read_list(value, "submissions", submission_from);
    return c;
}

std::string points_in_words(double points) {
    auto text = fmt::format("{:.2f}", points);
    while (text.ends_with('0')) {
        text.pop_back();
    }
    if (text.ends_with('.')) {
        text.pop_back();
    }
    return text;
}

}  // namespace checker
