#include "checker/command/prediction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "checker/pages/data.hpp"
#include "checker/pages/template.hpp"
#include "checker/pages/verdict_parts.hpp"

namespace checker {
namespace {

using json = nlohmann::ordered_json;

timeline::nanoseconds at_once(const timeline::overlap_figures& f, const stage_pair& pair) {
    if (pair.first == timeline::engine::h2d) {
        return pair.second == timeline::engine::compute ? f.h2d_compute : f.h2d_d2h;
    }
    return f.compute_d2h;
}

bool holds(const std::vector<std::string>& all, std::string_view id) {
    return std::find(all.begin(), all.end(), id) != all.end();
}

std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
        text.remove_suffix(1);
    }
    return text;
}

}  // namespace

bool ran_together(const timeline::overlap_figures& figures, const stage_pair& pair) {
    const auto shorter = std::min(figures.of(pair.first).busy, figures.of(pair.second).busy);
    return shorter.count() > 0 && at_once(figures, pair) * 10 >= shorter;
}

std::optional<double> milliseconds_in(std::string_view text) {
    text = without_blanks(text);
    double number = 0;
    const auto* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    if (parsed.ec != std::errc{}) {
        return std::nullopt;
    }
    const auto unit =
        without_blanks(std::string_view(parsed.ptr, static_cast<std::size_t>(end - parsed.ptr)));
    double factor = 0;
    if (unit.empty() || unit == "ms" || unit == "毫秒") {
        factor = 1;
    } else if (unit == "us" || unit == "µs" || unit == "μs" || unit == "微秒") {
        factor = 1e-3;
    } else if (unit == "s" || unit == "秒") {
        factor = 1e3;
    } else if (unit == "ns") {
        factor = 1e-6;
    }
    const double ms = number * factor;
    return ms > 0 && ms < 1e9 ? std::optional(ms) : std::nullopt;
}

std::string question_of(const stage_pair& pair, const wording& words) {
    const std::array names{"h2d", "compute", "d2h"};
    return words("expected_pair",
                 {{"first", words(names[static_cast<std::size_t>(pair.first)])},
                  {"second", words(names[static_cast<std::size_t>(pair.second)])}});
}

std::string prediction_markup(const prediction& expected, const measured_figures& measured,
                              const std::optional<timeline::overlap_figures>& figures,
                              const wording& words) {
    if (expected.empty()) {
        return {};
    }
    auto rows = json::array();
    if (expected.ms > 0) {
        const auto happened = measured.measured_ms;
        rows.push_back(
            {{"question", words("expected_time")},
             {"expected", milliseconds_text(expected.ms)},
             {"happened", happened ? milliseconds_text(*happened) : words("not_measured")},
             {"differs", false},
             {"remark",
              happened ? json(words("off_by",
                                    {{"factor", fmt::format("{:.2f}x", *happened / expected.ms)}}))
                       : json(nullptr)}});
    }
    for (const auto& pair : stage_pairs) {
        const bool said_yes = holds(expected.together, pair.id);
        if (!said_yes && !holds(expected.apart, pair.id)) {
            continue;
        }
        const bool was = figures && ran_together(*figures, pair);
        const auto yes_or_no = [&](bool is) { return words(is ? "yes" : "no"); };
        rows.push_back({{"question", question_of(pair, words)},
                        {"expected", yes_or_no(said_yes)},
                        {"happened", figures ? yes_or_no(was) : words("not_measured")},
                        {"differs", figures && was != said_yes},
                        {"remark", nullptr}});
    }
    return render_template(page_data("prediction.html"), {{"w", words.all()}, {"rows", rows}});
}

}  // namespace checker
