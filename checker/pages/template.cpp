#include "checker/pages/template.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "common/timeline/svg.hpp"

namespace checker {
namespace {

using json = nlohmann::ordered_json;
using context = std::vector<const json*>;

const json* member(const json& from, std::string_view path) {
    const auto dot = path.find('.');
    const auto found = from.is_object() ? from.find(std::string(path.substr(0, dot))) : from.end();
    if (!from.is_object() || found == from.end()) {
        return nullptr;
    }
    return dot == std::string_view::npos ? &*found : member(*found, path.substr(dot + 1));
}

const json& look_up(const context& around, std::string_view name) {
    for (auto each = around.rbegin(); each != around.rend(); ++each) {
        if (const auto* value = member(**each, name)) {
            return *value;
        }
    }
    throw std::invalid_argument(
        fmt::format("the template asks for \"{}\", which is not there", name));
}

bool is_nothing(const json& value) {
    return value.is_null() || value == json(false) || value == json("") ||
           (value.is_array() && value.empty());
}

std::string text_of(const json& value) {
    return value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
}

class renderer {
public:
    explicit renderer(std::string_view text) : rest_(text) {}

    /// Up to the end of the section, or of the text.
    std::string run(context& around, std::string_view section, bool is_shown) {
        std::string out;
        for (;;) {
            const auto open = rest_.find("{{");
            if (is_shown) {
                out += rest_.substr(0, open);
            }
            if (open == std::string_view::npos) {
                if (!section.empty()) {
                    complain(section, "is not closed");
                }
                rest_ = {};
                return out;
            }
            rest_.remove_prefix(open + 2);
            const auto tag = take_tag();
            const auto name = tag.substr(tag.find_first_not_of("#^/{"));
            switch (tag.front()) {
                case '#':
                case '^':
                    out += section_text(around, name, tag.front() == '#', is_shown);
                    break;
                case '/':
                    if (name != section) {
                        complain(name, "is closed, but not open");
                    }
                    return out;
                case '{':
                    out += is_shown ? text_of(look_up(around, name)) : "";
                    break;
                default:
                    out += is_shown ? timeline::escaped(text_of(look_up(around, name))) : "";
            }
        }
    }

private:
    [[noreturn]] static void complain(std::string_view name, std::string_view what) {
        throw std::invalid_argument(fmt::format("the template's section \"{}\" {}", name, what));
    }

    std::string_view take_tag() {
        const bool is_raw = rest_.starts_with('{');
        const std::string_view end = is_raw ? "}}}" : "}}";
        const auto close = rest_.find(end);
        if (close == std::string_view::npos || close == 0) {
            complain(rest_.substr(0, 20), "has no end");
        }
        const auto tag = rest_.substr(0, close);
        rest_.remove_prefix(close + end.size());
        return tag;
    }

    std::string section_text(context& around, std::string_view name, bool wants_something,
                             bool is_shown) {
        const json* value = is_shown ? &look_up(around, name) : nullptr;
        if (value == nullptr || is_nothing(*value) == wants_something) {
            static_cast<void>(run(around, name, false));
            return {};
        }
        if (!wants_something) {
            return run(around, name, true);
        }
        std::string out;
        const auto start = rest_;
        const auto once = [&](const json& element) {
            rest_ = start;
            around.push_back(&element);
            out += run(around, name, true);
            around.pop_back();
        };
        if (value->is_array()) {
            for (const auto& element : *value) {
                once(element);
            }
        } else {
            once(*value);
        }
        return out;
    }

    std::string_view rest_;
};

}  // namespace

std::string render_template(std::string_view text, const json& values) {
    context around{&values};
    return renderer(text).run(around, {}, true);
}

std::string script_json(const json& value) {
    std::string result;
    for (const char c : value.dump(-1, ' ', false, json::error_handler_t::replace)) {
        if (c == '<') {
            result += "\\u003c";
        } else {
            result += c;
        }
    }
    return result;
}

}  // namespace checker
