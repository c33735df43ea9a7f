#pragma once

#include <filesystem>

#include "checker/course/course.hpp"
#include "checker/grading/formats/grades_page.hpp"
#include "checker/grading/graded.hpp"

namespace checker {

/// Writes the class in every format, each file whole or not at all:
///
///     grades.csv  junit.xml  summary.md  class.html
///     pages/FILE.html         for each student
///     gradescope/FILE.json    results.json for each student
///
/// Who is not graded yet has empty cells in grades.csv and a flag in class.html, and is in nothing
/// else. Throws std::system_error with the file's name.
void write_formats(const graded_class& all, const std::filesystem::path& folder,
                   const page_language& in);

/// The class with the titles that the course has in its reader's language.
[[nodiscard]] graded_class with_titles_of(graded_class c, const course& all);

}  // namespace checker
