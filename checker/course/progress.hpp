#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

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

struct loaded_progress {
    progress labs;
    /// What the learner should know: the file was damaged and where it went. Mostly empty.
    std::string notice;
};

/// A file that is not there is an empty progress. A damaged one is moved aside, never deleted.
[[nodiscard]] loaded_progress load_progress(const std::filesystem::path& file);

/// Replaces the file in one step: a crash leaves the old one or the new one.
/// Throws std::system_error when it cannot be written.
void save_progress(const std::filesystem::path& file, const progress& labs);

}  // namespace checker
