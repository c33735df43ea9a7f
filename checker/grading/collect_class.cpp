#include <algorithm>
#include <set>

#include "checker/grading/class_run.hpp"

namespace checker {
namespace {

graded_submission ungraded(const submission& s, const class_terms& terms) {
    graded_submission g;
    g.student = s.student;
    g.file = s.file;
    g.flags.push_back(refusal(terms.tree.say, std::string(not_graded),
                              phrase("This submission is not graded yet.")));
    for (const auto* l : terms.tree.labs) {
        graded_lab none;
        none.lab = l->name();
        none.max_points = l->points;
        g.max_points += l->points;
        g.labs.push_back(std::move(none));
    }
    return g;
}

}  // namespace

graded_class collect_class(const std::vector<submission>& all, const class_terms& terms,
                           const results_folder& results, const class_outcome& outcome) {
    graded_class c;
    c.course = terms.tree.all.title;
    c.tree = terms.version;
    c.device = to_text(terms.device);
    c.seed = terms.seed;
    for (const auto* l : terms.tree.labs) {
        c.labs.push_back({l->name(), l->title, l->points});
    }
    const std::set<const submission*> without(outcome.without_result.begin(),
                                              outcome.without_result.end());
    for (const auto& s : all) {
        auto there = !without.contains(&s) ? results.load(s) : std::nullopt;
        c.submissions.push_back(there ? *std::move(there) : ungraded(s, terms));
    }
    std::sort(c.submissions.begin(), c.submissions.end(),
              [](const auto& a, const auto& b) { return a.file < b.file; });
    return c;
}

}  // namespace checker
