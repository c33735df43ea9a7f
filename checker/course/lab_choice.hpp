#pragma once

#include <string_view>
#include <vector>

#include "checker/course/course.hpp"

namespace checker {

/// The labs that "4", "1-12", "1,2,10" or "04-streams" mean, in the course's order and each once;
/// all of them for an empty text. Throws unknown_lab for one that is not there.
[[nodiscard]] std::vector<const lab*> chosen_labs(const course& all, std::string_view choice);

}  // namespace checker
