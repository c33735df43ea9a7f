#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "checker/command/commands.hpp"
#include "checker/command/grade_class.hpp"
#include "checker/command/grade_compiler.hpp"
#include "checker/command/grade_gpu.hpp"
#include "checker/command/grade_hand_over.hpp"
#include "checker/command/grade_progress.hpp"
#include "checker/command/grade_slurm.hpp"
#include "checker/command/grade_summary.hpp"
#include "checker/command/grade_trouble.hpp"
#include "checker/command/lab_build.hpp"
#include "checker/command/lab_choice.hpp"
#include "checker/command/program_parts.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/grading/class_run.hpp"
#include "checker/grading/formats/write_formats.hpp"
#include "checker/grading/kept_preambles.hpp"
#include "checker/grading/results_trouble.hpp"
#include "checker/grading/submissions.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

constexpr int exit_interrupted = 130;

[[noreturn]] void misused(const context& c, const words& message) {
    throw command_error(exit_with::usage, c.say(message));
}

grading_limits limits_in(const context& c, const fs::path& file) {
    if (!fs::is_regular_file(file)) {
        misused(c, phrase("There is no file {}. --limits takes a table like "
                          "checker/grading/limits.toml.",
                          c.shown(file)));
    }
    try {
        return grading_limits::load(file);
    } catch (const course_error& problem) {
        misused(c, problem.said());
    }
}

/// Verdicts and flags are said as this context says things.
void speak(grading_tree& tree, const context& c) {
    tree.messages = c.messages();
    tree.phrases = c.phrases();
    tree.speaks = c.speaks;
    tree.say = c.say;
    tree.explain_failure = [c](const lab& l, const std::string& output) {
        return build_failure(output, c, l, "labs/" + l.name() + "/lab.cu");
    };
}

/// The tree's own limits, for who asks for no others.
fs::path usual_limits(const context& c) {
    return c.root / "checker" / "grading" / "limits.toml";
}

/// Those asked for, those that the results were begun with, or the usual ones.
fs::path limits_file_of(const context& c, const grade_options& o, const fs::path& results) {
    if (!o.limits.empty()) {
        return c.started / o.limits;
    }
    const auto begun_with = results / "limits.toml";
    return is_results_folder(results) && fs::is_regular_file(begun_with) ? begun_with
                                                                         : usual_limits(c);
}

grading_tree tree_of(const context& c, const grade_options& o, const fs::path& results) {
    grading_tree tree;
    const auto own = c.root / "checker" / "grading";
    tree.limits_file = limits_file_of(c, o, results);
    tree.limits = limits_in(c, tree.limits_file);
    const auto parts = load_program_parts(c.build);
    tree.root = c.root;
    tree.build = c.build;
    tree.builder = c.build / "checker" / "grading" / "build-submission";
    tree.all = c.load();
    tree.checkers = parts.checkers;
    tree.libraries = parts.libraries;
    tree.link_arguments = parts.link_arguments;
    tree.rules = symbol_rules::load(own / "allowed_symbols.toml");
    speak(tree, c);
    return tree;
}

sandbox sandbox_for(const context& c, const grade_options& o) {
    if (o.where == grade_where::open) {
        return sandbox::none();
    }
    words why;
    if (auto box = sandbox::find(why)) {
        return *std::move(box);
    }
    misused(c, phrase("{}\nWithout a sandbox students' code can read and change whatever you can: "
                      "--no-sandbox runs it nevertheless.",
                      why));
}

/// With commas between, as --labs takes them.
std::string names_of(const std::vector<const lab*>& labs) {
    std::string names;
    for (const auto* l : labs) {
        names += (names.empty() ? "" : ",") + l->name();
    }
    return names;
}

/// The sandbox that will be used: with Slurm one like this machine's, where it makes one.
sandbox box_of_grading(const grade_options& o, const sandbox& here) {
    words why;
    const auto found =
        grades_here(o) || o.where == grade_where::open ? std::nullopt : sandbox::find(why);
    return found.value_or(here);
}

fs::path results_place(const fs::path& submissions, const context& c, const grade_options& o) {
    if (!o.out.empty()) {
        return (c.started / o.out).lexically_normal();
    }
    auto beside = submissions;
    beside += "-grades";
    return beside;
}

/// What others compute must not show in what is measured on a GPU.
int usual_jobs(grading_device device) {
    return device == grading_device::both ? std::max(1, processors_here() / 2) : processors_here();
}

class_outcome grade_here(const context& c, const grade_options& o, const class_to_grade& what,
                         const std::vector<submission>& own) {
    grade_progress shown(c, what.results);
    const class_watcher watcher{[&](const auto& f, const auto& p) { shown.finished(f, p); },
                                [&](const auto& p) { shown.tick(p); }};
    const int jobs = o.jobs > 0 ? o.jobs : usual_jobs(what.terms.device);
    auto outcome = run_class(own, what.terms, what.results, jobs, without_result::grade, watcher);
    if (outcome.stopped_by) {
        complain_of_results(c, *outcome.stopped_by, what.results.path(), exit_with::our_error);
    }
    if (outcome.was_interrupted) {
        throw command_error(
            exit_interrupted,
            c.say(phrase("Stopped. The same command goes on where it was: what is graded stays in "
                         "{}.",
                         what.results.path().string())));
    }
    return outcome;
}

