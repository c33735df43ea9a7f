#include "checker/grading/formats/class_figures.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "checker/grading/formats/points.hpp"

namespace checker {
namespace {

/// Most first, then by name, so that the order is the same everywhere.
std::vector<std::pair<std::string, int>> by_frequency(const std::map<std::string, int>& counts) {
    std::vector<std::pair<std::string, int>> list(counts.begin(), counts.end());
    std::stable_sort(list.begin(), list.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return list;
}

void add(std::map<std::string, int>& counts, const verdict& v) {
    std::set<std::string> ids;  // a student counts once
    for (const auto& d : v.diagnoses) {
        ids.insert(d.id);
    }
    for (const auto& id : ids) {
        ++counts[id];
    }
}

}  // namespace

std::vector<lab_figures> figures_of_labs(const graded_class& c) {
    std::vector<lab_figures> all;
    for (const auto& lab : c.labs) {
        lab_figures figures;
        figures.what = &lab;
        std::map<std::string, int> counts;
        for (const auto& s : c.submissions) {
            const auto* const graded = find_lab(s, lab.name);
            figures.points.push_back(graded == nullptr ? 0 : graded->points);
            if (graded != nullptr && graded->said) {
                ++figures.handed_in;
                figures.passed += is_passed(*graded) ? 1 : 0;
                add(counts, *graded->said);
            }
        }
        const auto sum = std::accumulate(figures.points.begin(), figures.points.end(), 0.0);
        figures.mean_points =
            figures.points.empty() ? 0 : sum / static_cast<double>(figures.points.size());
        figures.diagnoses = by_frequency(counts);
        all.push_back(std::move(figures));
    }
    return all;
}

double possible_points(const graded_class& c) {
    return std::accumulate(c.labs.begin(), c.labs.end(), 0.0,
                           [](double sum, const class_lab& l) { return sum + l.points; });
}

}  // namespace checker
