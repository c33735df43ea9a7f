#include "checker/command/line_breaks.hpp"

#include <algorithm>
#include <array>

#include "common/timeline/text.hpp"

namespace checker {
namespace {

/// No line begins with one of these, and none ends with one of those that open. Quotes of code and
/// of English stand on both sides.
constexpr std::array<std::string_view, 30> closing = {
    "，", "。", "、", "；", "：", "？", "！", "）", "》", "】", "」", "”", "’", "…", "—",
    "·",  "％", "～", ")",  "]",  "}",  ",",  ".",  ";",  ":",  "!",  "?", "%", "`", "\""};
constexpr std::array<std::string_view, 11> opening = {"（", "《", "【", "「", "“", "‘",
                                                      "(",  "[",  "{",  "`",  "\""};

template <class Marks>
bool is_in(const Marks& marks, std::string_view character) {
    return std::find(marks.begin(), marks.end(), character) != marks.end();
}

/// A character and how many columns it takes.
struct character {
    std::string bytes;
    int width = 1;
};

std::vector<character> characters_of(std::string_view line) {
    std::vector<character> all;
    for (const auto& column : timeline::columns_of(line)) {
        if (column.bytes.empty() && !all.empty()) {
            all.back().width = 2;
        } else {
            all.push_back({column.bytes, 1});
        }
    }
    return all;
}

bool may_break_between(const character& a, const character& b) {
    if (is_in(closing, b.bytes) || is_in(opening, a.bytes)) {
        return false;
    }
    // Marks such as the quotes take one column and stand for Chinese all the same.
    const auto is_chinese = [](const character& one) {
        return one.width == 2 || one.bytes == "”" || one.bytes == "“";
    };
    return is_chinese(a) || is_chinese(b);
}

void add_word(std::vector<piece>& to, std::string_view word, gap before) {
    to.push_back({before, {}, 0});
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (std::all_of(word.begin(), word.end(), is_ascii)) {
        to.back().bytes = word;
        to.back().width = static_cast<int>(word.size());
        return;
    }
    const character* last = nullptr;
    const auto all = characters_of(word);
    for (const auto& one : all) {
        if (last != nullptr && may_break_between(*last, one)) {
            to.push_back({gap::nothing, {}, 0});
        }
        to.back().bytes += one.bytes;
        to.back().width += one.width;
        last = &one;
    }
}

}  // namespace

std::vector<piece> pieces_of(std::string_view text) {
    std::vector<piece> pieces;
    auto before = gap::nothing;
    while (!text.empty()) {
        const auto end = text.find_first_of(" \n");
        add_word(pieces, text.substr(0, end), before);
        if (end == std::string_view::npos) {
            break;
        }
        before = text[end] == '\n' ? gap::line_end : gap::blank;
        text.remove_prefix(end + 1);
        if (text.empty() && before == gap::line_end) {
            add_word(pieces, {}, before);
        }
    }
    return pieces;
}

}  // namespace checker
