#include "checker/harness/rules/right_time.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <vector>

#include "checker/harness/counted.hpp"
#include "checker/harness/rules/asked_time.hpp"

namespace checker {
namespace {

std::vector<double> times_of_runs(const measured_stage& stage) {
    std::vector<double> times;
    for (const auto& op : runs_of(stage)) {
        times.push_back(ms_of(op));
    }
    return times;
}

double median_of(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    return times.empty() ? 0 : times[times.size() / 2];
}

double mean_of(const std::vector<double>& times) {
    return times.empty() ? 0
                         : std::accumulate(times.begin(), times.end(), 0.0) /
                               static_cast<double>(times.size());
}

}  // namespace

double median_ms(const measured_stage& stage) {
    return median_of(times_of_runs(stage));
}

std::optional<finding> not_of_the_events(const measured_stage& stage) {
    std::set<std::uint64_t> told;  // the runs that any of the times is of
    std::vector<double> times;     // of one run, by each pair of marks around some
    bool is_part_of_another = false;
    for (const auto& asked : asked_times(stage.recorded)) {
        const auto runs = runs_between(stage, asked);
        for (const auto& run : runs) {
            told.insert(run.id);
        }
        if (!runs.empty()) {
            is_part_of_another |= is_of_other_work_too(stage, asked);
            times.push_back(asked.ms() / static_cast<double>(runs.size()));
        }
    }
    if (times.empty()) {
        return std::nullopt;
    }
    // Whatever mean is taken of them, it is none of the events' when it lies beyond all of them.
    // Where one is of other work, too, it may be the difference of two.
    constexpr double rounded = 0.01;
    const auto [least, most] = std::minmax_element(times.begin(), times.end());
    const double off = rounded * *most + stage.mark_error_ms;
    const bool is_beyond = stage.reported_ms < *least - off || stage.reported_ms > *most + off;
    if (is_beyond && !is_part_of_another) {
        auto found = about("timed-by-the-host", stage, runs_of(stage));
        found.arguments["evidence"] =
            *least == *most
                ? phrase("by the events, one run took {:.4g} ms", *least)
                : phrase("by the events, a run took {:.4g} to {:.4g} ms", *least, *most);
        return found;
    }
    if (told.size() < stage.runs) {
        auto found = about("wrong-result/runs-not-asked", stage, runs_of(stage));
        found.arguments["told"] = times_of(told.size());
        return found;
    }
    return std::nullopt;
}

std::optional<finding> not_the_mean(const measured_stage& stage) {
    auto times = times_of_runs(stage);
    if (times.empty()) {
        return std::nullopt;
    }
    // The mean of as many as were asked for, or of some more of them: those before were to warm up.
    for (auto first = times.begin();
         std::distance(first, times.end()) >= static_cast<std::ptrdiff_t>(stage.runs); ++first) {
        if (is_about(stage.reported_ms, mean_of({first, times.end()}))) {
            return std::nullopt;
        }
    }
    if (times.size() > stage.runs) {
        times.erase(times.begin(), times.end() - static_cast<std::ptrdiff_t>(stage.runs));
    }
    if (is_about(stage.reported_ms, median_of(times))) {
        return std::nullopt;
    }
    const auto which = is_about(stage.reported_ms, *std::min_element(times.begin(), times.end()))
                           ? phrase("that of the shortest run")
                       : is_about(stage.reported_ms, times.back())
                           ? phrase("that of the last run")
                           : phrase("neither their mean nor their median");
    std::vector<words> listed_times;
    listed_times.reserve(times.size());
    for (const double ms : times) {
        listed_times.emplace_back(fmt::format("{:.3g}", ms));
    }
    auto found = about("wrong-result/not-the-mean", stage,
                       pick(stage.recorded,
                            [](const operation& op) { return op.name == "cudaEventElapsedTime"; }));
    found.arguments["times"] = listed(listed_times);
    found.arguments["which"] = which;
    return found;
}

}  // namespace checker
