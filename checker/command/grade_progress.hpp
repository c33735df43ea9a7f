#pragma once

#include <set>
#include <string>
#include <vector>

#include "checker/command/context.hpp"
#include "checker/grading/class_run.hpp"

namespace checker {

/// Shows how far the grading of a class is: one line that is drawn over and over on a terminal, a
/// line for each submission elsewhere. Goes to standard error: what is printed there is no result.
class grade_progress {
public:
    explicit grade_progress(const context& c, const results_folder& results);
    ~grade_progress();
    grade_progress(const grade_progress&) = delete;
    grade_progress& operator=(const grade_progress&) = delete;

    void finished(const finished_submission& f, const class_progress& p);
    void tick(const class_progress& p);

private:
    void clear();

    const context& context_;
    const results_folder& results_;
    bool is_terminal_;
    bool is_drawn_ = false;
};

/// "about 3 min left"; nothing before there is anything to go by.
[[nodiscard]] std::optional<std::chrono::seconds> time_left(const class_progress& p);

}  // namespace checker
