#include "checker/grading/formats/devices.hpp"

namespace checker {

std::set<std::string> gpus_of(const graded_submission& s) {
    std::set<std::string> names;
    for (const auto& l : s.labs) {
        // (a file that nvcc does not take has met no GPU)
        if (l.said && l.said->device != "sim" && !l.said->profile.empty()) {
            names.insert(l.said->profile);
        }
    }
    return names;
}

std::set<std::string> gpus_of(const graded_class& c) {
    std::set<std::string> names;
    for (const auto& s : c.submissions) {
        names.merge(gpus_of(s));
    }
    return names;
}

std::string devices_in_words(const graded_submission& s) {
    std::string list = "sim";
    for (const auto& gpu : gpus_of(s)) {
        list += "; " + gpu;
    }
    return list;
}

}  // namespace checker
