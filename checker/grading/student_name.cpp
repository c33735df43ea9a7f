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
    return c < 0x20 || is_between(c, 0x7F, 0x9F) || is_between(c, 0x200B, 0x200F) ||
           is_between(c, 0x2028, 0x202E) || is_between(c, 0x2060, 0x206F) || c == 0xFEFF;
}

bool is_plain(char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
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
    return fmt::format("{}-{}", plain.substr(0, longest_plain - text.size() - 1), text);
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
    std::string plain(bytes.substr(0, longest_plain));
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return !is_plain(c); }, '_');
    if (plain.empty() || plain.front() == '.' || plain.front() == '-' || plain.front() == '_') {
        plain.insert(0, 1, 'x');
    }
    plain.resize(std::min(plain.size(), longest_plain));
    return plain;
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
