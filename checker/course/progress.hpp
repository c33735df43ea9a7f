#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/messages/words.hpp"

/// What a learner has done so far, kept in .lab/progress.toml for eyes as well as for programs.
namespace checker {

/// What the learner expected before looking. Never graded.
struct prediction {
    double ms = 0;                      ///< of the measured run; 0: not asked for
    std::vector<std::string> together;  ///< pairs of stages that will run side by side
    std::vector<std::string> apart;     ///< pairs that will not

    [[nodiscard]] bool empty() const { return ms <= 0 && together.empty() && apart.empty(); }
};

struct lab_progress {
    std::string status;          ///< a verdict's, or empty: never checked
    double points = 0;           ///< the best so far
    bool was_passed = false;     ///< once is enough, whatever came after
    std::string last_diagnosis;  ///< id, or empty
    int hints_seen = 0;
    std::string last_message;  ///< that diagnosis in the check's own words
    std::string last_docs;     ///< and what it said to read
    prediction expected = {};
};

using progress = std::map<std::string, lab_progress>;  ///< by the lab's name, "04-streams"

/// A record that could not be read, which the learner should know of.
struct damaged_record {
    words problem;
    std::string kept_as;  ///< a file's name; empty: it could not be moved
    std::string why_not;  ///< where it could not
};

struct loaded_progress {
    progress labs;
    std::optional<damaged_record> damage;
};

/// A file that is not there is an empty progress. A damaged one is moved aside, never deleted.
[[nodiscard]] loaded_progress load_progress(const std::filesystem::path& file);

/// Replaces the file in one step: a crash leaves the old one or the new one.
/// `remark`, one line, is for whoever opens it. Throws std::system_error when it cannot be written.
void save_progress(const std::filesystem::path& file, const progress& labs,
                   std::string_view remark);

}  // namespace checker
