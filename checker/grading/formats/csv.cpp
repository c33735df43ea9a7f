#include "checker/grading/formats/csv.hpp"

#include "checker/grading/formats/devices.hpp"
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
    // On the simulated device alone every row would say the same.
    const bool has_devices = c.device != "sim";
    text +=
        std::string(",total,possible,flags") + (has_devices ? ",devices" : "") + ",file" + line_end;
    for (const auto& s : c.submissions) {
        // Of who is not graded yet the cells stay empty: a 0 would be taken for a grade.
        const auto cell = [is_there = is_graded(s)](double points) {
            return "," + (is_there ? points_in_words(points) : "");
        };
        text += csv_field(s.student);
        for (const auto& lab : c.labs) {
            const auto* const graded = find_lab(s, lab.name);
            text += cell(graded == nullptr ? 0 : graded->points);
        }
        text += cell(s.points) + "," + points_in_words(s.max_points) + "," +
                csv_field(flags_in_words(s)) +
                (has_devices ? "," + csv_field(devices_in_words(s)) : "") + "," +
                csv_field(s.file) + line_end;
    }
    return text;
}

}  // namespace checker
