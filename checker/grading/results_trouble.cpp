#include "checker/grading/results_trouble.hpp"

#include <algorithm>
#include <array>

#include "checker/grading/results_folder.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

bool is_in(const fs::path& file, const fs::path& folder) {
    const auto way = file.lexically_relative(folder);
    return !way.empty() && *way.begin() != "..";
}

bool is_one_of(std::error_code why, std::initializer_list<std::errc> all) {
    return std::any_of(all.begin(), all.end(), [&](std::errc each) { return why == each; });
}

bool is_forbidden(std::error_code why) {
    return is_one_of(why, {std::errc::permission_denied, std::errc::operation_not_permitted});
}

bool is_other_kind(std::error_code why) {
    return is_one_of(why, {std::errc::is_a_directory, std::errc::not_a_directory,
                           std::errc::file_exists, std::errc::directory_not_empty});
}

/// The first on the way to `file` that is no folder; `file` itself where all are.
fs::path in_the_way_of(const fs::path& file, const fs::path& results) {
    std::error_code ignored;
    auto so_far = results;
    for (const auto& part : file.lexically_relative(results)) {
        so_far /= part;
        if (!fs::is_directory(so_far, ignored)) {
            return so_far;
        }
    }
    return file;
}

words folder_for_file(const fs::path& place) {
    return phrase(
        "{} is a folder, where `lab grade` keeps a file. Rename it or take it away, and "
        "run the same command again: what is graded stays as it is.",
        place.string());
}

words file_for_folder(const fs::path& place) {
    return phrase(
        "{} is a file, where `lab grade` keeps a folder. Rename it or take it away, and "
        "run the same command again: what is graded stays as it is.",
        place.string());
}

}  // namespace

bool is_trouble_for_all(const file_error& problem, const fs::path& results) {
    const auto why = problem.code();
    if (is_no_room(why) || why == std::errc::read_only_file_system) {
        return true;
    }
    if (!is_in(problem.file(), results)) {
        return false;
    }
    // (what lies in the place of one result leaves room for the others)
    return is_forbidden(why) ||
           (is_other_kind(why) &&
            in_the_way_of(problem.file(), results).parent_path() != results / "submissions");
}

std::optional<words> told_of_results(const file_error& problem, const fs::path& results) {
    const auto why = problem.code();
    if (!is_in(problem.file(), results)) {
        return std::nullopt;
    }
    if (is_no_room(why)) {
        return phrase(
            "The disk is full, or your share of it is used up: {} could not be written. "
            "What is graded stays in {}. Free some space (`df -h` shows how much there "
            "is), and run the same command again: it goes on where it was.",
            problem.file().string(), results.string());
    }
    if (why == std::errc::read_only_file_system) {
        return phrase(
            "{} cannot be written: it lies on a disk that can only be read. What is "
            "graded stays in {}. Make the disk writable, or name another folder in the "
            "command: a copy of this one goes on where it was.",
            problem.file().string(), results.string());
    }
    if (is_forbidden(why)) {
        return phrase(
            "You may not read or write {}. What is graded stays in {}. Have its owner "
            "run the command or let you write there, or name another folder in the "
            "command: a copy of this one goes on where it was.",
            problem.file().string(), results.string());
    }
    if (is_other_kind(why)) {
        const auto place = in_the_way_of(problem.file(), results);
        std::error_code ignored;
        return fs::is_directory(place, ignored) ? folder_for_file(place) : file_for_folder(place);
    }
    return std::nullopt;
}

void require_files_and_folders(const fs::path& results) {
    if (!is_results_folder(results)) {
        return;
    }
    for (const auto* name :
         {"seed", "language", "device", "limits.toml", "begun", "labs", "grades.json", "grades.csv",
          "junit.xml", "summary.md", "class.html", "times.jsonl", ".lock"}) {
        if (fs::is_directory(results / name)) {
            throw results_error(folder_for_file(results / name));
        }
    }
    for (const auto* name : {"submissions", "pages", "gradescope", "slurm"}) {
        if (fs::exists(results / name) && !fs::is_directory(results / name)) {
            throw results_error(file_for_folder(results / name));
        }
    }
}

}  // namespace checker
