#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/command/last_check.hpp"
#include "checker/course/progress.hpp"
#include "checker/pages/wording.hpp"

namespace checker {

/// A lab as the report tells it.
struct reported_lab {
    const lab* what = nullptr;
    lab_progress progress;
    std::optional<last_check> check;
    std::optional<verdict> reference;  ///< its picture is shown, too
};

/// The whole course in one page.
[[nodiscard]] std::string report_page(const context& c, const course& all,
                                      const std::vector<reported_lab>& labs, const wording& words);

}  // namespace checker
