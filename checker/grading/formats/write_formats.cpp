#include "checker/grading/formats/write_formats.hpp"

#include <set>

#include "checker/course/atomic_file.hpp"
#include "checker/grading/formats/csv.hpp"
#include "checker/grading/formats/gradescope.hpp"
#include "checker/grading/formats/junit.hpp"
#include "checker/grading/formats/points.hpp"
#include "checker/grading/formats/step_summary.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

/// A folder with a file for each student. The file of one who is no longer in the class would be
/// sent to somebody some day.
class files_of_students {
public:
    files_of_students(fs::path folder, std::string ending)
        : folder_(std::move(folder)), ending_(std::move(ending)) {
        fs::create_directories(folder_);
    }

    void write(const graded_submission& s, const std::string& text) {
        write_atomically(folder_ / (s.file + ending_), text);
        written_.insert(s.file + ending_);
    }

    void remove_others() const {
        for (const auto& entry : fs::directory_iterator(folder_)) {
            const auto& file = entry.path();
            if (file.extension() == ending_ && written_.count(file.filename().string()) == 0) {
                fs::remove(file);
            }
        }
    }

private:
    fs::path folder_;
    std::string ending_;
    std::set<std::string> written_;
};

}  // namespace

void write_formats(const graded_class& all, const std::filesystem::path& folder,
                   const page_language& in) {
    const auto c = graded_part(all);
    const std::string pages = "pages";
    files_of_students own_pages(folder / pages, ".html");
    files_of_students results(folder / "gradescope", ".json");
    for (const auto& s : c.submissions) {
        own_pages.write(s, student_page(s, c, in));
        results.write(s, gradescope_results(s, in.say));
    }
    own_pages.remove_others();
    results.remove_others();
    write_atomically(folder / "junit.xml", junit_xml(c, in.say));
    write_atomically(folder / "summary.md", step_summary(c, in.say));
    write_atomically(folder / "class.html", class_page(all, pages, in));
    write_atomically(folder / "grades.csv", grades_csv(all));
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
