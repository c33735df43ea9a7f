#include "checker/command/grade_summary.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "checker/grading/formats/flags.hpp"
#include "checker/grading/formats/points.hpp"

namespace checker {
namespace {

/// The first few, for one line.
words some_of(const std::vector<std::string>& names) {
    constexpr std::size_t most = 5;
    std::vector<words> some(
        names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size())));
    return names.size() <= most ? listed(some)
                                : phrase("{} and {} more", listed(some), names.size() - most);
}

}  // namespace

void print_summary(const context& c, const class_to_grade& what, const graded_class& whole) {
    const auto all = graded_part(whole);
    fmt::print("{}\n", c.say(phrase("Submissions: {}", all.submissions.size())));
    for (std::size_t i = 0; i < all.labs.size(); ++i) {
        int full = 0;
        int none = 0;
        double sum = 0;
        for (const auto& s : all.submissions) {
            const auto points = s.labs[i].points;
            full += points >= all.labs[i].points ? 1 : 0;
            none += points <= 0 ? 1 : 0;
            sum += points;
        }
        const auto count = static_cast<double>(std::max<std::size_t>(1, all.submissions.size()));
        fmt::print(
            "  {}  {}\n", padded(all.labs[i].name, 22),
            c.say(phrase("full points: {}, none: {}, mean {} of {}", full, none,
                         points_in_words(sum / count), points_in_words(all.labs[i].points))));
    }
    if (const auto groups = flag_groups(whole); !groups.empty()) {
        fmt::print("{}\n", c.say(phrase("Look at these, by flag and number of submissions:")));
        for (const auto& group : groups) {
            fmt::print("  {}  {}  {}\n", padded(group.id, 22),
                       padded(std::to_string(group.students.size()), 3),
                       c.say(some_of(group.students)));
        }
    }
    if (!what.ignored.empty()) {
        fmt::print("{}\n",
                   c.say(phrase("Ignored, as nobody's submission: {}.", some_of(what.ignored))));
    }
    fmt::print("{}\n",
               c.say(phrase("Results: {}", (what.results.path() / "grades.json").string())));
}

}  // namespace checker
