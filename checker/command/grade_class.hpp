#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "checker/command/commands.hpp"
#include "checker/grading/class_run.hpp"

namespace checker {

/// A class, as `lab grade` has read its options.
struct class_to_grade {
    std::filesystem::path folder;
    const std::vector<submission>& all;
    const class_terms& terms;
    const results_folder& results;
};

/// The labs to grade: those asked for; where nothing is asked for and `results` holds a class that
/// was graded, its labs. Throws command_error where both are there and differ: the table of the
/// class would be another. Results that cannot be read count as none.
[[nodiscard]] std::vector<const lab*> labs_of_class(const context& c, const course& all,
                                                    const std::string& asked,
                                                    const std::filesystem::path& results);

/// Whether this process runs what students have written.
[[nodiscard]] bool grades_here(const grade_options& o);

/// Whether only some of the submissions are meant, and others are somebody else's.
[[nodiscard]] bool is_part(const grade_options& o);
/// Those. Throws command_error.
[[nodiscard]] std::vector<submission> part_of(const context& c, const grade_options& o,
                                              const std::vector<submission>& all);
/// A share writes its times to a file of its own. Throws command_error.
[[nodiscard]] std::string times_file_of(const context& c, const grade_options& o);

[[nodiscard]] int processors_here();

/// Which submissions have a result. Grades nothing.
[[nodiscard]] class_outcome look_at_results(const class_to_grade& what);

}  // namespace checker
