#include "checker/course/toml_reader.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <type_traits>
#include <utility>

#include "checker/course/course.hpp"
#include "checker/course/nearest.hpp"

namespace checker {

struct toml_reader::place {
    std::shared_ptr<const toml::table> whole;  ///< keeps `table` alive
    const toml::table* table;
    std::filesystem::path file;
    words what;

    [[nodiscard]] std::shared_ptr<const place> inside(const toml::table& inner,
                                                      words called) const {
        return std::make_shared<const place>(place{whole, &inner, file, std::move(called)});
    }
};

toml_reader toml_reader::open(const std::filesystem::path& file) {
    if (!std::filesystem::is_regular_file(file)) {
        throw course_error(phrase("{}: there is no such file", file.string()));
    }
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    return parse(text.str(), file.string());
}

toml_reader toml_reader::parse(std::string_view text, const std::string& name) {
    try {
        auto whole = std::make_shared<const toml::table>(toml::parse(text, name));
        const auto* table = whole.get();
        return toml_reader(std::make_shared<const place>(
            place{std::move(whole), table, name, phrase("the file")}));
    } catch (const toml::parse_error& problem) {
        throw course_error(phrase("{}:{}:{}: not TOML: {}", name, problem.source().begin.line,
                                  problem.source().begin.column, problem.description()));
    }
}

void toml_reader::complain(const words& complaint) const {
    throw course_error(phrase("{}:{}: in {}: {}", here_->file.string(),
                              here_->table->source().begin.line, here_->what, complaint));
}

template <class T>
T toml_reader::value(std::string_view key, const words& kind) const {
    const auto* node = here_->table->get(key);
    if (node == nullptr) {
        complain(phrase("\"{}\" is missing; it takes {}", key, kind));
    }
    const auto found = node->value<T>();
    if constexpr (std::is_same_v<T, int>) {
        using of_int = std::numeric_limits<int>;
        if (!found && node->is_integer()) {
            complain(
                node->as_integer()->get() > 0
                    ? phrase("\"{}\" is too large: it may be {} at most", key, of_int::max())
                    : phrase("\"{}\" is too small: it must be {} at least", key, of_int::min()));
        }
    }
    if (!found) {
        complain(phrase("\"{}\" must be {}", key, kind));
    }
    return *found;
}

std::string toml_reader::text(std::string_view key) const {
    return value<std::string>(key, phrase("a text in quotes"));
}

std::string toml_reader::text_or(std::string_view key, std::string otherwise) const {
    return has(key) ? text(key) : std::move(otherwise);
}

double toml_reader::number(std::string_view key) const {
    return value<double>(key, phrase("a number"));
}

double toml_reader::number_or(std::string_view key, double otherwise) const {
    return has(key) ? number(key) : otherwise;
}

int toml_reader::integer(std::string_view key) const {
    return value<int>(key, phrase("a whole number"));
}

int toml_reader::integer_or(std::string_view key, int otherwise) const {
    return has(key) ? integer(key) : otherwise;
}

bool toml_reader::flag(std::string_view key) const {
    return value<bool>(key, phrase("true or false"));
}

bool toml_reader::flag_or(std::string_view key, bool otherwise) const {
    return has(key) ? flag(key) : otherwise;
}

std::vector<std::string> toml_reader::texts(std::string_view key) const {
    const auto* list = here_->table->get_as<toml::array>(key);
    if (list == nullptr) {
        complain(phrase("\"{}\" must be a list of texts: [\"...\", \"...\"]", key));
    }
    std::vector<std::string> result;
    for (const auto& item : *list) {
        const auto text = item.value<std::string>();
        if (!text) {
            complain(phrase("\"{}\" holds something that is not a text in quotes", key));
        }
        result.push_back(*text);
    }
    return result;
}

std::vector<std::string> toml_reader::texts_or_none(std::string_view key) const {
    return has(key) ? texts(key) : std::vector<std::string>{};
}

std::vector<toml_reader> toml_reader::tables(std::string_view key, std::string_view called) const {
    std::vector<toml_reader> result;
    if (!has(key)) {
        return result;
    }
    const auto* list = here_->table->get(key)->as_array();
    if (list == nullptr || !list->is_array_of_tables()) {
        complain(phrase("\"{}\" must be given as [[{}]]", key, called));
    }
    for (const auto& item : *list) {
        result.push_back(
            toml_reader(here_->inside(*item.as_table(), fmt::format("[[{}]]", called))));
    }
    return result;
}

toml_reader toml_reader::table(std::string_view key) const {
    const auto* found = here_->table->get_as<toml::table>(key);
    if (found == nullptr) {
        complain(phrase("the table [{}] is missing", key));
    }
    return toml_reader(here_->inside(*found, fmt::format("[{}]", key)));
}

bool toml_reader::has(std::string_view key) const {
    return here_->table->contains(key);
}

std::vector<std::string> toml_reader::keys() const {
    std::vector<std::string> result;
    for (const auto& [key, node] : *here_->table) {
        result.emplace_back(key.str());
    }
    return result;
}

void toml_reader::only(const std::vector<std::string>& known) const {
    for (const auto& key : keys()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            complain(
                phrase("\"{}\" is not known here; did you mean \"{}\"?", key, nearest(key, known)));
        }
    }
}

std::string toml_quoted(std::string_view text) {
    std::ostringstream out;
    out << toml::value<std::string>(std::string(text));
    return out.str();
}

}  // namespace checker
