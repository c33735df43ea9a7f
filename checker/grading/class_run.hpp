#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/course/file_error.hpp"
#include "checker/grading/results_folder.hpp"
#include "checker/grading/submission_grader.hpp"
#include "checker/messages/words.hpp"

namespace checker {

/// What is done about a submission that has no result from the inputs that it has now.
enum class without_result : std::uint8_t { grade, leave };

/// How one submission fared.
enum class submission_end : std::uint8_t {
    graded,
    kept,    ///< its result was there, from the same inputs
    left,    ///< it has no result
    failed,  ///< it has none for a reason that is not the submission's
};

struct finished_submission {
    const submission* which = nullptr;
    submission_end how = submission_end::graded;
    words problem;  ///< failed only: what went wrong
};

struct class_progress {
    int total = 0;
    int graded = 0;
    int kept = 0;
    int left = 0;
    int failed = 0;
    std::chrono::duration<double> elapsed{0};

    [[nodiscard]] int done() const { return graded + kept + left + failed; }
};

/// Whoever shows how far it is.
struct class_watcher {
    std::function<void(const finished_submission&, const class_progress&)> finished;
    std::function<void(const class_progress&)> tick;  ///< a few times a second
};

struct class_outcome {
    bool was_interrupted = false;
    std::optional<file_error> stopped_by;           ///< what one met and all others would have, too
    std::vector<const submission*> without_result;  ///< in the class's order
};

/// Grades submissions, `jobs` at a time, each read and graded in a process of its own: whatever
/// happens to one, the others go on, but for what would happen to all of them. SIGINT and SIGTERM
/// end it in order; what was done stays done. To be called where this process has no other threads
/// and children.
[[nodiscard]] class_outcome run_class(const std::vector<submission>& all, const class_terms& terms,
                                      const results_folder& results, int jobs, without_result then,
                                      const class_watcher& watcher);

/// The results that are there, put together. Those that `outcome` names have no points and a flag.
[[nodiscard]] graded_class collect_class(const std::vector<submission>& all,
                                         const class_terms& terms, const results_folder& results,
                                         const class_outcome& outcome);

}  // namespace checker
