#pragma once

#include <functional>

#include "checker/command/context.hpp"
#include "checker/course/progress.hpp"

namespace checker {

/// What the learner has done so far. Says on standard error what is wrong with a damaged record.
[[nodiscard]] progress read_progress(const context& c);

/// Changes the record while no other command does.
void change_progress(const context& c, const std::function<void(progress&)>& change);

/// The first lab that was not passed yet; null when all were.
[[nodiscard]] const lab* next_lab(const course& all, const progress& done);

}  // namespace checker
