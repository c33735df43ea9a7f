#include "checker/grading/formats/csv.hpp"

#include "checker/grading/formats/flags.hpp"
#include "checker/grading/formats/harmless.hpp"
#include "checker/grading/formats/points.hpp"

namespace checker {
namespace {

constexpr const char* line_end = "\r\n";  // as RFC 4180 asks

}  // namespace

std::string grades_csv(const graded_class& c) {
    std::string text = "student";
    for (const auto& lab : c.labs) {
        text += "," + lab.name;
    }
    text += std::string(",total,possible,flags,file") + line_end;
    for (const auto& s : c.submissions) {
        text += csv_field(s.student);
        for (const auto& lab : c.labs) {
            const auto* const graded = find_lab(s, lab.name);
            text += "," + points_in_words(graded == nullptr ? 0 : graded->points);
        }
        text += "," + points_in_words(s.points) + "," + points_in_words(s.max_points) + "," +
                csv_field(flags_in_words(s)) + "," + csv_field(s.file) + line_end;
    }
    return text;
}

}  // namespace checker
