#include "checker/grading/formats/account.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "checker/grading/formats/flags.hpp"

namespace checker {
namespace {

void add(std::string& text, const std::string& paragraph) {
    text += (text.empty() ? "" : "\n\n") + paragraph;
}

std::string diagnosis_text(const diagnosis& d, const translation& say) {
    std::string text = d.id + "\n" + d.message;
    for (const auto& place : d.where) {
        text += place.line > 0 ? fmt::format("\n{}:{}", place.file, place.line)
                               : fmt::format("\n{}", place.file);
    }
    return d.docs.empty() ? text
                          : text + "\n" + say(phrase("Read, in the course's folder: {}", d.docs));
}

}  // namespace

std::string beginning_of(std::string_view text) {
    constexpr std::size_t most_lines = 60;
    constexpr std::size_t most_bytes = 8000;
    const bool is_long = text.size() > most_bytes;
    text = text.substr(0, most_bytes);
    std::size_t end = 0;
    for (std::size_t line = 0; line < most_lines && end < text.size(); ++line) {
        end = std::min(text.find('\n', end), text.size() - 1) + 1;
    }
    return std::string(text.substr(0, end)) + (is_long || end < text.size() ? "\n[...]" : "");
}

std::string diagnoses_of(const graded_lab& l, const translation& say) {
    std::string text;
    if (l.said) {
        for (const auto& d : l.said->diagnoses) {
            add(text, diagnosis_text(d, say));
        }
    }
    return text;
}

std::string account_of(const graded_submission& s, const graded_lab& l, const translation& say) {
    std::string text;
    for (const auto& reason : reasons_for_no_points(s, l)) {
        add(text, say(phrase("No points: {} ({})", reason.message, reason.id)));
    }
    if (l.said) {
        for (const auto& check : l.said->checks) {
            if (check.outcome != status::pass) {
                add(text, say.of(check.name) + ": " + check.message);
            }
        }
    }
    if (const auto diagnoses = diagnoses_of(l, say); !diagnoses.empty()) {
        add(text, diagnoses);
    }
    if (!l.compiler_output.empty()) {
        add(text, beginning_of(l.compiler_output));
    }
    return text;
}

}  // namespace checker
