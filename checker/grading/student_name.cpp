#include "checker/grading/student_name.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include "checker/grading/content_hash.hpp"

namespace checker {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::size_t longest_plain = 64;

struct code_point {
    char32_t value = 0;
    std::size_t bytes = 0;  ///< 0: not UTF-8
};

code_point first_of(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80) {
        return {lead, 1};
    }
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
    if (bytes == 0 || lead > 0xF4 || text.size() < bytes) {
        return {};
    }
    char32_t value = lead & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0) != 0x80) {
            return {};
        }
        value = value << 6 | (next & 0x3F);
    }
    constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < smallest[bytes] || value > 0x10FFFF || is_surrogate) {
        return {};
    }
    return {value, bytes};
}

bool is_between(char32_t c, char32_t first, char32_t last) {
    return c >= first && c <= last;
}

/// Controls, line and paragraph separators, marks without width and changes of direction.
bool is_deceptive(char32_t c) {
    return c < 0x20 || is_between(c, 0x7F, 0x9F) || c == 0xAD || c == 0x61C || c == 0x180E ||
           is_between(c, 0x200B, 0x200F) || is_between(c, 0x2028, 0x202E) ||
           is_between(c, 0x2060, 0x206F) || c == 0xFEFF || is_between(c, 0xE0000, 0xE007F);
}

/// Blanks of all widths, and what has no meaning of its own or none at all.
bool is_no_letter(char32_t c) {
    return c == 0xA0 || c == 0x1680 || is_between(c, 0x2000, 0x200A) || c == 0x202F ||
           c == 0x205F || c == 0x3000 || is_between(c, 0xE000, 0xF8FF) ||
           is_between(c, 0xFDD0, 0xFDEF) || (c & 0xFFFE) == 0xFFFE || c == 0xFFFD || c >= 0xF0000;
}

bool is_plain(char32_t c) {
    if (c >= 0x80) {
        return !is_deceptive(c) && !is_no_letter(c);
    }
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
}

/// As many of its first bytes, but no part of a character.
std::string_view beginning_of(std::string_view text, std::size_t most) {
    if (text.size() <= most) {
        return text;
    }
    const auto is_inside = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
    while (most > 0 && is_inside(text[most])) {
        --most;
    }
    return text.substr(0, most);
}

std::string lower(std::string text) {
    for (char& c : text) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return text;
}

std::string with_hash(std::string_view plain, std::string_view bytes) {
    content_hash hash;
    hash.add(plain);
    hash.add(bytes);
    const auto text = hash.text();
    return fmt::format("{}-{}", beginning_of(plain, longest_plain - text.size() - 1), text);
}

}  // namespace

std::string shown_name(std::string_view bytes) {
    std::string shown;
    while (!bytes.empty()) {
        const auto c = first_of(bytes);
        const bool is_fine = c.bytes > 0 && !is_deceptive(c.value);
        const auto length = std::max<std::size_t>(c.bytes, 1);
        shown += is_fine ? bytes.substr(0, length) : replacement;
        bytes.remove_prefix(length);
    }
    return shown;
}

std::string plain_name(std::string_view bytes) {
    std::string plain;
    while (!bytes.empty() && plain.size() < longest_plain) {
        const auto c = first_of(bytes);
        const auto length = std::max<std::size_t>(c.bytes, 1);
        plain += c.bytes > 0 && is_plain(c.value) ? bytes.substr(0, length) : "_";
        bytes.remove_prefix(length);
    }
    if (plain.empty() || plain.front() == '.' || plain.front() == '-' || plain.front() == '_') {
        plain.insert(0, 1, 'x');
    }
    return std::string(beginning_of(plain, longest_plain));
}

std::vector<std::string> safe_names(const std::vector<entry_name>& names) {
    std::multiset<std::string> wanted;
    for (const auto& name : names) {
        wanted.insert(lower(plain_name(name.student)));
    }
    std::vector<std::string> safe;
    std::set<std::string> taken;
    for (const auto& name : names) {
        auto plain = plain_name(name.student);
        if (plain != name.student || wanted.count(lower(plain)) > 1) {
            plain = with_hash(plain, name.whole);
        }
        // Somebody may bear the very name that was made for another.
        while (!taken.insert(lower(plain)).second) {
            plain = with_hash(plain, name.whole);
        }
        safe.push_back(plain);
    }
    return safe;
}

}  // namespace checker
