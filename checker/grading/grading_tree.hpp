#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "checker/course/course.hpp"
#include "checker/grading/grading_limits.hpp"
#include "checker/grading/sandbox.hpp"
#include "checker/grading/symbol_rules.hpp"
#include "checker/harness/verdict.hpp"
#include "checker/messages/language.hpp"
#include "checker/messages/translation.hpp"

namespace checker {

/// The instructor's own tree: all that a submission's file is built with and checked by.
struct grading_tree {
    std::filesystem::path root;      ///< course.toml, labs/, common/
    std::filesystem::path build;     ///< where Meson built the checkers
    std::filesystem::path builder;   ///< the program build-submission
    std::filesystem::path messages;  ///< the catalogue of diagnoses, in the instructor's language
    std::filesystem::path phrases;   ///< empty for English
    language speaks = language::english;
    translation say;

    course all;
    std::vector<const lab*> labs;                 ///< those that are graded, in the course's order
    std::map<std::string, std::string> starters;  ///< a lab's name -> what it is handed out as
    std::map<std::string, std::string> checkers;  ///< a lab's name -> its checker's library
    std::vector<std::string> libraries;           ///< linked with it, in the linker's order
    std::vector<std::string> link_arguments;

    symbol_rules rules;
    std::filesystem::path limits_file;
    grading_limits limits;

    /// What a build's failure is called in a verdict, from the compiler's and the linker's words.
    std::function<check_result(const lab& of, const std::string& output)> explain_failure;
};

/// A hash over all sources that take part in grading: another one, other results.
[[nodiscard]] std::string version_of(const grading_tree& tree);

}  // namespace checker
