#include "checker/grading/formats/flags.hpp"

#include <algorithm>

namespace checker {
namespace {

void add(std::string& list, const std::string& one) {
    list += (list.empty() ? "" : "; ") + one;
}

void add_reasons(std::vector<flag>& to, const std::vector<flag>& from) {
    std::copy_if(from.begin(), from.end(), std::back_inserter(to),
                 [](const flag& f) { return f.effect == flag_effect::no_points; });
}

}  // namespace

std::string flags_in_words(const graded_submission& s) {
    std::string list;
    for (const auto& f : s.flags) {
        add(list, f.id);
    }
    for (const auto& l : s.labs) {
        for (const auto& f : l.flags) {
            add(list, l.lab + ": " + f.id);
        }
    }
    return list;
}

std::vector<flag> reasons_for_no_points(const graded_submission& s, const graded_lab& l) {
    std::vector<flag> reasons;
    add_reasons(reasons, s.flags);
    add_reasons(reasons, l.flags);
    return reasons;
}

}  // namespace checker
