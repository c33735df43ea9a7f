#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "checker/course/progress.hpp"
#include "checker/harness/verdict.hpp"
#include "checker/pages/wording.hpp"
#include "common/timeline/overlap.hpp"

/// What a learner expects before looking, and how it compares with what happened. Never graded.
namespace checker {

/// Two stages that may run side by side.
struct stage_pair {
    std::string_view id;  ///< in the record of progress
    timeline::engine first;
    timeline::engine second;
};
inline constexpr std::array stage_pairs{
    stage_pair{"h2d+compute", timeline::engine::h2d, timeline::engine::compute},
    stage_pair{"compute+d2h", timeline::engine::compute, timeline::engine::d2h},
    stage_pair{"h2d+d2h", timeline::engine::h2d, timeline::engine::d2h},
};

/// Whether the two stages ran at the same time for a tenth, at least, of what the shorter one took.
[[nodiscard]] bool ran_together(const timeline::overlap_figures& figures, const stage_pair& pair);

/// "217 us", "0.217ms", "1.2 s"; a bare number is milliseconds. None for anything else, or for no
/// time at all.
[[nodiscard]] std::optional<double> milliseconds_in(std::string_view text);

/// "H2D and compute side by side".
[[nodiscard]] std::string question_of(const stage_pair& pair, const wording& words);

/// The comparison as a part of a page; empty where nothing was predicted. `figures` are those of
/// the learner's recording, where there is one.
[[nodiscard]] std::string prediction_markup(const prediction& expected,
                                            const measured_figures& measured,
                                            const std::optional<timeline::overlap_figures>& figures,
                                            const wording& words);

}  // namespace checker
