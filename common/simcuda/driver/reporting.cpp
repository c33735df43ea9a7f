#include "common/simcuda/driver/reporting.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

namespace simcuda::driver {

namespace {

struct paint {
    const char* bold;
    const char* red;
    const char* off;
};

constexpr paint coloured{"\x1b[1m", "\x1b[1;31m", "\x1b[0m"};
constexpr paint plain{"", "", ""};

const paint& paint_for(ink colour) {
    return colour == ink::coloured ? coloured : plain;
}

std::string line_of(const std::string& path, int number) {
    std::ifstream file(path, std::ios::binary);
    std::string line;
    for (int i = 0; i < number && std::getline(file, line); ++i) {
    }
    if (!file) {
        return {};
    }
    if (!line.empty() && line.back() == '\r') {
        line.pop_back();
    }
    return line;
}

/// Blanks as wide as the first bytes of `line`: tabs stay tabs, a UTF-8 sequence counts once.
std::string blanks_under(std::string_view line, std::size_t bytes) {
    std::string blanks;
    for (const char c : line.substr(0, bytes)) {
        constexpr unsigned continuation_mask = 0xC0;
        constexpr unsigned continuation = 0x80;
        if ((static_cast<unsigned char>(c) & continuation_mask) != continuation) {
            blanks += c == '\t' ? '\t' : ' ';
        }
    }
    return blanks;
}

std::string without_colours(std::string_view text) {
    std::string clean;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1b' && i + 1 < text.size() && text[i + 1] == '[') {
            const std::size_t end = text.find_first_of("mK", i);
            i = end == std::string_view::npos ? text.size() : end;
        } else {
            clean += text[i];
        }
    }
    return clean;
}

}  // namespace

std::string describe(std::string_view message, ink colour) {
    const paint& with = paint_for(colour);
    return fmt::format("{}error:{} {}\n", with.red, with.off, message);
}

std::string describe(const rewriter::problem& problem, ink colour) {
    const paint& with = paint_for(colour);
    std::string text = fmt::format("{}{}:{}:{}:{} {}", with.bold, problem.file, problem.line,
                                   problem.column, with.off, describe(problem.message, colour));
    const std::string line = line_of(problem.file, problem.line);
    const auto before = static_cast<std::size_t>(std::max(problem.column - 1, 0));
    if (!line.empty() && before < line.size()) {
        text += fmt::format("{:5} | {}\n      | {}{}^{}\n", problem.line, line,
                            blanks_under(line, before), with.red, with.off);
    }
    return text;
}

std::vector<std::string> explain_missing_headers(std::string_view compiler_errors) {
    // g++: "fatal error: cub/cub.cuh: No such file or directory"; clang++: "fatal error:
    // 'cub/cub.cuh' file not found".
    constexpr std::string_view mark = "fatal error: ";
    const std::string text = without_colours(compiler_errors);
    std::vector<std::string> sentences;
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
        at += mark.size();
        at += text[at] == '\'' ? 1 : 0;
        const std::size_t end = text.find_first_of("':\n", at);
        std::string sentence = rewriter::explain_header(text.substr(at, end - at));
        if (!sentence.empty()) {
            sentences.push_back(std::move(sentence));
        }
    }
    return sentences;
}

}  // namespace simcuda::driver
