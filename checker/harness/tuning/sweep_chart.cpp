#include "checker/harness/tuning/sweep_chart.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace checker {
namespace {

constexpr int bar_cells = 20;

/// A bar of eighths of a cell, padded with spaces to its full width.
std::string bar(double share) {
    static constexpr const char* part[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const auto eighths = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * bar_cells * 8));
    std::string drawn;
    for (int i = 0; i < eighths / 8; ++i) {
        drawn += "█";
    }
    drawn += part[eighths % 8];
    const int used = eighths / 8 + (eighths % 8 > 0 ? 1 : 0);
    return drawn + std::string(static_cast<std::size_t>(bar_cells - used), ' ');
}

bool is_same(const tried_plan& a, const tried_plan& b) {
    return a.chunk == b.chunk && a.streams == b.streams;
}

/// The best of a row: what the bar shows.
double best_rate(const sweep& s, std::size_t chunk) {
    double best = 0;
    for (const auto& p : s.tried) {
        best = p.chunk == chunk ? std::max(best, rate_of(s, p)) : best;
    }
    return best;
}

std::string row(const sweep& s, std::size_t chunk, const std::vector<std::size_t>& streams) {
    const auto& best = best_of(s);
    auto text =
        fmt::format("  {:>9} {}", size_text(chunk), bar(best_rate(s, chunk) / rate_of(s, best)));
    for (const auto n : streams) {
        const auto p = find_in(s, chunk, n);
        const char* mark = !p ? "" : is_same(*p, s.chosen) ? ">" : is_same(*p, best) ? "*" : "";
        text += p ? fmt::format("{:>8}", fmt::format("{}{:.1f}", mark, rate_of(s, *p)))
                  : std::string(8, ' ');
    }
    return text + "\n";
}

std::string panel(const sweep& s, const translation& say) {
    const auto streams = streams_of(s);
    auto text = fmt::format("{}\n  {:>9} {}", say(phrase("{}: GB/s each way", s.machine)),
                            say(phrase("chunk")), std::string(bar_cells, ' '));
    for (const auto n : streams) {
        text += fmt::format("{:>8}", n == 1 ? say(phrase("1 str.")) : std::to_string(n));
    }
    text += "\n";
    for (const auto chunk : chunks_of(s)) {
        text += row(s, chunk, streams);
    }
    return text + "  " +
           say(phrase("yours: {} in {}, {:.1f} GB/s; the best: {:.1f}", size_text(s.chosen.chunk),
                      streams_text(s.chosen.streams), rate_of(s, s.chosen),
                      rate_of(s, best_of(s)))) +
           "\n";
}

}  // namespace

words streams_text(std::size_t streams) {
    return streams == 1 ? phrase("{} stream", streams) : phrase("{} streams", streams);
}

std::string draw_sweeps(const std::vector<sweep>& all, const translation& say) {
    std::string text;
    for (const auto& s : all) {
        text += (text.empty() ? "" : "\n") + panel(s, say);
    }
    return text + "\n" + say(phrase("> yours   * the best   the bar: the best of the row")) + "\n";
}

}  // namespace checker
