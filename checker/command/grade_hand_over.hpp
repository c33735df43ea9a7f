#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "checker/command/commands.hpp"
#include "checker/command/context.hpp"

/// What `lab grade` does besides grading: formats anew, and files for other programs. Each returns
/// the exit status, and throws command_error for what its user has to change.
namespace checker {

/// What of this was asked for, with its exit status; nothing where a class is to be graded.
[[nodiscard]] std::optional<int> run_hand_over(const context& c, const grade_options& o);

struct collect_options {
    std::string results;  ///< a folder that `lab grade --out` has filled
};
[[nodiscard]] int run_collect(const context& c, const collect_options& o);

struct autograder_options {
    std::string folder;                 ///< made; must not be there, or be empty
    std::string labs = "1-12";          ///< as `lab grade --labs` takes them
    std::optional<std::uint64_t> seed;  ///< a secret one is made where there is none
};
[[nodiscard]] int run_autograder_folder(const context& c, const autograder_options& o);

struct workflow_options {
    std::string file;
    std::string labs = "1-12";
};
[[nodiscard]] int run_workflow_file(const context& c, const workflow_options& o);

struct similar_options {
    std::string submissions;  ///< the class's folder
    std::string tool;         ///< jplag or moss
    std::string folder;       ///< made; must not be there, or be empty
    std::string labs;         ///< empty: all
};
[[nodiscard]] int run_similar(const context& c, const similar_options& o);

}  // namespace checker
