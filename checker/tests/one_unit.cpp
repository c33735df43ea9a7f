#include "checker/tests/one_unit.hpp"

#include <fmt/core.h>

#include <fstream>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace checker::tests {
namespace {

namespace fs = std::filesystem;

/// What follows `directive` in the line up to one of `ends`; empty if the line is something else.
std::string operand(std::string_view line, std::string_view directive, std::string_view ends) {
    return std::string(
        line.starts_with(directive)
            ? line.substr(directive.size(),
                          line.find_first_of(ends, directive.size()) - directive.size())
            : std::string_view());
}

class unit_text {
public:
    explicit unit_text(fs::path contract) : contract_(std::move(contract)) {}

    void add(const fs::path& answer) {
        seen_.clear();
        body_ += fmt::format("namespace answer_{} {{\n", ++answers_);
        splice(answer);
        body_ += "}\n";
        for (const auto& macro : macros_) {
            body_ += "#undef " + macro + "\n";
        }
        macros_.clear();
    }

    [[nodiscard]] std::string text() const {
        std::string all;
        for (const auto& header : headers_) {
            all += "#include " + header + "\n";
        }
        return all + body_;
    }

private:
    void splice(const fs::path& file) {
        std::ifstream in(file);
        if (!in) {
            throw std::runtime_error("cannot read " + file.string());
        }
        body_ += fmt::format("#line 1 \"{}\"\n", file.string());
        int number = 0;
        for (std::string line; std::getline(in, line);) {
            ++number;
            if (const auto header = operand(line, "#include ", " "); !header.empty()) {
                include(header, fmt::format("#line {} \"{}\"\n", number + 1, file.string()));
                continue;
            }
            if (const auto macro = operand(line, "#define ", " ("); !macro.empty()) {
                macros_.insert(macro);
            }
            body_ += line == "#pragma once" ? "\n" : line + "\n";
        }
    }

    void include(const std::string& header, const std::string& back) {
        const auto own = contract_ / header.substr(1, header.size() - 2);
        if (header.front() == '<' || !fs::exists(own)) {
            headers_.insert(header);
        } else if (seen_.insert(header).second) {
            splice(own);
        }
        body_ += back;
    }

    fs::path contract_;
    std::set<std::string> headers_;  ///< with their brackets or quotes
    std::set<std::string> seen_;     ///< of the contract's, in this answer
    std::set<std::string> macros_;   ///< that this answer defines
    std::string body_;
    int answers_ = 0;
};

}  // namespace

std::string one_unit(const fs::path& contract, const std::vector<fs::path>& answers) {
    unit_text unit(contract);
    for (const auto& answer : answers) {
        unit.add(answer);
    }
    return unit.text();
}

}  // namespace checker::tests
