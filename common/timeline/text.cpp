#include "common/timeline/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

namespace timeline {

namespace {

struct unit {
    std::uint64_t size_ns;
    const char* name;
};

struct code_range {
    std::uint32_t first, last;
};

/// Characters of two columns: the blocks that Unicode's East Asian Width table calls wide or
/// fullwidth, whole blocks at a time.
constexpr std::array wide_ranges{
    code_range{0x1100, 0x115f},   code_range{0x2e80, 0x303e},   code_range{0x3041, 0xa4cf},
    code_range{0xa960, 0xa97f},   code_range{0xac00, 0xd7a3},   code_range{0xf900, 0xfaff},
    code_range{0xfe30, 0xfe6f},   code_range{0xff00, 0xff60},   code_range{0xffe0, 0xffe6},
    code_range{0x1f300, 0x1f64f}, code_range{0x1f680, 0x1f6ff}, code_range{0x1f900, 0x1faff},
    code_range{0x20000, 0x3fffd},
};

/// Characters that join the one before them.
constexpr std::array combining_ranges{
    code_range{0x0300, 0x036f}, code_range{0x1ab0, 0x1aff}, code_range{0x1dc0, 0x1dff},
    code_range{0x200b, 0x200f}, code_range{0x20d0, 0x20ff}, code_range{0xfe00, 0xfe0f},
    code_range{0xfe20, 0xfe2f},
};

template <class Ranges>
bool lies_in(std::uint32_t code, const Ranges& ranges) {
    return std::any_of(ranges.begin(), ranges.end(), [code](const code_range& range) {
        return range.first <= code && code <= range.last;
    });
}

/// The character at the start of `text` and how many bytes it takes; nothing for bad UTF-8.
struct character {
    std::uint32_t code;
    std::size_t size;
};
std::optional<character> first_character(std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    if (lead < 0x80) {
        return character{lead, 1};
    }
    const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < size) {
        return std::nullopt;
    }
    std::uint32_t code = lead & (0xffU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) {
            return std::nullopt;
        }
        code = (code << 6U) | (byte(i) & 0x3fU);
    }
    constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < smallest[size] || code > 0x10ffff || surrogate) {
        return std::nullopt;
    }
    return character{code, size};
}

bool is_control(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

}  // namespace

std::string readable(nanoseconds t, charset allowed) {
    const std::array units{unit{1, "ns"}, unit{1'000, allowed == charset::ascii ? "us" : "µs"},
                           unit{1'000'000, "ms"}, unit{1'000'000'000, "s"}};
    const auto count = static_cast<std::uint64_t>(std::max<std::int64_t>(0, t.count()));
    for (const unit& each : units) {
        // Digits that are kept behind the point: three digits in all, no more than there are.
        std::uint64_t whole = count / each.size_ns;
        std::uint64_t scale = each.size_ns == 1 ? 1 : whole < 10 ? 100 : whole < 100 ? 10 : 1;
        std::uint64_t rounded = (count / each.size_ns) * scale +
                                ((count % each.size_ns) * scale + each.size_ns / 2) / each.size_ns;
        if (scale > 1 && rounded >= 1000) {  // 9.999 rounds to 10.0, not to 10.00
            scale /= 10;
            rounded /= 10;
        }
        if (rounded < 1000 * scale || each.size_ns == units.back().size_ns) {
            const std::string digits = fmt::format("{}", rounded / scale);
            if (scale == 1) {
                return fmt::format("{} {}", digits, each.name);
            }
            return fmt::format("{}.{:0{}} {}", digits, rounded % scale, scale == 100 ? 2 : 1,
                               each.name);
        }
    }
    return {};
}

std::vector<text_column> columns_of(std::string_view text) {
    std::vector<text_column> result;
    while (!text.empty()) {
        const auto next = first_character(text);
        const std::size_t size = next ? next->size : 1;
        if (!next) {
            result.push_back({"?"});
        } else if (is_control(next->code)) {
            result.push_back({" "});
        } else if (lies_in(next->code, combining_ranges)) {
            if (!result.empty() && !result.back().bytes.empty()) {
                result.back().bytes += text.substr(0, size);
            }
        } else {
            result.push_back({std::string(text.substr(0, size))});
            if (lies_in(next->code, wide_ranges)) {
                result.push_back({});
            }
        }
        text.remove_prefix(size);
    }
    return result;
}

int width_of(std::string_view text) {
    return static_cast<int>(columns_of(text).size());
}

}  // namespace timeline
