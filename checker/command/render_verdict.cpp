#include "checker/command/render_verdict.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <optional>
#include <vector>

namespace checker {
namespace {

struct status_look {
    style colour;
    std::string_view word;
};

status_look look_of(status s) {
    switch (s) {
        case status::pass:
            return {style::good, "pass"};
        case status::fail:
            return {style::bad, "FAIL"};
        case status::inconclusive:
            return {style::odd, "unclear"};
        case status::error:
            return {style::odd, "ERROR"};
    }
    return {style::plain, "?"};
}

std::vector<std::string> paragraphs(std::string_view text) {
    std::vector<std::string> result;
    while (!text.empty()) {
        const auto end = text.find("\n\n");
        result.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    }
    return result;
}

std::string points_text(double points) {
    return fmt::format("{:g}", points);
}

std::string title_line(const verdict& v, const context& c) {
    const auto look = look_of(v.outcome);
    const auto where = v.device == "sim" ? fmt::format("simulated device, profile {}", v.profile)
                                         : fmt::format("device {}", v.device);
    return fmt::format("{}  {}  {} of {} points  ({})\n", styled(c.out, style::bold, v.lab),
                       styled(c.out, look.colour, look.word), points_text(v.points),
                       points_text(v.max_points), where);
}

std::string without_end_blanks(std::string_view line) {
    const auto last = line.find_last_not_of(" \t");
    return std::string(line.substr(0, last == std::string_view::npos ? 0 : last + 1));
}

std::string check_lines(const verdict& v, const context& c) {
    std::size_t widest = 0;
    for (const auto& check : v.checks) {
        widest = std::max(widest, check.name.size());
    }
    constexpr int before_name = 11;
    const int indent = before_name + static_cast<int>(widest) + 2;
    std::string text;
    for (const auto& check : v.checks) {
        const auto look = look_of(check.outcome);
        const auto parts = paragraphs(check.message);
        const auto line =
            fmt::format("  {}{} {:{}}  {}", styled(c.out, look.colour, look.word),
                        std::string(8 - look.word.size(), ' '), check.name, widest,
                        parts.empty() ? "" : wrapped(parts.front(), c.out.width, indent));
        text += without_end_blanks(line) + "\n";
    }
    return text;
}

// What the program printed itself keeps its lines.
constexpr std::string_view last_words = "Its last words on standard error:\n";

// A check's further paragraphs, below the list.
std::string check_details(const check_result& check, const context& c) {
    const auto parts = paragraphs(check.message);
    if (parts.size() < 2) {
        return {};
    }
    std::string text = fmt::format("\n{}\n", styled(c.out, style::bad, check.name));
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const bool is_verbatim = parts[i].starts_with(last_words);
        const int width = is_verbatim ? std::numeric_limits<int>::max() : c.out.width;
        text += fmt::format("{}  {}\n", i > 1 ? "\n" : "", wrapped(parts[i], width, 2));
    }
    return text;
}

std::string figure_lines(const verdict& v, const context& c) {
    std::vector<std::string> parts;
    const auto add = [&](std::string_view name, const std::optional<double>& value, auto show) {
        if (value) {
            parts.push_back(fmt::format("{} {}", name, show(*value)));
        }
    };
    const auto ratio = [](double value) { return fmt::format("{:.2f}x", value); };
    const auto percent = [](double value) { return fmt::format("{:.0f} %", value * 100); };
    add("serial", v.metrics.serial_ms, milliseconds_text);
    add("yours", v.metrics.measured_ms, milliseconds_text);
    add("bound", v.metrics.bound_ms, milliseconds_text);
    add("speedup", v.metrics.speedup, ratio);
    add("gap closed", v.metrics.closed_gap, percent);
    add("overlap", v.metrics.overlap, percent);
    if (parts.empty()) {
        return {};
    }
    std::string line;
    std::string text;
    for (const auto& part : parts) {
        if (!line.empty() &&
            line.size() + 3 + part.size() + 2 > static_cast<std::size_t>(c.out.width)) {
            text += "  " + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : "   ") + part;
    }
    return "\n" + text + "  " + line + "\n";
}

std::optional<std::string> source_line(const context& c, const timeline::source_place& place) {
    const std::filesystem::path path(place.file);
    std::ifstream file(path.is_absolute() ? path : c.root / path);
    std::string line;
    for (int i = 0; i < place.line; ++i) {
        if (!std::getline(file, line)) {
            return std::nullopt;
        }
    }
    if (line.ends_with('\r')) {
        line.pop_back();
    }
    return place.line > 0 ? std::optional(line) : std::nullopt;
}

// Blanks for tabs, so that the mark below stands where the text does.
std::string without_tabs(std::string_view line) {
    constexpr std::size_t stop = 4;
    std::string result;
    for (const char c : line) {
        result.append(c == '\t' ? stop - result.size() % stop : 1, c == '\t' ? ' ' : c);
    }
    return result;
}

std::string place_lines(const timeline::source_place& place, const context& c) {
    const std::filesystem::path path(place.file);
    const auto name = path.is_absolute() ? c.shown(path) : place.file;
    const auto quoted = source_line(c, place);
    if (!quoted) {
        return place.line > 0 ? fmt::format("  {}:{}\n", name, place.line)
                              : fmt::format("  {}\n", name);
    }
    const auto line = without_end_blanks(without_tabs(*quoted));
    const auto first = std::min(line.find_first_not_of(' '), line.size());
    const auto length = std::max<std::size_t>(line.size() - first, 1);
    const auto mark = std::string(first, ' ') + "^" + std::string(length - 1, '~');
    return fmt::format("  {}:{}\n  {:>5} | {}\n        | {}\n", name, place.line, place.line, line,
                       styled(c.out, style::bad, mark));
}

std::string labelled(std::string_view label, std::string_view text, const context& c) {
    constexpr int indent = 8;
    return fmt::format("  {}  {}\n", styled(c.out, style::bold, label),
                       wrapped(text, c.out.width, indent));
}

std::string diagnosis_lines(const diagnosis& d, const context& c) {
    constexpr std::array labels = {"Why ", "Try "};
    const auto parts = paragraphs(d.message);
    std::string text = fmt::format("\n{}\n", styled(c.out, style::bad, d.id));
    if (!parts.empty()) {
        text += fmt::format("  {}\n", wrapped(parts.front(), c.out.width, 2));
    }
    for (const auto& place : d.where) {
        text += "\n" + place_lines(place, c);
    }
    text += d.where.empty() && parts.size() < 2 ? "" : "\n";
    for (std::size_t i = 1; i < parts.size(); ++i) {
        text += labelled(i <= labels.size() ? labels[i - 1] : "    ", parts[i], c);
    }
    return text + (d.docs.empty() ? "" : labelled("Read", d.docs, c));
}

}  // namespace

std::string milliseconds_text(double ms) {
    if (ms >= 100) {
        return fmt::format("{:.0f} ms", ms);
    }
    if (ms >= 10) {
        return fmt::format("{:.1f} ms", ms);
    }
    return ms >= 1 ? fmt::format("{:.2f} ms", ms) : fmt::format("{:.3f} ms", ms);
}

std::string render_verdict(const verdict& v, const context& c) {
    std::string text = title_line(v, c);
    text += check_lines(v, c);
    text += figure_lines(v, c);
    for (const auto& check : v.checks) {
        text += check_details(check, c);
    }
    for (const auto& d : v.diagnoses) {
        text += diagnosis_lines(d, c);
    }
    return text;
}

}  // namespace checker
