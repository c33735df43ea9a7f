#include "checker/grading/formats/write_formats.hpp"

#include "checker/course/atomic_file.hpp"
#include "checker/grading/formats/csv.hpp"
#include "checker/grading/formats/gradescope.hpp"
#include "checker/grading/formats/junit.hpp"
#include "checker/grading/formats/step_summary.hpp"

namespace checker {

void write_formats(const graded_class& c, const std::filesystem::path& folder,
                   const page_language& in) {
    const std::string pages = "pages";
    std::filesystem::create_directories(folder / pages);
    std::filesystem::create_directories(folder / "gradescope");
    for (const auto& s : c.submissions) {
        write_atomically(folder / pages / (s.file + ".html"), student_page(s, c, in));
        write_atomically(folder / "gradescope" / (s.file + ".json"), gradescope_results(s, in.say));
    }
    write_atomically(folder / "junit.xml", junit_xml(c, in.say));
    write_atomically(folder / "summary.md", step_summary(c, in.say));
    write_atomically(folder / "class.html", class_page(c, pages, in));
    write_atomically(folder / "grades.csv", grades_csv(c));
}

graded_class with_titles_of(graded_class c, const course& all) {
    for (auto& one : c.labs) {
        for (const auto& l : all.labs) {
            one.title = l.name() == one.name ? l.title : one.title;
        }
    }
    return c;
}

}  // namespace checker
