#include "checker/pages/verdict_parts.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace checker {

using json = nlohmann::ordered_json;

std::string milliseconds_text(double ms) {
    if (ms >= 100) {
        return fmt::format("{:.0f} ms", ms);
    }
    if (ms >= 10) {
        return fmt::format("{:.1f} ms", ms);
    }
    return ms >= 1 ? fmt::format("{:.2f} ms", ms) : fmt::format("{:.3f} ms", ms);
}

std::string ratio_text(double value) {
    return fmt::format("{:.2f}x", value);
}

std::string percent_text(double value) {
    return fmt::format("{:.0f} %", value * 100);
}

std::string gap_text(const measured_figures& m, const wording& words) {
    if (!m.closed_gap) {
        return {};
    }
    const bool is_slower = *m.closed_gap < 0 && m.serial_ms && m.measured_ms && *m.serial_ms > 0;
    return is_slower
               ? words("slower", {{"times", fmt::format("{:.2f}", *m.measured_ms / *m.serial_ms)}})
               : percent_text(*m.closed_gap);
}

json status_fields(status s, const wording& words) {
    const std::string name(to_text(s));
    return {{"status", words("status_" + name)}, {"status_class", name}};
}

json status_fields(const check_result& check, const wording& words) {
    return check.its_turn == turn::had
               ? status_fields(check.outcome, words)
               : json{{"status", words("status_to_come")}, {"status_class", "open"}};
}

json figures_list(const measured_figures& m, const wording& words) {
    auto list = json::array();
    const auto add = [&](std::string_view key, const std::optional<double>& value,
                         std::string (*text)(double)) {
        if (value) {
            list.push_back({{"name", words(key)}, {"value", text(*value)}});
        }
    };
    add("serial", m.serial_ms, milliseconds_text);
    add("measured", m.measured_ms, milliseconds_text);
    add("bound", m.bound_ms, milliseconds_text);
    add("speedup", m.speedup, ratio_text);
    if (const auto gap = gap_text(m, words); !gap.empty()) {
        list.push_back({{"name", words("closed_gap")}, {"value", gap}});
    }
    add("overlap", m.overlap, percent_text);
    return list;
}

json further_paragraphs(const diagnosis& d, const wording& words) {
    constexpr std::array labels{"", "why", "try"};
    auto rest = json::array();
    std::string_view text = d.message;
    for (std::size_t i = 0; !text.empty(); ++i) {
        const auto end = text.find("\n\n");
        if (i > 0) {
            rest.push_back({{"label", i < labels.size() ? words(labels[i]) : ""},
                            {"said", std::string(text.substr(0, end))}});
        }
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    }
    return rest;
}

std::string device_text(const verdict& v, const wording& words) {
    // (a file that nvcc does not take has met no GPU)
    const bool is_named = !v.profile.empty();
    return v.device == "sim" ? words("simulated", {{"profile", v.profile}})
                             : words("on_device", {{"device", is_named ? v.profile : v.device}});
}

}  // namespace checker
