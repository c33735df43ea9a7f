#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "checker/grading/learner_files.hpp"

namespace checker {

enum class submission_kind : std::uint8_t {
    folder,
    archive,
    one_file,  ///< a .cu file, of the one lab that is graded
    unknown,   ///< something else: no points, and flagged
};

/// One entry of the class's folder.
struct submission {
    std::filesystem::path path;
    submission_kind kind = submission_kind::unknown;
    std::string student;  ///< for people: valid UTF-8
    std::string file;     ///< for names of files: safe and unique in the class
};

/// The entries of a class's folder by name, without those whose name begins with a dot. A student
/// with both a folder and an archive is there twice. Throws std::system_error when the folder
/// cannot be read.
[[nodiscard]] std::vector<submission> find_submissions(const std::filesystem::path& folder);

/// Finds the labs' files in a submission and hands them to `files`. Follows no links, writes
/// nothing, and throws nothing for anything that a submission can hold.
void read_submission(const submission& from, learner_files& files);

/// The parts of it.
void read_folder(const submission& from, learner_files& files);
void read_one_file(const submission& from, learner_files& files);
/// Flagged where this was built without libarchive.
void read_archive(const submission& from, learner_files& files);
[[nodiscard]] bool can_read_archives();

/// The name without what an archive or a source ends in, such as ".tar.gz".
[[nodiscard]] std::string without_ending(const std::string& name);

}  // namespace checker
