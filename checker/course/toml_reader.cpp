#include "checker/course/toml_reader.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "checker/course/course.hpp"
#include "checker/course/nearest.hpp"

namespace checker {

toml::table parse_toml(const std::filesystem::path& file) {
    if (!std::filesystem::is_regular_file(file)) {
        throw course_error(fmt::format("{}: there is no such file", file.string()));
    }
    try {
        return toml::parse_file(file.string());
    } catch (const toml::parse_error& problem) {
        throw course_error(fmt::format("{}:{}:{}: not TOML: {}", file.string(),
                                       problem.source().begin.line, problem.source().begin.column,
                                       problem.description()));
    }
}

void toml_reader::complain(const std::string& complaint) const {
    throw course_error(fmt::format("{}:{}: in {}: {}", file_.string(),
                                   table_->source().begin.line, what_, complaint));
}

template <class T>
T toml_reader::value(std::string_view key, std::string_view kind) const {
    const auto* node = table_->get(key);
    if (node == nullptr) {
        complain(fmt::format("\"{}\" is missing; it takes {}", key, kind));
    }
    const auto found = node->value<T>();
    if (!found) {
        complain(fmt::format("\"{}\" must be {}", key, kind));
    }
    return *found;
}

std::string toml_reader::text(std::string_view key) const {
    return value<std::string>(key, "a text in quotes");
}

std::string toml_reader::text_or(std::string_view key, std::string otherwise) const {
    return table_->contains(key) ? text(key) : otherwise;
}

double toml_reader::number(std::string_view key) const {
    return value<double>(key, "a number");
}

double toml_reader::number_or(std::string_view key, double otherwise) const {
    return table_->contains(key) ? number(key) : otherwise;
}

int toml_reader::integer(std::string_view key) const {
    return value<int>(key, "a whole number");
}

std::vector<std::string> toml_reader::texts(std::string_view key) const {
    const auto* list = table_->get_as<toml::array>(key);
    if (list == nullptr) {
        complain(fmt::format("\"{}\" must be a list of texts: [\"...\", \"...\"]", key));
    }
    std::vector<std::string> result;
    for (const auto& item : *list) {
        const auto text = item.value<std::string>();
        if (!text) {
            complain(fmt::format("\"{}\" holds something that is not a text in quotes", key));
        }
        result.push_back(*text);
    }
    return result;
}

std::vector<std::string> toml_reader::texts_or_none(std::string_view key) const {
    return table_->contains(key) ? texts(key) : std::vector<std::string>{};
}

std::vector<toml_reader> toml_reader::tables(std::string_view key, std::string_view called) const {
    std::vector<toml_reader> result;
    const auto* node = table_->get(key);
    if (node == nullptr) {
        return result;
    }
    const auto* list = node->as_array();
    if (list == nullptr || !list->is_array_of_tables()) {
        complain(fmt::format("\"{}\" must be given as [[{}]]", key, called));
    }
    for (const auto& item : *list) {
        result.emplace_back(*item.as_table(), file_, fmt::format("[[{}]]", called));
    }
    return result;
}

toml_reader toml_reader::table(std::string_view key) const {
    const auto* found = table_->get_as<toml::table>(key);
    if (found == nullptr) {
        complain(fmt::format("the table [{}] is missing", key));
    }
    return {*found, file_, fmt::format("[{}]", key)};
}

void toml_reader::only(const std::vector<std::string_view>& keys) const {
    for (const auto& [key, node] : *table_) {
        const std::string_view name = key.str();
        if (std::find(keys.begin(), keys.end(), name) == keys.end()) {
            complain(fmt::format("\"{}\" is not known here; did you mean \"{}\"?", name,
                                 nearest(name, {keys.begin(), keys.end()})));
        }
    }
}

}  // namespace checker
