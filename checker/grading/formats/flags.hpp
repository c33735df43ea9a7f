#pragma once

#include <string>
#include <vector>

#include "checker/grading/graded.hpp"

namespace checker {

/// "missing; 04-streams: imports": the ids of all flags of a submission.
[[nodiscard]] std::string flags_in_words(const graded_submission& s);

/// What a student should know of a lab besides its verdict: the flags that took its points away.
/// Notes are for the instructor.
[[nodiscard]] std::vector<flag> reasons_for_no_points(const graded_submission& s,
                                                      const graded_lab& l);

/// A kind of flag, and all that have it.
struct flag_group {
    struct entry {
        std::string student;
        std::string lab;  ///< empty where it is of the submission as a whole
        std::string message;
    };
    std::string id;
    flag_effect effect = flag_effect::note;  ///< the worst of them
    std::vector<entry> entries;
    std::vector<std::string> students;  ///< one for each submission that has it
};

/// Rare ones first: what half of the class did is seldom what has to be looked at.
[[nodiscard]] std::vector<flag_group> flag_groups(const graded_class& c);

}  // namespace checker
