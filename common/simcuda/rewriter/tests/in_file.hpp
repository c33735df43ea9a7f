#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "common/simcuda/rewriter/rewriter.hpp"

namespace simcuda::rewriter::testing {

/// `code` as the whole of lab.cu, the way a preprocessor hands it on.
inline std::string in_file(const std::string& code) {
    return "# 1 \"lab.cu\"\n" + code;
}

/// The rewritten code, without the marker that `in_file` put in front.
inline std::string rewritten(const std::string& code) {
    return rewrite(in_file(code)).text.substr(in_file("").size());
}

/// The rewritten code with lines and blanks taken away: what the compiler reads, on one line.
inline std::string meaning(const std::string& code) {
    std::string line;
    std::string flat;
    const std::string text = rewritten(code) + "\n";
    for (const char c : text) {
        if (c != '\n') {
            line += c;
            continue;
        }
        if (line.rfind("#line", 0) != 0) {
            flat += line + " ";
        }
        line.clear();
    }
    std::string squeezed;
    for (const char c : flat) {
        if (c != ' ' || (!squeezed.empty() && squeezed.back() != ' ')) {
            squeezed += c;
        }
    }
    while (!squeezed.empty() && squeezed.back() == ' ') {
        squeezed.pop_back();
    }
    return squeezed;
}

/// The text of a file in tests/cases.
inline std::string case_text(const std::string& name) {
    std::ifstream file(std::string(CASES_FOLDER) + "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace simcuda::rewriter::testing
