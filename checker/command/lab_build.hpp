#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "checker/command/context.hpp"
#include "checker/command/lab_job.hpp"

namespace checker {

struct built_program {
    std::filesystem::path program;
    std::string compiler_output;
    std::optional<check_result> failure;  ///< the check that failed instead of a program
};

/// Compiles the job's file for the simulated device and links it with the lab's checker.
/// Throws command_error for what the learner's code is not to blame for.
[[nodiscard]] built_program build_program(const context& c, const lab_job& job,
                                          const std::filesystem::path& folder);

/// The check that failed, from what the compiler and the linker said of the file `source` (as it is
/// shown). Throws command_error where a part of the course is missing.
[[nodiscard]] check_result build_failure(const std::string& output, const context& c, const lab& l,
                                         const std::string& source);

/// Paragraphs of a message in the reader's language.
[[nodiscard]] std::string paragraphs(const std::vector<words>& all, const translation& say);

/// For a linker's complaint that is none of the known ones.
[[nodiscard]] std::vector<words> unknown_link_complaint();

/// The linker's complaint in a few paragraphs, if it is one that learners meet: a function that
/// lab.hpp asks for and the file does not define, or a second main. `contract` is the path of
/// lab.hpp.
[[nodiscard]] std::optional<std::vector<words>> link_complaint(const std::string& linker_output,
                                                               const std::string& function,
                                                               const std::string& file,
                                                               const std::string& contract);

}  // namespace checker
