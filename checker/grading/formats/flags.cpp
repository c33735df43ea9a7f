#include "checker/grading/formats/flags.hpp"

#include <algorithm>
#include <map>
#include <set>

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

std::vector<flag_group> flag_groups(const graded_class& c) {
    std::map<std::string, flag_group> groups;
    for (const auto& s : c.submissions) {
        std::set<std::string> own;
        const auto add_all = [&](const std::string& lab, const std::vector<flag>& flags) {
            for (const auto& f : flags) {
                auto& group = groups[f.id];
                group.id = f.id;
                group.effect = std::max(group.effect, f.effect);
                group.entries.push_back({s.student, lab, f.message});
                if (own.insert(f.id).second) {
                    group.students.push_back(s.student);
                }
            }
        };
        add_all("", s.flags);
        for (const auto& l : s.labs) {
            add_all(l.lab, l.flags);
        }
    }
    std::vector<flag_group> rarest_first;
    for (auto& [id, group] : groups) {
        rarest_first.push_back(std::move(group));
    }
    std::stable_sort(rarest_first.begin(), rarest_first.end(), [](const auto& a, const auto& b) {
        return a.students.size() < b.students.size();
    });
    return rarest_first;
}

}  // namespace checker
