#include "checker/harness/tuning/choice.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace checker {
namespace {

double ns(const tried_plan& p) {
    return static_cast<double>(p.time.count());
}

bool is_near(const tried_plan& p, const tried_plan& best) {
    return ns(best) >= wanted_share * ns(p);
}

/// The best of the sweep among those plans that `pick` takes.
template <class Predicate>
tried_plan best_where(const sweep& s, Predicate pick) {
    tried_plan best{0, 0, nanoseconds::max()};
    for (const auto& p : s.tried) {
        best = pick(p) && p.time < best.time ? p : best;
    }
    return best;
}

message_arguments figures_of(const sweep& s) {
    const auto& best = best_of(s);
    return {{"machine", s.machine},
            {"chunk", size_text(s.chosen.chunk)},
            {"streams", s.chosen.streams == 1 ? phrase("{} stream", s.chosen.streams)
                                              : phrase("{} streams", s.chosen.streams)},
            {"rate", fmt::format("{:.1f}", rate_of(s, s.chosen))},
            {"best_rate", fmt::format("{:.1f}", rate_of(s, best))},
            {"percent", fmt::format("{:.0f}", 100 * share_of_best(s))}};
}

std::string streams_variant(const sweep& s) {
    return s.chosen.streams == 1 ? "single-stream/plan" : "too-few-buffers/plan";
}

}  // namespace

double share_of_best(const sweep& s) {
    return ns(best_of(s)) / ns(s.chosen);
}

std::optional<finding> too_slow(const sweep& s) {
    if (is_near(s.chosen, best_of(s))) {
        return std::nullopt;
    }
    // With these chunks and any number of streams, and with these streams and any chunks: what of
    // the two would have to change?
    const auto other_streams = best_where(s, [&](const tried_plan& p) {
        return 5 * p.chunk > 4 * s.chosen.chunk && 4 * p.chunk < 5 * s.chosen.chunk;
    });
    const auto other_chunks =
        best_where(s, [&](const tried_plan& p) { return p.streams <= s.chosen.streams; });
    const bool chunks_mend_it = is_near(other_chunks, best_of(s));
    const bool streams_mend_it = is_near(other_streams, best_of(s));
    if (!chunks_mend_it && (streams_mend_it || s.chosen.chunk == other_chunks.chunk)) {
        return finding{streams_variant(s), figures_of(s), {}};
    }
    const auto wanted = chunks_mend_it ? other_chunks : best_of(s);
    if (s.chosen.chunk == wanted.chunk) {
        return finding{streams_variant(s), figures_of(s), {}};
    }
    return finding{s.chosen.chunk > wanted.chunk ? "chunk-too-large/plan" : "chunk-too-small/plan",
                   figures_of(s),
                   {}};
}

std::optional<finding> too_many_streams(const sweep& s) {
    constexpr double about_as_fast = 0.97;
    for (const auto& p : s.fewer) {
        if (2 * p.streams < s.chosen.streams && ns(s.chosen) >= about_as_fast * ns(p)) {
            auto figures = figures_of(s);
            figures["enough"] = std::to_string(p.streams);
            figures["enough_rate"] = fmt::format("{:.1f}", rate_of(s, p));
            return finding{"too-much-memory/streams", figures, {}};
        }
    }
    return std::nullopt;
}

double share_of_gains(const std::vector<sweep>& all) {
    constexpr double most = 0.9;
    constexpr double worth_it = 1.1;
    double sum = 0;
    int machines = 0;
    for (const auto& s : all) {
        const auto largest = chunks_of(s).front();
        const auto serial = find_in(s, largest, 1);
        if (!serial || ns(*serial) < worth_it * ns(best_of(s))) {
            continue;
        }
        const double gained = ns(*serial) - ns(s.chosen);
        sum += std::clamp(gained / (ns(*serial) - ns(best_of(s))), 0.0, 1.0);
        ++machines;
    }
    return machines == 0 ? 0 : most * sum / machines;
}

}  // namespace checker
