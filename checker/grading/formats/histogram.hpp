#pragma once

#include <string>
#include <vector>

namespace checker {

/// How many of a class got how many points: ten steps of equal width, and one for all of them.
struct histogram {
    struct step {
        double from = 0;  ///< points, included
        double to = 0;    ///< not included; the last step is the full points alone
        int count = 0;
    };
    std::vector<step> steps;
    double possible = 0;
};

[[nodiscard]] histogram histogram_of(const std::vector<double>& points, double possible);

/// A small picture for a page. `title` and the steps in words are its text alternative.
[[nodiscard]] std::string svg_of(const histogram& h, const std::string& title,
                                 const std::vector<std::string>& steps_in_words);

}  // namespace checker
