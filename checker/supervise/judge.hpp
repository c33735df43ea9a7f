#pragma once

#include <string>
#include <string_view>

#include "checker/harness/verdict.hpp"
#include "checker/supervise/supervise.hpp"

namespace checker {

/// What the verdict is about, for the case that the program did not live to say it.
struct assignment {
    std::string lab;
    std::string device = "sim";
    std::string profile;
    double max_points = 0;
};

/// Turns whatever the program did into a verdict. `token` is the word that a real line starts with.
///
/// A verdict counts only if the program then ended as it promised: with the verdict's exit status
/// and on its own. All else is a failed check named `program` with a message for the learner.
[[nodiscard]] verdict judge(const outcome& o, const assignment& a, std::string_view token);

/// A word that a program can guess no better than by chance.
[[nodiscard]] std::string make_token();

}  // namespace checker
