#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "checker/messages/told_error.hpp"

/// The one table of the course, course.toml.
namespace checker {

/// A file of the course that cannot be used: its author is told what to mend, and where.
class course_error : public told_error {
public:
    using told_error::told_error;
};

/// A wrong solution that stands for a misconception, in checker/mutants/NN-slug/NAME.cu.
struct mutant {
    std::string name;
    std::string diagnosis;  ///< the id that it must get, and no other
    std::string idea;       ///< the misconception in a sentence
};

/// A part of a lab's checker that gives points.
struct graded_check {
    std::string name;
    double points = 0;
};

struct lab {
    int number = 0;
    std::string slug;  ///< "streams"
    std::string title;
    double points = 0;
    std::string function;           ///< what lab.hpp asks the learner to define
    std::string starter_diagnosis;  ///< what the untouched starter gets
    std::vector<std::string> hints;
    std::vector<mutant> mutants;
    std::vector<graded_check> checks;

    /// "04-streams": the name of the lab's folders and what a verdict calls it.
    [[nodiscard]] std::string name() const;
};

/// What each check of the lab gives, by its name.
[[nodiscard]] std::map<std::string, double> points_of(const lab& l);

struct course {
    std::string title;
    std::string docs;       ///< where the course text starts, relative to the root
    std::vector<lab> labs;  ///< by number

    /// The lab that "4", "04" or "04-streams" means.
    /// Throws unknown_lab, which names the nearest one.
    [[nodiscard]] const lab& find(std::string_view word) const;
};

/// Nothing is called what was typed for a lab.
class unknown_lab : public told_error {
public:
    using told_error::told_error;
};

/// Throws course_error with file, line and the change to make.
[[nodiscard]] course load_course(const std::filesystem::path& file);

/// Replaces titles and hints by those of a file in another language, which has a [[lab]] with
/// `number`, `title` and `hints` for each. Throws course_error for a lab or a hint too few or too
/// many.
void put_texts(course& all, const std::filesystem::path& file);

}  // namespace checker
