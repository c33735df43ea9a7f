#include "checker/messages/translation.hpp"

#include <stdexcept>

#include "checker/course/toml_reader.hpp"
#include "common/timeline/closed_up.hpp"

namespace checker {
namespace {

/// Each part once, and no part that the English does not have.
void require_same_places(const toml_reader& table, const std::string& english,
                         const std::string& told) {
    const auto wanted = places_in(english).size();
    const auto there = places_in(told).size();
    if (wanted != there) {
        table.complain(
            fmt::format("\"{}\" has {} places, its translation {}", english, wanted, there));
    }
    std::vector<std::string> marks;
    for (std::size_t i = 0; i < wanted; ++i) {
        marks.push_back(fmt::format("\x01{}\x02", i));
    }
    const auto text = filled(told, marks);
    for (std::size_t i = 0; i < wanted; ++i) {
        if (text.find(marks[i]) == std::string::npos) {
            table.complain(
                fmt::format("in the translation of \"{}\", part {} is left out", english, i));
        }
    }
}

}  // namespace

translation translation::load(const std::filesystem::path& file) {
    const auto top = toml_reader::open(file);
    translation t;
    for (const auto& english : top.keys()) {
        auto told = top.text(english);
        if (told.empty()) {
            top.complain(fmt::format("the translation of \"{}\" is empty", english));
        }
        try {
            require_same_places(top, english, told);
        } catch (const std::invalid_argument& problem) {
            top.complain(fmt::format("\"{}\": {}", english, problem.what()));
        }
        t.table_.emplace(english, std::move(told));
    }
    return t;
}

std::string translation::operator()(const words& w) const {
    if (!w.is_phrase()) {
        return w.key();
    }
    std::vector<std::string> parts;
    for (const auto& part : w.parts()) {
        parts.push_back((*this)(part));
    }
    const auto told = filled(of(w.key()), parts);
    return table_.empty() ? told : timeline::closed_up(told);
}

std::string translation::of(std::string_view english) const {
    const auto found = table_.find(english);
    return found == table_.end() ? std::string(english) : found->second;
}

bool translation::contains(std::string_view english) const {
    return table_.find(english) != table_.end();
}

std::vector<std::string> translation::keys() const {
    std::vector<std::string> all;
    for (const auto& [english, told] : table_) {
        all.push_back(english);
    }
    return all;
}

}  // namespace checker
