#include "checker/grading/lab_grader.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "checker/course/atomic_file.hpp"
#include "checker/grading/overlap_on_gpu.hpp"
#include "checker/grading/refusals.hpp"
#include "checker/grading/student_name.hpp"
#include "checker/grading/submission_build.hpp"
#include "checker/grading/submission_run.hpp"
#include "checker/supervise/judge.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_compiler_output = 8 * 1024;

/// But for the ends of lines, which some editors change.
bool is_same_text(std::string a, std::string b) {
    std::erase(a, '\r');
    std::erase(b, '\r');
    return a == b;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

std::string beginning_of(const std::string& text) {
    if (text.size() <= most_compiler_output) {
        return text;
    }
    const auto end = text.rfind('\n', most_compiler_output);
    return text.substr(0, end == std::string::npos ? most_compiler_output : end) + "\n[...]\n";
}

}  // namespace

std::uint64_t lab_grader::seed_of_run(int run) const {
    // splitmix64: neighbouring seeds have nothing in common.
    std::uint64_t z = seed_ + static_cast<std::uint64_t>(run) * 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
}

graded_lab lab_grader::grade(const lab& l, const found_file& file, const fs::path& folder) const {
    graded_lab result;
    result.lab = l.name();
    result.max_points = l.points;
    result.flags = file.flags;
    if (file.content) {
        if (is_same_text(*file.content, tree_.starters.at(l.name()))) {
            result.flags.push_back(
                note(tree_.say, "starter", phrase("This is the starter as it was handed out.")));
        }
        build_and_run(result, l, *file.content, folder);
    }
    settle(result, folder);
    return result;
}

void lab_grader::build_and_run(graded_lab& result, const lab& l, const std::string& content,
                               const fs::path& folder) const {
    const staged_file file{&l, folder, folder / "lab.cu"};
    write_atomically(file.source, content);
    // Nothing of it has to be compiled to see this.
    if (const auto found = assembly_refusal(content, tree_.say)) {
        result.flags.push_back(*found);
        return;
    }
    const auto built = build_submission(tree_, box_, file);
    if (const auto other = include_refusal(built, tree_, box_, file)) {
        result.flags.push_back(*other);
        return;
    }
    result.compiler_output = built.said;
    const auto found = refusals_of(built, content, tree_.rules, tree_.say);
    result.flags.insert(result.flags.end(), found.begin(), found.end());
    if (built.stopped) {
        return;
    }
    if (built.program.empty()) {
        // A name that nobody defines may be a slip of the pen: the linker tells.
        std::erase_if(result.flags, [](const flag& f) { return f.id == "imports"; });
        result.said =
            verdict_of({l.name(), "sim", "h200", l.points}, tree_.explain_failure(l, built.said));
        result.flags.push_back(
            note(tree_.say, "not-built", phrase("The file does not compile or does not link.")));
        return;
    }
    if (takes_points(result.flags)) {
        return;
    }
    const auto program = folder / "program";
    write_program(program, built.program);
    run(result, file, program);
    if (gpu_ != nullptr) {
        overlap_on_gpu(*gpu_, tree_.say).decide(result, file, program, seed_of_run(1));
    }
}

void lab_grader::run(graded_lab& result, const staged_file& file, const fs::path& program) const {
    auto first = run_submission(tree_, box_, file, program, seed_of_run(1));
    result.flags.insert(result.flags.end(), first.flags.begin(), first.flags.end());
    result.said = std::move(first.said);
    if (result.said->points <= 0 || takes_points(result.flags)) {
        return;
    }
    auto second = run_submission(tree_, box_, file, program, seed_of_run(2));
    if (!agree(*result.said, second.said) || !second.flags.empty()) {
        result.flags.push_back(refusal(
            tree_.say, "runs-disagree",
            phrase("Two runs with different data came to different verdicts ({} points and {}). "
                   "Correct code does not depend on the data: look at this submission.",
                   points_in_words(result.said->points), points_in_words(second.said.points))));
    } else if (second.said.points < result.said->points) {
        // Where points follow a measured share, that differs a little with the data: nobody gets
        // more for the better of two.
        result.said = std::move(second.said);
    }
}

void lab_grader::settle(graded_lab& result, const fs::path& folder) const {
    const auto shorten = [&](std::string& text) {
        replace_all(text, folder.string() + "/", "labs/" + result.lab + "/");
        replace_all(text, tree_.root.string() + "/", "");
    };
    result.compiler_output = beginning_of(result.compiler_output);
    shorten(result.compiler_output);
    if (!result.said) {
        return;
    }
    auto& v = *result.said;
    v.timeline.clear();
    for (auto& check : v.checks) {
        shorten(check.message);
    }
    for (auto& d : v.diagnoses) {
        shorten(d.message);
        for (auto& place : d.where) {
            shorten(place.file);
        }
    }
    const bool counts = !takes_points(result.flags) && v.outcome != status::error &&
                        v.outcome != status::inconclusive;
    result.points = counts ? v.points : 0;
}

}  // namespace checker
