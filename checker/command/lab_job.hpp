#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "checker/command/context.hpp"
#include "checker/course/course.hpp"
#include "checker/harness/verdict.hpp"
#include "checker/supervise/supervise.hpp"

namespace simcuda::driver {
class preamble_store;
}

namespace checker {

/// Whose code is checked: it decides whether progress is kept, and where the files go.
enum class source_kind : std::uint8_t { learner, solution, other_file };

/// One file to be checked as one lab.
struct lab_job {
    const lab* what = nullptr;
    source_kind kind = source_kind::learner;
    std::filesystem::path source;
    std::string profile = "h200";
    std::uint64_t seed = 1;
    /// For a file that is checked again and again; not owned, null for one that is not.
    simcuda::driver::preamble_store* preambles = nullptr;
    std::string device = "sim";    ///< or "gpu"
    std::string gpu = {};          ///< which of several: its number, empty for the first
    bool times_elsewhere = false;  ///< another run decides about overlap
    bool sizes_of_gpu = false;     ///< the simulated device measures with a GPU's sizes
};

/// What came of it: the verdict, and what the learner's program and the compiler said meanwhile.
struct lab_result {
    verdict said;
    std::string compiler_output;
    std::string program_output;
};

/// The learner's file of a lab.
[[nodiscard]] std::filesystem::path learners_file(const context& c, const lab& l);
/// Throws command_error where a folder has that name.
void require_no_folder(const context& c, const lab& l);
[[nodiscard]] std::filesystem::path solution_file(const context& c, const lab& l);
/// Not where the course was handed out without it.
[[nodiscard]] bool has_solution(const context& c, const lab& l);

/// The folder that a job works in; checks of different files do not disturb each other.
[[nodiscard]] std::filesystem::path run_folder(const context& c, const lab_job& job);

/// What an early end says in the place of a program's own verdict.
[[nodiscard]] verdict open_verdict(const lab_job& job, const check_result& reason);

/// Builds the file against the lab's checker and runs the program under supervision. All that is
/// the learner's to mend is in the verdict. Throws command_error for what is not: no compiler, no
/// space, a file that is not there.
[[nodiscard]] lab_result check_lab(const context& c, const lab_job& job);

/// The same for jobs that differ in profile and seed alone: built once, and run for each.
[[nodiscard]] std::vector<lab_result> check_alike(const context& c,
                                                  const std::vector<lab_job>& jobs);

}  // namespace checker
