#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "checker/messages/translation.hpp"

/// Handing a class over to a program that finds similar submissions. We write none.
namespace checker {

enum class similarity_tool : std::uint8_t { jplag, moss };

/// A student's file for a lab.
struct handed_in {
    std::string student;  ///< a name that is safe in file names and unique in the class
    std::string lab;      ///< "04-streams"
    std::string text;
};

/// The starter of a lab: what everybody has is no sign of anything.
struct starter_text {
    std::string lab;
    std::string text;
};

struct files_to_compare {
    /// By their path: for each lab that at least two have handed in `LAB/submissions/STUDENT/lab.*`
    /// and `LAB/base/lab.*`, and a README.md with the command for each.
    std::map<std::filesystem::path, std::string> files;
    int compared = 0;  ///< of students
    int starters = 0;  ///< left out, as they are the starter itself
    int alone = 0;     ///< left out, as nobody else has handed in that lab
};

[[nodiscard]] files_to_compare similarity_files(similarity_tool tool,
                                                const std::vector<handed_in>& files,
                                                const std::vector<starter_text>& starters,
                                                const translation& say);

}  // namespace checker
