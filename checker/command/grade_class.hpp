#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "checker/command/commands.hpp"
#include "checker/grading/class_run.hpp"
#include "checker/supervise/file_lock.hpp"

namespace checker {

/// A class, as `lab grade` has read its options.
struct class_to_grade {
    std::filesystem::path folder;
    const std::vector<submission>& all;
    const std::vector<std::string>& ignored;  ///< what else lies in the folder; for people
    const class_terms& terms;
    const results_folder& results;
};

/// The labs to grade: those asked for; where nothing is asked for and `results` holds a class that
/// was graded, its labs. Throws command_error where both are there and differ: the table of the
/// class would be another, and where its list is damaged. Grades that cannot be read count as none.
[[nodiscard]] std::vector<const lab*> labs_of_class(const context& c, const course& all,
                                                    const std::string& asked,
                                                    const std::filesystem::path& results);

/// The folder that holds the class. Throws command_error where there is none of this name.
[[nodiscard]] std::filesystem::path class_folder(const context& c, const std::string& named);

/// What there is to grade in it. `named`: as somebody wrote it. Throws command_error where it is no
/// class, or an empty one.
[[nodiscard]] class_entries entries_that_count(const context& c, const std::string& named,
                                               const std::filesystem::path& folder);

/// Whether one folder is the other or lies in it, whatever links lead there; `path` need not
/// exist.
[[nodiscard]] bool lies_in(const std::filesystem::path& path, const std::filesystem::path& place);

/// The lab's file as it is handed out. Where the solutions were taken out of the tree, the one in
/// labs/ has to do.
[[nodiscard]] std::string starter_for(const context& c, const lab& l);

/// Whether this process runs what students have written.
[[nodiscard]] bool grades_here(const grade_options& o);

/// Whether only some of the submissions are meant, and others are somebody else's.
[[nodiscard]] bool is_part(const grade_options& o);
/// Those. Throws command_error.
[[nodiscard]] std::vector<submission> part_of(const context& c, const grade_options& o,
                                              const std::vector<submission>& all);
/// A share writes its times to a file of its own. Throws command_error.
[[nodiscard]] std::string times_file_of(const context& c, const grade_options& o);

/// Held while submissions are graded into these results. Shares of a class go side by side, and so
/// do a cluster's tasks and whoever waits for them; a whole class, and a share of the same number,
/// is alone. Throws command_error where somebody else is at work.
class grading_lock {
public:
    grading_lock(const context& c, const grade_options& o, const std::filesystem::path& results);

private:
    file_lock all_;
    std::optional<file_lock> share_;
};

[[nodiscard]] int processors_here();

/// Which submissions have a result. Grades nothing.
[[nodiscard]] class_outcome look_at_results(const class_to_grade& what);

}  // namespace checker
