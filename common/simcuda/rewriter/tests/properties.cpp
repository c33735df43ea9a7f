#include "common/simcuda/rewriter/tests/properties.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "common/simcuda/rewriter/unit.hpp"

namespace simcuda::rewriter::testing {

namespace {

using names = std::map<std::string, std::vector<place>>;

bool is_counted_name(const token& word) {
    return word.is(token_kind::identifier) && word.spelling.size() > 1 &&
           word.spelling.front() == 'v' &&
           word.spelling.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

/// The counted names in code, and their places. (Those in macros keep theirs with the line.) The
/// announcement of a variable says its name once more.
names names_in(const unit& source) {
    constexpr std::string_view announced = "simcuda_variable_";
    names found;
    bool is_announcement = false;
    for (const token& each : source.code) {
        is_announcement = each.spelling.substr(0, announced.size()) == announced ||
                          (is_announcement && !each.is(token_kind::semicolon));
        if (is_counted_name(each) && !is_announcement) {
            found[std::string(each.spelling)].push_back(each.where);
        }
    }
    return found;
}

bool has_launch(const std::vector<token>& tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].is(token_kind::launch_open) &&
            !(i > 0 && tokens[i - 1].is_word("operator"))) {
            return true;
        }
    }
    return false;
}

/// Is a macro that still launches after the rewriting used? One that nobody uses may hold anything.
bool uses_launching_macro(const unit& before, const unit& after) {
    std::map<std::string_view, std::size_t> in_force;
    std::size_t next = 0;
    for (const token& each : before.code) {
        for (; next < before.macros.size() && before.macros[next].offset < each.begin; ++next) {
            in_force[before.macros[next].name] = next;
        }
        const auto known = in_force.find(each.spelling);
        if (known != in_force.end() && known->second < after.macros.size() &&
            has_launch(after.macros[known->second].body)) {
            return true;
        }
    }
    return false;
}

std::string described(const unit& source, const place& where) {
    return source.file_name(where.file) + ":" + std::to_string(where.line) + ":" +
           std::to_string(where.column);
}

template <class Predicate>
bool holds(const unit& source, Predicate predicate) {
    return std::any_of(source.code.begin(), source.code.end(), predicate);
}

std::string moved_name(const unit& before, const unit& after) {
    constexpr std::uint32_t widest = 400;  // beyond, columns of machine-made lines are given up
    const names now = names_in(after);
    // The type of a shared array is needed twice.
    const bool doubled =
        holds(before, [](const token& each) { return each.is_word("__shared__"); });
    for (const auto& [name, places] : names_in(before)) {
        if (places.size() != 1) {
            continue;
        }
        const auto found = now.find(name);
        if (doubled && found != now.end() && found->second.size() > 1) {
            continue;
        }
        if (found == now.end() || found->second.size() != 1) {
            return name + " is there " +
                   std::to_string(found == now.end() ? 0 : found->second.size()) + " times";
        }
        const place& was = places.front();
        const place& is = found->second.front();
        const bool same_column = was.column == is.column || was.column > widest;
        if (before.file_name(was.file) != after.file_name(is.file) || was.line != is.line ||
            !same_column) {
            return name + " was at " + described(before, was) + " and is at " +
                   described(after, is);
        }
    }
    return {};
}

}  // namespace

std::string broken_rule(const std::string& text, const options& options) {
    const result made = rewrite(text, options);
    for (const problem& each : made.problems) {
        if (each.line <= 0 || each.column <= 0 || each.message.empty()) {
            return "a problem without a place: " + each.message;
        }
    }
    if (!made.problems.empty()) {
        return {};
    }
    const unit before = read_unit(text, options.predefined);
    const unit after = read_unit(made.text, options.predefined);
    if (has_launch(after.code)) {
        return "a launch is left in";
    }
    if (uses_launching_macro(before, after)) {
        return "a launch is left in a macro that is used";
    }
    // A stray # is an error wherever it stands; at the start of a line it is another one.
    return holds(before, [](const token& each) { return each.is(token_kind::hash); })
               ? std::string()
               : moved_name(before, after);
}

std::string shrunk(std::string text, const std::function<bool(const std::string&)>& fails) {
    int left = 3000;  // attempts
    for (std::size_t part = text.size() / 2; part > 0 && left > 0; part /= 2) {
        for (std::size_t at = 0; at < text.size() && left > 0; --left) {
            std::string shorter = text;
            shorter.erase(at, part);
            if (fails(shorter)) {
                text = std::move(shorter);
            } else {
                at += part;
            }
        }
    }
    return text;
}

}  // namespace simcuda::rewriter::testing
