#pragma once

#include <string>
#include <string_view>

#include "checker/harness/verdict.hpp"
#include "checker/messages/translation.hpp"
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
/// `say` is the language of that message.
[[nodiscard]] verdict judge(const outcome& o, const assignment& a, std::string_view token,
                            const translation& say = {});

/// The verdict where no program was run: of this one check.
[[nodiscard]] verdict verdict_of(const assignment& a, check_result reason);

/// The line above what the program itself has printed, in a paragraph of that check.
[[nodiscard]] words last_words_head();

/// A word that a program can guess no better than by chance.
[[nodiscard]] std::string make_token();

}  // namespace checker