int put_together(const context& c, const class_to_grade& what, const class_outcome& outcome) {
    const auto all = collect_class(what.all, what.terms, what.results, outcome);
    what.results.store(all);
    write_formats(with_titles_of(all, what.terms.tree.all), what.results.path(),
                  {wording::in(tag_of(c.speaks)), c.say});
    print_summary(c, what, all);
    if (const auto& missing = outcome.without_result; !missing.empty()) {
        throw command_error(
            exit_with::our_error,
            c.say(phrase("Not graded: {} of {}, the first of them {}. Their points are left empty; "
                         "the same command without --collect tries them again.",
                         missing.size(), what.all.size(), missing.front()->student)));
    }
    return exit_with::success;
}

int grade(const context& c, const grade_options& o, const class_to_grade& what) {
    if (o.what == grade_what::collected_only) {
        return put_together(c, what, look_at_results(what));
    }
    const grading_lock alone(c, o, what.results.path());
    // For Slurm too: so that not each of its first tasks makes them.
    keep_preambles(what.terms.tree);
    if (grades_here(o) && is_part(o)) {
        const auto part = part_of(c, o, what.all);
        const auto outcome = grade_here(c, o, what, part);
        if (!o.share.empty()) {
            fmt::print("{}\n", c.say(phrase("Share {} is done: {} of {} submissions. When all "
                                            "shares are, `{} grade {} --out {} --collect` writes "
                                            "all formats.",
                                            o.share, part.size() - outcome.without_result.size(),
                                            part.size(), c.command, o.folder,
                                            what.results.path().string())));
        }
        return outcome.without_result.empty() ? exit_with::success : exit_with::our_error;
    }
    if (grades_here(o)) {
        return put_together(c, what, grade_here(c, o, what, what.all));
    }
    return grade_with_slurm(c, o, what) == slurm_end::going_on
               ? exit_with::success
               : put_together(c, what, look_at_results(what));
}

/// With --device both, or into results that were begun so.
bool measures_on_gpu(const grade_options& o, const fs::path& out) {
    const bool was_begun_so = is_results_folder(out) && fs::exists(out / "device");
    return o.device ? *o.device == grading_device::both : was_begun_so;
}

void refuse_without_gpu(const context& c, const grade_options& o, const fs::path& out) {
    if (measures_on_gpu(o, out)) {
        return;
    }
    if (!o.gpu.empty()) {
        misused(c, phrase("--gpu chooses the GPU that --device both measures on; without --device "
                          "both it has no effect."));
    }
    if (!o.slurm.gres.empty()) {
        misused(c, phrase("--gres is what a task asks for with --device both; without --device "
                          "both it has no effect."));
    }
}

/// The GPU of this machine, where it is this machine that grades.
std::unique_ptr<sandboxed_gpu> gpu_at_work(const context& c, const grade_options& o,
                                           const fs::path& out, const grading_tree& tree,
                                           const sandbox& box) {
    if (!measures_on_gpu(o, out) || o.what == grade_what::collected_only) {
        return nullptr;
    }
    if (grades_here(o)) {
        return gpu_for_grading(c, o, tree, box);
    }
    require_gpu_programs(c);
    return nullptr;
}

/// What there is to grade. Throws command_error where it cannot be a class.
class_entries entries_in(const context& c, const grade_options& o, const fs::path& folder,
                         const fs::path& out) {
    if (lies_in(out, folder)) {
        misused(c, phrase("The results must not lie among the submissions, where they would be "
                          "taken for one: choose another folder with --out."));
    }
    return entries_that_count(c, o.folder, folder);
}

/// Throws results_error and file_error, too, for what is wrong with the results that are there.
int grade_into(const fs::path& out, const context& c, const grade_options& o,
               const fs::path& folder) {
    if (o.what == grade_what::collected_only && !is_results_folder(out)) {
        misused(c,
                phrase("There are no results in {}. --out names the folder that was graded into.",
                       out.string()));
    }
    const auto entries = entries_in(c, o, folder, out);
    require_as_begun(out);
    require_files_and_folders(out);
    refuse_without_gpu(c, o, out);
    auto tree = tree_of(c, o, out);
    tree.labs = labs_of_class(c, tree.all, o.labs, out);
    for (const auto* l : tree.labs) {
        tree.starters[l->name()] = starter_for(c, *l);
    }
    const auto box = grades_here(o) ? sandbox_for(c, o) : sandbox::none();
    // What is missing is said before anything is written.
    if (o.what == grade_what::submissions) {
        require_compiler(c, o, tree, box_of_grading(o, box));
    }
    if (o.engine == grade_engine::slurm && !is_results_folder(out)) {
        require_cluster(c);
    }
    const auto gpu = gpu_at_work(c, o, out, tree, box);
    const results_folder results(out, times_file_of(c, o));
    const auto seed = results.seed(o.seed);
    const auto device = results.device(o.device);
    results.keep_labs(names_of(tree.labs));
    results.keep_limits(read_file(tree.limits_file), read_file(usual_limits(c)));
    auto begun = c;
    speak(begun, results.speaks(c.speaks));
    results.keep_as_begun();
    speak(tree, begun);
    const class_terms terms{tree, box, seed, version_of(tree), device, gpu.get()};
    return grade(c, o, {folder, entries.submissions, entries.ignored, terms, results});
}

}  // namespace

int run_grade(const context& c, const grade_options& o) {
    if (const auto status = run_hand_over(c, o)) {
        return *status;
    }
    const auto folder = class_folder(c, o.folder);
    const auto out = results_place(folder, c, o);
    return with_results(c, out, [&] { return grade_into(out, c, o, folder); });
}

}  // namespace checker
