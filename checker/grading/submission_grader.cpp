#include "checker/grading/submission_grader.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include "checker/grading/content_hash.hpp"
#include "checker/grading/lab_grader.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;
using clock = std::chrono::steady_clock;

/// Of all children that have ended.
double cpu_seconds_of_children() {
    rusage use{};
    getrusage(RUSAGE_CHILDREN, &use);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    return seconds(use.ru_utime) + seconds(use.ru_stime);
}

void add_flags(content_hash& hash, const std::vector<flag>& flags) {
    for (const auto& f : flags) {
        hash.add(f.id);
        hash.add(f.message);
    }
}

graded_lab not_looked_at(const lab& l) {
    graded_lab g;
    g.lab = l.name();
    g.max_points = l.points;
    return g;
}

}  // namespace

read_files read_files_of(const submission& s, const class_terms& terms) {
    std::vector<std::string> names;
    for (const auto* l : terms.tree.labs) {
        names.push_back(l->name());
    }
    learner_files files(names, terms.tree.limits.reading, terms.tree.say);
    read_submission(s, files);
    read_files result{files.take(), files.flags(), {}};
    content_hash hash;
    hash.add(terms.version);
    hash.add(s.student);
    add_flags(hash, result.flags);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto& file = result.of_labs[i];
        hash.add(names[i]);
        hash.add(file.content ? "file" : "none");
        hash.add(file.content.value_or(""));
        add_flags(hash, file.flags);
    }
    result.inputs = hash.text();
    return result;
}

graded_submission grade_submission(const submission& s, const read_files& files,
                                   const class_terms& terms, const fs::path& folder,
                                   std::vector<lab_time>& times) {
    graded_submission result;
    result.student = s.student;
    result.file = s.file;
    result.inputs = files.inputs;
    result.flags = files.flags;
    const lab_grader grader(terms.tree, terms.box, terms.seed, terms.gpu);
    for (std::size_t i = 0; i < terms.tree.labs.size(); ++i) {
        const auto& l = *terms.tree.labs[i];
        const auto start = clock::now();
        const auto before = cpu_seconds_of_children();
        result.labs.push_back(files.flags.empty() ? grader.grade(l, files.of_labs[i], folder)
                                                  : not_looked_at(l));
        const std::chrono::duration<double> wall = clock::now() - start;
        times.push_back({l.name(), wall.count(), cpu_seconds_of_children() - before});
        result.points += result.labs.back().points;
        result.max_points += result.labs.back().max_points;
    }
    return result;
}

}  // namespace checker
