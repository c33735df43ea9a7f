#include "checker/grading/class_mistakes.hpp"

#include <algorithm>

#include "checker/grading/results_folder.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

/// labs/ of a course: no student's name, whatever lies beside it.
bool is_labs_folder(const submission& s, const std::vector<std::string>& labs) {
    return s.kind == submission_kind::folder && s.path.filename() == "labs" &&
           std::any_of(labs.begin(), labs.end(), [&](const std::string& lab) {
               return fs::is_regular_file(s.path / lab / "lab.cu");
           });
}

/// One student may have named a file so by mistake; the rest of the class has not.
bool is_called_like_a_lab(const submission& s, const std::vector<std::string>& labs) {
    const auto name = s.path.filename().string();
    if (s.kind == submission_kind::folder) {
        return std::find(labs.begin(), labs.end(), name) != labs.end() &&
               fs::is_regular_file(s.path / "lab.cu");
    }
    return s.kind == submission_kind::one_file &&
           (name == "lab.cu" || std::any_of(labs.begin(), labs.end(), [&](const std::string& lab) {
                return is_named_after(name, lab);
            }));
}

/// What shows that the entries are of one student.
const submission* part_of_one_student(const std::vector<submission>& entries,
                                      const std::vector<std::string>& labs) {
    for (const auto& s : entries) {
        if (is_labs_folder(s, labs)) {
            return &s;
        }
    }
    const bool all_are = std::all_of(entries.begin(), entries.end(), [&](const submission& s) {
        return is_called_like_a_lab(s, labs);
    });
    return all_are && !entries.empty() ? &entries.front() : nullptr;
}

}  // namespace

std::optional<words> why_no_class(const fs::path& folder, const std::vector<submission>& entries,
                                  const std::vector<std::string>& labs) {
    if (is_results_folder(folder)) {
        return phrase(
            "{} holds results of `lab grade`, and no submissions. Name the folder that "
            "was graded; --collect writes all formats anew from results.",
            folder.string());
    }
    const auto* part = part_of_one_student(entries, labs);
    if (part == nullptr) {
        return std::nullopt;
    }
    return phrase(
        "{} looks like what one student hands in: it holds {}. Name the folder above it, "
        "which holds a folder, an archive or a .cu file for each student.",
        folder.string(), part->path.filename().string());
}

}  // namespace checker
