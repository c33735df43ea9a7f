#include "checker/course/starter.hpp"

#include <fmt/core.h>

namespace checker {
namespace {

constexpr std::string_view begin_mark = "// LEARNER: ";
constexpr std::string_view end_mark = "// LEARNER END";
constexpr std::string_view starter_only = "//| ";

struct line_parts {
    std::string_view indent;
    std::string_view text;
};

line_parts split(std::string_view line) {
    const auto start = line.find_first_not_of(" \t");
    const auto indent = line.substr(0, start == std::string_view::npos ? line.size() : start);
    return {indent, line.substr(indent.size())};
}

[[noreturn]] void complain(int line, std::string_view complaint) {
    throw std::invalid_argument(fmt::format("line {}: {}", line, complaint));
}

}  // namespace

std::string starter_of(std::string_view solution) {
    std::string starter;
    bool in_learners_part = false;
    int parts = 0;
    for (int number = 1; !solution.empty(); ++number) {
        const auto end = std::min(solution.find('\n'), solution.size() - 1);
        const auto line = solution.substr(0, end + 1);
        solution.remove_prefix(line.size());
        const auto [indent, text] = split(line);

        if (text.starts_with(begin_mark)) {
            if (in_learners_part) {
                complain(number, "a second \"// LEARNER:\" before \"// LEARNER END\"");
            }
            in_learners_part = true;
            ++parts;
            starter += fmt::format("{}// TODO: {}", indent, text.substr(begin_mark.size()));
        } else if (text.starts_with(end_mark)) {
            if (!in_learners_part) {
                complain(number, "\"// LEARNER END\" without \"// LEARNER:\" before it");
            }
            in_learners_part = false;
        } else if (!in_learners_part) {
            starter += line;
        } else if (text.starts_with(starter_only)) {
            starter += fmt::format("{}{}", indent, text.substr(starter_only.size()));
        }
    }
    if (in_learners_part || parts == 0) {
        throw std::invalid_argument(parts == 0 ? "no \"// LEARNER:\" marks the learner's part"
                                               : "\"// LEARNER END\" is missing");
    }
    return starter;
}

}  // namespace checker
