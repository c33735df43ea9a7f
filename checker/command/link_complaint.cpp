#include <fmt/core.h>

#include <array>
#include <set>
#include <string_view>

#include "checker/command/lab_build.hpp"

namespace checker {
namespace {

// GNU ld and gold, lld, Apple's ld: what stands before and after the symbol.
struct form {
    std::string_view before;
    std::string_view after;
};
constexpr std::array undefined_forms = {
    form{"undefined reference to `", "'"},
    form{"undefined symbol: ", "\n"},
    form{"  \"", "\", referenced from"},
};

std::set<std::string> undefined_symbols(std::string_view output) {
    std::set<std::string> found;
    for (const auto& [before, after] : undefined_forms) {
        for (auto at = output.find(before); at != std::string_view::npos;
             at = output.find(before, at + 1)) {
            const auto start = at + before.size();
            const auto end = output.find(after, start);
            if (end != std::string_view::npos && output.find('\n', start) >= end) {
                found.insert(std::string(output.substr(start, end - start)));
            }
        }
    }
    return found;
}

// "overlap::run(int*, unsigned long)" is a declaration of `run`, "run_all()" is not.
bool declares(std::string_view symbol, std::string_view function) {
    const auto name = symbol.substr(0, symbol.find('('));
    if (!name.ends_with(function)) {
        return false;
    }
    const auto before = name.size() - function.size();
    return before == 0 || name[before - 1] == ':';
}

}  // namespace

std::string paragraphs(const std::vector<words>& all, const translation& say) {
    std::string text;
    for (const auto& one : all) {
        text += (text.empty() ? "" : "\n\n") + say(one);
    }
    return text;
}

std::vector<words> unknown_link_complaint() {
    return {phrase("The file compiles, but does not become a program."),
            phrase("The linker's message above says why; most often two definitions have the same "
                   "name."),
            phrase("Make functions and variables that only this file uses static, or put them into "
                   "an unnamed namespace.")};
}

std::optional<std::vector<words>> link_complaint(const std::string& linker_output,
                                                 const std::string& function,
                                                 const std::string& file,
                                                 const std::string& contract) {
    const auto undefined = undefined_symbols(linker_output);
    for (const auto& symbol : undefined) {
        if (declares(symbol, function)) {
            return std::vector{
                phrase("{} does not define `{}`.", file, symbol),
                phrase("{} declares it, and the checker calls it. A definition with another name, "
                       "other parameter types or in another namespace is a different function.",
                       contract),
                phrase("Copy the declaration from {} to {} and give it a body in braces.", contract,
                       file)};
        }
    }
    if (linker_output.find("multiple definition of `main'") != std::string::npos ||
        linker_output.find("duplicate symbol: main") != std::string::npos) {
        return std::vector{phrase("{} defines `main`.", file),
                           phrase("The checker has its own: it calls your function several times."),
                           phrase("Remove `main` from the file.")};
    }
    if (!undefined.empty()) {
        return std::vector{
            phrase("{} uses `{}`, which is declared somewhere but defined nowhere.", file,
                   *undefined.begin()),
            phrase("The checker links this one file."),
            phrase(
                "Define it in {}, or mend the spelling or the parameter types of its definition.",
                file)};
    }
    return std::nullopt;
}

}  // namespace checker
