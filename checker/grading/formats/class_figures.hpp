#pragma once

#include <string>
#include <utility>
#include <vector>

#include "checker/grading/graded.hpp"

namespace checker {

/// How a class did on one lab.
struct lab_figures {
    const class_lab* what = nullptr;
    int passed = 0;
    int handed_in = 0;                                   ///< something was built, or at least tried
    double mean_points = 0;                              ///< over all submissions
    std::vector<double> points;                          ///< of each submission
    std::vector<std::pair<std::string, int>> diagnoses;  ///< id and how many students, most first
};

[[nodiscard]] std::vector<lab_figures> figures_of_labs(const graded_class& c);

/// The points that the labs of the class give together.
[[nodiscard]] double possible_points(const graded_class& c);

}  // namespace checker
