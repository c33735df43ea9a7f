#include "checker/grading/lab_grader.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "checker/course/atomic_file.hpp"
#include "checker/grading/foreign_include.hpp"
#include "checker/grading/source_scan.hpp"
#include "checker/grading/student_name.hpp"
#include "checker/grading/submission_build.hpp"
#include "checker/grading/submission_run.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_compiler_output = 8 * 1024;

bool has_refusal(const std::vector<flag>& flags) {
    return std::any_of(flags.begin(), flags.end(),
                       [](const flag& f) { return f.effect == flag_effect::no_points; });
}

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

/// In the source as it stands, or in the text with its macros expanded.
std::optional<flag> assembly_in(const std::string& source, const built_submission& built,
                                const translation& say) {
    if (const auto lines = lines_with_assembly(source); !lines.empty()) {
        return refusal(say, "assembly",
                       phrase("Line {} holds assembly (asm), which no lab needs. The code was not "
                              "run.",
                              lines.front()));
    }
    if (built.expanded && !lines_with_assembly(*built.expanded).empty()) {
        return refusal(say, "assembly",
                       phrase("A macro's name is put together to assembly (asm), which no lab "
                              "needs. The code was not run."));
    }
    return std::nullopt;
}

verdict failed(const lab& l, check_result reason) {
    verdict v;
    v.lab = l.name();
    v.profile = "h200";
    v.outcome = status::fail;
    v.max_points = l.points;
    v.checks.push_back(std::move(reason));
    return v;
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
    if (const auto found = assembly_in(content, {}, tree_.say)) {
        result.flags.push_back(*found);
        return;
    }
    const auto built = build_submission(tree_, box_, file);
    if (const auto other = foreign_include(built.included, tree_.root, l.name(),
                                           shown_source(tree_, file, box_))) {
        result.flags.push_back(refusal(tree_.say, "include",
                                       phrase("It includes {}, which is not for this lab. The code "
                                              "was not run.",
                                              *other)));
        return;
    }
    result.compiler_output = built.said;
    if (built.stopped) {
        result.flags.push_back(*built.stopped);
        return;
    }
    if (const auto found = assembly_in(content, built, tree_.say)) {
        result.flags.push_back(*found);
    }
    if (!built.listing.sections_and_symbols.empty()) {
        const auto found = scan_object(built.listing, tree_.rules, tree_.say);
        result.flags.insert(result.flags.end(), found.begin(), found.end());
    }
    if (built.program.empty()) {
        // A name that nobody defines may be a slip of the pen: the linker tells.
        std::erase_if(result.flags, [](const flag& f) { return f.id == "imports"; });
        result.said = failed(l, tree_.explain_failure(l, built.said));
        result.flags.push_back(
            note(tree_.say, "not-built", phrase("The file does not compile or does not link.")));
        return;
    }
    if (has_refusal(result.flags)) {
        return;
    }
    const auto program = folder / "program";
    write_atomically(program, built.program);
    fs::permissions(program, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::group_read |
                                 fs::perms::group_exec | fs::perms::others_read |
                                 fs::perms::others_exec);
    run(result, file, program);
}

void lab_grader::run(graded_lab& result, const staged_file& file, const fs::path& program) const {
    auto first = run_submission(tree_, box_, file, program, seed_of_run(1));
    result.flags.insert(result.flags.end(), first.flags.begin(), first.flags.end());
    result.said = std::move(first.said);
    if (result.said->points <= 0 || has_refusal(result.flags)) {
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
    const bool counts = !has_refusal(result.flags) && v.outcome != status::error &&
                        v.outcome != status::inconclusive;
    result.points = counts ? v.points : 0;
}

}  // namespace checker
