#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/harness/verdict.hpp"

/// What grading says about a class, and its JSON form: the files that `lab grade` leaves, and what
/// every other format is made from.
///
/// None of it holds a time, a date or a path of the machine: grading the same submissions with the
/// same seed and the same course gives the same bytes. How long things took is in times.json.
namespace checker {

/// What a flag does: `note` tells the instructor, `no_points` is why there are none.
enum class flag_effect : std::uint8_t { note, no_points };

[[nodiscard]] std::string_view to_text(flag_effect e);
/// Throws std::invalid_argument for any other word.
[[nodiscard]] flag_effect flag_effect_from_text(std::string_view text);

/// Something that the instructor should know of a submission, such as `missing`, `imports` or
/// `runs-disagree`. The id never changes its meaning; the message is for people.
struct flag {
    std::string id;
    std::string message;
    flag_effect effect = flag_effect::note;

    friend bool operator==(const flag&, const flag&) = default;
};

[[nodiscard]] bool takes_points(const std::vector<flag>& flags);

/// The flag of a submission that has no result yet.
inline constexpr std::string_view not_graded = "not-graded";

/// One lab of one submission.
struct graded_lab {
    std::string lab;              ///< "04-streams"
    std::optional<verdict> said;  ///< absent where nothing was built or run; flags say why
    double points = 0;            ///< 0 with any flag of `no_points`, whatever the verdict says
    double max_points = 0;
    std::vector<flag> flags;
    std::string compiler_output;  ///< what the compiler said of a file that does not build

    friend bool operator==(const graded_lab&, const graded_lab&) = default;
};

/// All of one student's. Text is valid UTF-8 and holds no control characters but in messages.
struct graded_submission {
    std::string student;  ///< the folder's or archive's name, without what an archive ends in
    std::string file;    ///< a name made from it that is safe in file names and unique in the class
    std::string inputs;  ///< hash of all that decided the result; same inputs, same result
    std::vector<graded_lab> labs;  ///< in the course's order, each lab that was asked for
    std::vector<flag> flags;       ///< of the submission as a whole
    double points = 0;             ///< the sum over the labs
    double max_points = 0;

    friend bool operator==(const graded_submission&, const graded_submission&) = default;
};

/// A lab as the class has it, so that readers of the results need no course.toml.
struct class_lab {
    std::string name;   ///< "04-streams"
    std::string title;  ///< English
    double points = 0;

    friend bool operator==(const class_lab&, const class_lab&) = default;
};

struct graded_class {
    static constexpr int schema = 1;

    std::string course;  ///< its title
    std::string tree;    ///< the instructor's tree: a hash over all that takes part in grading
    std::string device = "sim";  ///< or "both": see grading_device
    std::uint64_t seed = 0;      ///< secret while the class is being graded
    std::vector<class_lab> labs;
    std::vector<graded_submission> submissions;  ///< sorted by `file`

    friend bool operator==(const graded_class&, const graded_class&) = default;
};

/// A JSON object over several lines, members in the order of the struct, ended by a line's end.
/// Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string to_json(const graded_submission& s);
[[nodiscard]] std::string to_json(const graded_class& c);

/// Both throw std::invalid_argument that says which member is missing or of the wrong kind.
[[nodiscard]] graded_submission graded_submission_from_json(std::string_view text);
[[nodiscard]] graded_class graded_class_from_json(std::string_view text);

/// Points as people write them: "7", "7.5", "6.67".
[[nodiscard]] std::string points_in_words(double points);

}  // namespace checker
