#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "checker/grading/learner_files.hpp"
#include "checker/supervise/descriptor.hpp"

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
    std::string twin;     ///< the student's other entry, such as ada.zip beside ada; for people
};

/// What a class's folder holds, by name.
struct class_entries {
    std::vector<submission> submissions;
    std::vector<std::string> ignored;  ///< for people: what systems and platforms put beside
};

/// Throws std::system_error when the folder cannot be read.
[[nodiscard]] class_entries entries_of_class(const std::filesystem::path& folder);

/// Finds the labs' files in a submission and hands them to `files`. Follows no links, writes
/// nothing, and throws nothing for anything that a submission can hold. Of a student with two
/// entries neither is read: nobody knows which one counts.
void read_submission(const submission& from, learner_files& files);

/// The parts of it.
void read_folder(const submission& from, learner_files& files);
void read_one_file(const submission& from, learner_files& files);
/// `file` is open for reading, or not open: then that is flagged. Flagged, too, where this was
/// built without libarchive.
void read_archive(const descriptor& file, learner_files& files);
[[nodiscard]] bool can_read_archives();

/// The name without what an archive or a source ends in, such as ".tar.gz".
[[nodiscard]] std::string without_ending(const std::string& name);
[[nodiscard]] bool is_archive_name(std::string_view name);

}  // namespace checker
