#pragma once

#include <string>

#include "checker/grading/graded.hpp"
#include "checker/messages/translation.hpp"
#include "checker/pages/wording.hpp"

/// Pages of grades: each one file that needs no network and no script, light and dark, for the
/// screen and for paper. The seed is on none of them.
namespace checker {

/// How pages speak: their own words, and the names of checks.
struct page_language {
    wording words = wording::in("en");
    translation say;
};

/// What one student gets: nothing on it is about anybody else, and no flag that only the instructor
/// should see.
[[nodiscard]] std::string student_page(const graded_submission& s, const graded_class& c,
                                       const page_language& in);

/// What the instructor looks at: figures of each lab, what to look at, everybody's points.
/// Who is not graded yet is among the flags only. `folder` is where the students' pages are, from
/// where this page will be.
[[nodiscard]] std::string class_page(const graded_class& all, const std::string& folder,
                                     const page_language& in);

/// A page around `body`.
[[nodiscard]] std::string plain_page(const std::string& title, const std::string& body,
                                     const wording& words);

}  // namespace checker
