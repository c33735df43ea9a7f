#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "checker/grading/gpu_access.hpp"
#include "checker/grading/gpu_program.hpp"
#include "checker/grading/grading_tree.hpp"
#include "checker/grading/object_scan.hpp"

namespace checker {

/// A learner's file, put where only this submission's work is done.
struct staged_file {
    const lab* of = nullptr;
    std::filesystem::path folder;  ///< of this submission alone, ours to write to
    std::filesystem::path source;  ///< the file, in that folder
};

struct built_submission {
    std::string said;                     ///< by the compiler and the linker
    object_listing listing;               ///< empty where it did not compile
    std::optional<std::string> expanded;  ///< the source with its macros expanded, where that tells
    std::string included;                 ///< all files of it, as `-M` tells; without a sandbox
    std::string step;                     ///< for a GPU: the last, "compiles" or "links"
    std::string program;                  ///< its bytes; empty where it was not built
    std::optional<flag> stopped;          ///< it took more than it may
};

/// The learner's file as the programs in the sandbox see it: in the place of the lab's own.
[[nodiscard]] std::filesystem::path shown_source(const grading_tree& tree, const staged_file& file,
                                                 const sandbox& box);

/// Compiles and links in the sandbox. Throws std::runtime_error where that went wrong for a reason
/// that is not in the file: no compiler, a sandbox that cannot be made.
[[nodiscard]] built_submission build_submission(const grading_tree& tree, const sandbox& box,
                                                const staged_file& file);

/// The same for a GPU, with nvcc.
[[nodiscard]] built_submission build_submission_for_gpu(const grading_tree& tree,
                                                        const sandbox& box,
                                                        const gpu_program_parts& parts,
                                                        const gpu_access& gpu,
                                                        const staged_file& file);

/// The flag for a program or a compiler that was stopped at one of its limits; nothing for one that
/// ended on its own. The id is `time`, `memory`, `output` or `processes`.
[[nodiscard]] std::optional<flag> limit_passed(const outcome& o, const limits& most,
                                               const translation& say);

}  // namespace checker
