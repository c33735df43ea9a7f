#include "common/simcuda/runtime/source_text.hpp"

#include <fstream>

namespace simcuda {
namespace {

constexpr std::size_t lines_of_a_call = 6;
constexpr std::string_view blanks = " \t\r";

std::string trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos)
        return {};
    return std::string(text.substr(begin, text.find_last_not_of(blanks) - begin + 1));
}

bool continues_name(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// What commas part, up to `close`, which is not inside of brackets of its own.
std::vector<std::string> parts(std::string_view text, std::string_view close) {
    std::vector<std::string> found;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        const bool ends = depth == 0 && text.substr(at, close.size()) == close;
        if (ends || (depth == 0 && c == ',')) {
            found.push_back(trimmed(text.substr(begin, at - begin)));
            begin = at + 1;
        }
        if (ends)
            return found;
        depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    }
    return {};
}

}  // namespace

const std::vector<std::string>& source_text::file(const std::string& path) {
    const auto [it, fresh] = files_.try_emplace(path);
    if (fresh) {
        std::ifstream in(path);
        for (std::string line; std::getline(in, line);)
            it->second.push_back(line);
    }
    return it->second;
}

std::string source_text::line(const timeline::source_place& place) {
    const auto& lines = file(place.file);
    const auto number = static_cast<std::size_t>(place.line);
    return place.line > 0 && number <= lines.size() ? trimmed(lines[number - 1]) : std::string();
}

std::string source_text::code(const timeline::source_place& place) {
    const std::string text = line(place);
    return trimmed(std::string_view(text).substr(0, text.find("//")));
}

std::string source_text::statement(const timeline::source_place& place) {
    std::string text;
    timeline::source_place at = place;
    for (std::size_t i = 0; i < lines_of_a_call && place.line > 0; ++i, ++at.line) {
        text += code(at) + ' ';
    }
    return text;
}

std::vector<std::string> arguments_of(std::string_view text, std::string_view name,
                                      std::size_t index) {
    for (std::size_t at = text.find(name); at != std::string_view::npos;
         at = text.find(name, at + 1)) {
        if (at > 0 && continues_name(text[at - 1]))
            continue;
        std::size_t open = at + name.size();
        while (open < text.size() && continues_name(text[open]))
            ++open;
        if (open < text.size() && text[open] == '(' && index-- == 0)
            return parts(text.substr(open + 1), ")");
    }
    return {};
}

std::vector<std::string> launch_configuration(std::string_view text) {
    const std::size_t open = text.find("<<<");
    return open == std::string_view::npos ? std::vector<std::string>()
                                          : parts(text.substr(open + 3), ">>>");
}

}  // namespace simcuda
