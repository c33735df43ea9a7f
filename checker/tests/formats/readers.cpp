#include "checker/tests/formats/readers.hpp"

#include <algorithm>

#include "checker/grading/formats/harmless.hpp"
#include "checker/tests/catch.hpp"

namespace checker::tests {

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t n = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        ++n;
    }
    return n;
}

std::vector<std::string> tags_of(const std::string& page) {
    std::vector<std::string> tags;
    for (auto at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1)) {
        const auto end = page.find('>', at);
        REQUIRE(end != std::string::npos);
        tags.push_back(page.substr(at, end - at));
    }
    return tags;
}

std::vector<std::string> without_values(std::vector<std::string> tags) {
    for (auto& tag : tags) {
        std::string kept;
        bool is_value = false;
        for (const char c : tag) {
            is_value = c == '"' ? !is_value : is_value;
            kept += is_value ? '"' : c;
        }
        kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
        tag = kept;
    }
    return tags;
}

bool has_control_characters(const std::string& text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r';
    });
}

std::vector<std::vector<std::string>> read_csv(const std::string& text) {
    std::vector<std::vector<std::string>> rows(1, {""});
    bool is_quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            const bool is_twice = is_quoted && i + 1 < text.size() && text[i + 1] == '"';
            if (is_twice) {
                rows.back().back() += text[++i];
            } else {
                is_quoted = !is_quoted;
            }
        } else if (is_quoted || (c != ',' && c != '\r' && c != '\n')) {
            rows.back().back() += c;
        } else if (c == ',') {
            rows.back().emplace_back();
        } else if (c == '\n') {
            rows.push_back({""});
        }
    }
    REQUIRE_FALSE(is_quoted);
    rows.pop_back();
    return rows;
}

/// Markdown without its code: what is left is what we wrote. Follows CommonMark: a block begins
/// with a fence and ends with one as long, a span is closed by a run of the same length.
std::string without_code(const std::string& markdown) {
    std::string rest;
    std::string fence;
    for (const auto& line : in_lines(markdown)) {
        const auto run = line.substr(0, line.find_first_not_of('`'));
        if (!fence.empty()) {
            const bool closes = run.size() >= fence.size() && run == line;
            fence = closes ? "" : fence;
            continue;
        }
        if (run.size() >= 3 && line.find('`', run.size()) == std::string::npos) {
            fence = run;
            continue;
        }
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] != '`') {
                rest += line[i];
                continue;
            }
            auto end = i;
            while (end < line.size() && line[end] == '`') {
                ++end;
            }
            const auto length = end - i;
            auto close = end;
            for (std::size_t at = end, n = 0; at <= line.size(); ++at) {
                n = at < line.size() && line[at] == '`' ? n + 1 : 0;
                const bool ends = n == length && (at + 1 == line.size() || line[at + 1] != '`');
                if (ends && line[at - n] != '`') {
                    close = at;
                    break;
                }
            }
            REQUIRE(close > end);  // never left open
            i = close;
        }
        rest += "\n";
    }
    CHECK(fence.empty());
    return rest;
}

}  // namespace checker::tests
