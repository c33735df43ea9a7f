#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/grading/submission_build.hpp"

/// Why a learner's file is not run, from what is seen of it before and after it was built.
namespace checker {

/// It includes what is not for it: nothing that the compiler said of it may be shown.
[[nodiscard]] std::optional<flag> include_refusal(const built_submission& built,
                                                  const grading_tree& tree, const sandbox& box,
                                                  const staged_file& file);

/// Assembly in the source as it stands.
[[nodiscard]] std::optional<flag> assembly_refusal(const std::string& source,
                                                   const translation& say);

/// All else; empty where it may run.
[[nodiscard]] std::vector<flag> refusals_of(const built_submission& built,
                                            const std::string& source, const symbol_rules& rules,
                                            const translation& say);

/// Puts a program where the sandbox shows it from.
void write_program(const std::filesystem::path& file, const std::string& bytes);

}  // namespace checker
