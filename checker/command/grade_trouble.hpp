#pragma once

#include <filesystem>
#include <functional>

#include "checker/command/context.hpp"
#include "checker/course/file_error.hpp"

namespace checker {

/// Says what is in the way in a folder with results, as command_error; throws `problem` where that
/// is not in there.
[[noreturn]] void complain_of_results(const context& c, const file_error& problem,
                                      const std::filesystem::path& results, int status);

/// Does `work` on these results; what goes wrong with them is said as above, and results_error,
/// too.
int with_results(const context& c, const std::filesystem::path& results,
                 const std::function<int()>& work);

}  // namespace checker
