#include "checker/command/render_verdict.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <optional>
#include <vector>

#include "checker/pages/verdict_parts.hpp"
#include "checker/supervise/judge.hpp"
#include "common/timeline/text.hpp"

namespace checker {
namespace {

struct status_look {
    style colour;
    words word;
};

status_look look_of(status s) {
    switch (s) {
        case status::pass:
            return {style::good, phrase("pass")};
        case status::fail:
            return {style::bad, phrase("FAIL")};
        case status::inconclusive:
            return {style::odd, phrase("unclear")};
        case status::error:
            return {style::odd, phrase("ERROR")};
    }
    return {style::plain, "?"};
}

// What has not been looked at has not failed.
status_look look_of(const check_result& check, const terminal& out) {
    return check.its_turn == turn::had ? look_of(check.outcome)
                                       : status_look{style::dim, out.has_unicode ? "–" : "-"};
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
    const auto where = v.device == "sim" ? phrase("simulated device, profile {}", v.profile)
                                         : phrase("device {}", v.device);
    const auto points = phrase("{} of {} points", points_text(v.points), points_text(v.max_points));
    return fmt::format("{}  {}  {}  {}\n", styled(c.out, style::bold, v.lab),
                       styled(c.out, look.colour, c.say(look.word)), c.say(points),
                       c.say(phrase("({})", where)));
}

std::string without_end_blanks(std::string_view line) {
    const auto last = line.find_last_not_of(" \t");
    return std::string(line.substr(0, last == std::string_view::npos ? 0 : last + 1));
}

// The word in its colour, and blanks up to the next column.
std::string styled_cell(const context& c, const status_look& look, int columns) {
    const auto word = c.say(look.word);
    const auto blanks = padded(word, columns).substr(word.size());
    return styled(c.out, look.colour, word) + blanks;
}

std::string check_lines(const verdict& v, const context& c) {
    int widest = 0;
    for (const auto& check : v.checks) {
        widest = std::max(widest, timeline::width_of(c.say.of(check.name)));
    }
    constexpr int before_name = 11;
    const int indent = before_name + widest + 2;
    std::string text;
    for (const auto& check : v.checks) {
        const auto look = look_of(check, c.out);
        const auto parts = paragraphs(check.message);
        const auto line = fmt::format(
            "  {} {}  {}", styled_cell(c, look, 8), padded(c.say.of(check.name), widest),
            parts.empty() ? "" : wrapped(parts.front(), c.out.width, indent));
        text += without_end_blanks(line) + "\n";
    }
    return text;
}

// A check's further paragraphs, below the list.
std::string check_details(const check_result& check, const context& c) {
    const auto parts = paragraphs(check.message);
    if (parts.size() < 2) {
        return {};
    }
    std::string text = fmt::format("\n{}\n", styled(c.out, style::bad, c.say.of(check.name)));
    // What the program printed itself keeps its lines.
    const auto last_words = c.say(last_words_head()) + "\n";
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const bool is_verbatim = parts[i].starts_with(last_words);
        const int width = is_verbatim ? std::numeric_limits<int>::max() : c.out.width;
        text += fmt::format("{}  {}\n", i > 1 ? "\n" : "", wrapped(parts[i], width, 2));
    }
    return text;
}

// Negative shares of a gap mean nothing to a reader.
std::optional<words> slower_than_serial(const measured_figures& m) {
    if (!m.serial_ms || !m.measured_ms || !m.closed_gap || *m.closed_gap >= 0 ||
        *m.serial_ms <= 0) {
        return std::nullopt;
    }
    return phrase("slower than the serial baseline ({:.2f}x its time)",
                  *m.measured_ms / *m.serial_ms);
}

std::string figure_lines(const verdict& v, const context& c) {
    std::vector<std::string> parts;
    const auto add = [&](const words& name, const std::optional<double>& value, auto show) {
        if (value) {
            parts.push_back(fmt::format("{} {}", c.say(name), show(*value)));
        }
    };
    const auto ratio = [](double value) { return fmt::format("{:.2f}x", value); };
    const auto percent = [](double value) { return fmt::format("{:.0f} %", value * 100); };
    if (!v.metrics_of.empty() && v.metrics.serial_ms) {
        parts.push_back(c.say(phrase("{}:", v.metrics_of)));
    }
    add(phrase("serial"), v.metrics.serial_ms, milliseconds_text);
    add(phrase("yours"), v.metrics.measured_ms, milliseconds_text);
    add(phrase("bound"), v.metrics.bound_ms, milliseconds_text);
    add(phrase("speedup"), v.metrics.speedup, ratio);
    if (const auto slower = slower_than_serial(v.metrics)) {
        parts.push_back(c.say(*slower));
    } else {
        add(phrase("gap closed"), v.metrics.closed_gap, percent);
    }
    add(phrase("overlap"), v.metrics.overlap, percent);
    if (parts.empty()) {
        return {};
    }
    std::string line;
    std::string text;
    for (const auto& part : parts) {
        if (!line.empty() &&
            timeline::width_of(line) + 3 + timeline::width_of(part) + 2 > c.out.width) {
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

std::string labelled(const words& label, std::string_view text, const context& c) {
    constexpr int indent = 8;
    return fmt::format("  {}  {}\n", styled(c.out, style::bold, padded(c.say(label), 4)),
                       wrapped(text, c.out.width, indent));
}

std::string diagnosis_lines(const diagnosis& d, const context& c) {
    const std::array labels = {phrase("Why"), phrase("Try")};
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
        text += labelled(i <= labels.size() ? labels[i - 1] : words(), parts[i], c);
    }
    return text + (d.docs.empty() ? "" : labelled(phrase("Read"), d.docs, c));
}

}  // namespace

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
