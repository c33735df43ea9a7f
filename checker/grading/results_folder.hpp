#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "checker/grading/graded.hpp"
#include "checker/grading/grading_device.hpp"
#include "checker/grading/submission_grader.hpp"
#include "checker/messages/language.hpp"
#include "checker/messages/told_error.hpp"

namespace checker {

/// The folder cannot be used as it was asked for.
class results_error : public told_error {
public:
    using told_error::told_error;
};

/// Where the results of a class are kept:
///
///     seed                    the class's secret, for its owner alone to read
///     language                in which the class was begun: verdicts stay in it
///     device                  only where a GPU takes part: "both"
///     limits.toml             only where they are not the usual ones
///     begun                   tells whether all of these are as they were when the class was begun
///     labs                    that are graded: "01-blocking-copy,04-streams"
///     submissions/FILE.json   a graded_submission each, written at once when it is graded
///     grades.json             the graded_class, once all are graded
///     times.jsonl             how long each took, a line each; the only thing that is not the same
///                             when all is graded again. A share of a class has a file of its own,
///                             since lines from two machines could meet: times.2-of-8.jsonl
///     .work/                  while grading
///     .lock*                  held by who grades; nothing is in them
class results_folder {
public:
    /// Makes the folder where it is not there, and makes it its owner's alone where it holds no
    /// seed yet. Throws results_error where that cannot be or the folder holds something else, and
    /// file_error.
    explicit results_folder(std::filesystem::path folder, std::string times = "times.jsonl");

    /// The secret seed: the one that is there, otherwise `wanted`, otherwise a new one.
    /// Throws results_error where another one than `wanted` is there. To be asked for before
    /// anything else is written: it is what tells a folder with results from any other.
    [[nodiscard]] std::uint64_t seed(std::optional<std::uint64_t> wanted) const;
    /// What verdicts and flags are written in: the language that is there, otherwise `wanted`. So
    /// whoever goes on with a class in another language grades nothing again.
    [[nodiscard]] language speaks(language wanted) const;
    /// What the class is graded on: what it was begun with, otherwise `wanted`, otherwise the
    /// simulated device. Throws results_error where it was begun with another one than `wanted`. To
    /// be asked for after the seed.
    [[nodiscard]] grading_device device(std::optional<grading_device> wanted) const;

    /// Says which labs these results are of: for whoever goes on with them. To be called after the
    /// seed was asked for.
    void keep_labs(const std::string& names) const;
    /// The same for the text of the limits; `usual` is that of the tree's own. Throws results_error
    /// where what is there was graded with others.
    void keep_limits(const std::string& used, const std::string& usual) const;

    /// Notes that all this is as it shall stay. To be called last.
    void keep_as_begun() const;

    [[nodiscard]] const std::filesystem::path& path() const { return folder_; }
    [[nodiscard]] std::filesystem::path file_of(const submission& s) const;
    /// Nothing where there is none, or none that can be read.
    [[nodiscard]] std::optional<graded_submission> load(const submission& s) const;
    void store(const graded_submission& g) const;
    void store(const graded_class& all) const;
    /// Adds a line to times.jsonl, also while others do.
    void note_times(const graded_submission& g, const std::vector<lab_time>& times) const;

    /// An empty folder for one submission's work.
    [[nodiscard]] std::filesystem::path make_work_folder(const submission& s) const;
    void remove_work_folder(const submission& s) const;

private:
    /// Does it hold what was graded? What was only tried binds nobody.
    [[nodiscard]] bool is_begun() const;
    /// The line in the file `name`, which is made with `line` where it is not there.
    [[nodiscard]] std::string kept(const std::string& name, const std::string& line) const;

    std::filesystem::path folder_;
    std::string times_;
};

/// Whether it was made by the class above: the seed tells it from any other folder.
[[nodiscard]] bool is_results_folder(const std::filesystem::path& folder);

/// Throws results_error where one of the files that say how a class was begun was changed or lost
/// since: to go on would mix results that cannot be compared. Nothing is written. Says nothing of
/// folders that hold no results yet.
void require_as_begun(const std::filesystem::path& results);

}  // namespace checker
