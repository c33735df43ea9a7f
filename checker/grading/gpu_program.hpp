#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "checker/harness/verdict.hpp"
#include "checker/messages/translation.hpp"

/// How a lab's program for a GPU is made of a learner's file: by nvcc, objcopy and the linker.
namespace checker {

/// What it is linked from besides the learner's object, and with what. The libraries are built when
/// first asked for.
struct gpu_program_parts {
    std::map<std::string, std::string> checkers;  ///< the lab's name -> its checker's library
    std::vector<std::string> libraries;
    std::vector<std::string> link_arguments;
    std::string nvcc;        ///< may be a script that calls the toolkit's
    std::string toolkit;     ///< the folder that nvcc's compiler, headers and CUPTI are under
    std::string cupti;       ///< its library, or "none"
    std::string arch;        ///< what nvcc is to compile for
    std::string redirected;  ///< file: the functions that a program calls by another name

    /// A checker's library, and all that it needs, in the linker's order.
    [[nodiscard]] std::vector<std::string> linked_with(const std::string& checker) const;
};

/// What nvcc is told that a file is.
enum class nvcc_reads : std::uint8_t { cuda, plain_cpp };

/// SOURCE to OBJECT.
[[nodiscard]] std::vector<std::string> nvcc_line(const std::string& nvcc, const std::string& arch,
                                                 const std::vector<std::filesystem::path>& includes,
                                                 const std::string& source,
                                                 const std::string& object,
                                                 nvcc_reads as = nvcc_reads::cuda);

/// What nvcc is to read `source`, a file's text, as: one after another until it succeeds; what the
/// last says counts. As plain C++ it reads standard headers in a third of the time.
[[nodiscard]] std::vector<nvcc_reads> ways_to_read(std::string_view source);

/// Makes the learner's object call the functions in the file `list` through the checker's book of
/// them. Throws told_error when the list cannot be read.
[[nodiscard]] std::vector<std::string> redirecting_line(const std::filesystem::path& list,
                                                        const std::string& object);

/// `linker`: a C++ compiler's command.
[[nodiscard]] std::vector<std::string> linking_line(const std::vector<std::string>& linker,
                                                    const std::string& object,
                                                    const std::vector<std::string>& linked,
                                                    const std::string& program);

/// The arguments with which objcopy lets an object call the functions listed in the file `list` by
/// the name PREFIX_NAME. Throws told_error when the list cannot be read.
[[nodiscard]] std::vector<std::string> redirections(const std::filesystem::path& list,
                                                    const std::string& prefix);

/// The check that fails where nvcc does not take the file; `output` is what it said.
[[nodiscard]] check_result nvcc_failure(const std::string& output, const translation& say);

}  // namespace checker
