#include "checker/command/arguments.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>

#include "checker/command/commands.hpp"
#include "checker/command/misuse.hpp"
#include "checker/course/nearest.hpp"

namespace checker {
namespace {

using action = std::function<int(const context&)>;

struct subcommand {
    const char* name;
    const char* summary;
    const char* examples;
    action (*define)(CLI::App& app);  ///< adds the options, and says what to do with them
};

constexpr const char* lab_help = "a lab: 4, 04 or 04-streams";

// Options live as long as the action that reads them.
template <class Options>
std::shared_ptr<Options> options() {
    return std::make_shared<Options>();
}

std::shared_ptr<std::string> one_lab(CLI::App& app) {
    auto lab = options<std::string>();
    app.add_option("LAB", *lab, lab_help)->required();
    return lab;
}

/// `--labs "$LABS"` where nobody has set it is a mistake, and does not mean all labs.
std::function<std::string(const std::string&)> not_empty(const std::string& option) {
    return [option](const std::string& value) {
        if (value.empty()) {
            throw CLI::ArgumentMismatch(option + ": empty", CLI::ExitCodes::ArgumentMismatch);
        }
        return std::string();
    };
}

/// CLI11 takes -1, and what is too large, for the largest of all numbers. Said as its own ranges
/// are.
std::string is_seed(const std::string& value) {
    std::uint64_t seed = 0;
    const auto failed = std::from_chars(value.data(), value.data() + value.size(), seed).ec;
    return value.starts_with('-') || failed == std::errc::result_out_of_range
               ? fmt::format("Value {} not in range 0 to {}", value,
                             std::numeric_limits<std::uint64_t>::max())
               : std::string();
}

action define_setup(CLI::App& app) {
    // The entry script has acted on it before this program runs.
    app.add_flag_callback(
        "--yes", [] {}, "do not ask before packages are installed");
    return run_setup;
}

action define_doctor(CLI::App& /*app*/) {
    return run_doctor;
}

action define_list(CLI::App& app) {
    auto o = options<output_form>();
    app.add_flag_callback(
        "--json", [o] { *o = output_form::json; }, "as one JSON list");
    return [o](const context& c) { return run_list(c, *o); };
}

action define_check(CLI::App& app) {
    auto o = options<check_options>();
    app.add_option("LAB", o->labs, "labs such as 4, 04 or 04-streams; none: the next one");
    app.add_option("--device", o->device, "sim, gpu or auto")
        ->check(CLI::IsMember({"sim", "gpu", "auto"}));
    app.add_option("--profile", o->profile, "the machine that the simulated device imitates");
    app.add_option("--gpu", o->gpu, "which of several GPUs: its number");
    auto* solution = app.add_flag_callback(
        "--solution", [o] { o->source = source_kind::solution; }, "check the reference solution");
    auto* file = app.add_option("--file", o->file, "check this file instead of labs/.../lab.cu");
    file->each([o](const std::string&) { o->source = source_kind::other_file; });
    file->excludes(solution);
    app.add_option("--seed", o->seed, "seed of the input data and of the order of blocks")
        ->check(is_seed);
    app.add_flag_callback(
        "--json", [o] { o->form = output_form::json; }, "one JSON object a lab, on one line each");
    return [o](const context& c) { return run_check(c, *o); };
}

action define_hint(CLI::App& app) {
    auto lab = one_lab(app);
    return [lab](const context& c) { return run_hint(c, *lab); };
}

action define_timeline(CLI::App& app) {
    auto o = options<timeline_options>();
    app.add_option("LAB", o->lab, lab_help)->required();
    auto* solution = app.add_flag_callback(
        "--solution", [o] { o->source = source_kind::solution; },
        "of the reference solution; in html and svg, below yours");
    auto* file = app.add_option("--file", o->file, "of this file instead of labs/.../lab.cu");
    file->each([o](const std::string&) { o->source = source_kind::other_file; });
    file->excludes(solution);
    const std::map<std::string, picture_form> forms = {{"term", picture_form::term},
                                                       {"html", picture_form::html},
                                                       {"svg", picture_form::svg},
                                                       {"trace", picture_form::trace}};
    app.add_option_function<std::string>(
           "--format", [o, forms](const std::string& name) { o->form = forms.at(name); },
           "term: a drawing for the terminal; html: a page to look closely at; svg: a picture for "
           "a document; trace: for ui.perfetto.dev")
        ->check(CLI::IsMember({"term", "html", "svg", "trace"}));
    app.add_option("-o", o->output, "write to this file; .html, .svg and .json say the format too");
    return [o](const context& c) { return run_timeline(c, *o); };
}

action define_solution(CLI::App& app) {
    auto lab = one_lab(app);
    auto when = options<reveal>();
    app.add_flag_callback(
        "--reveal", [when] { *when = reveal::now; }, "before the lab is passed");
    return [lab, when](const context& c) { return run_solution(c, *lab, *when); };
}

action define_reset(CLI::App& app) {
    auto lab = one_lab(app);
    return [lab](const context& c) { return run_reset(c, *lab); };
}

action define_watch(CLI::App& app) {
    auto o = options<watch_options>();
    app.add_option("LAB", o->lab, "a lab: 4, 04 or 04-streams; none: the next one");
    app.add_flag_callback(
        "--poll", [o] { o->way = file_watch::way::looking; },
        "look at the file twice a second instead of waiting for the system's notice");
    return [o](const context& c) { return run_watch(c, *o); };
}

action define_report(CLI::App& app) {
    auto o = options<report_options>();
    app.add_option("-o", o->output, "write to this file instead of .lab/report.html");
    app.add_flag_callback(
        "--solution", [o] { o->source = source_kind::solution; },
        "of the reference solutions, as far as they were checked (lab demo checks them all)");
    return [o](const context& c) { return run_report(c, *o); };
}

action define_predict(CLI::App& app) {
    auto o = options<predict_options>();
    app.add_option("LAB", o->lab, lab_help)->required();
    app.add_option("--time", o->time, "how long the measured run will take, such as 217us");
    const std::vector<std::string> pairs = {"h2d+compute", "compute+d2h", "h2d+d2h"};
    app.add_option("--together", o->together, "stages that will run side by side")
        ->check(CLI::IsMember(pairs));
    app.add_option("--apart", o->apart, "stages that will not")->check(CLI::IsMember(pairs));
    return [o](const context& c) { return run_predict(c, *o); };
}

action define_demo(CLI::App& app) {
    auto o = options<demo_options>();
    app.add_option("--device", o->device,
                   "sim, gpu, or both: what the simulated device predicts beside what a GPU does")
        ->check(CLI::IsMember({"sim", "gpu", "both"}));
    app.add_option("--profile", o->profile, "the machine that the simulated device imitates");
    return [o](const context& c) { return run_demo(c, *o); };
}

action define_calibrate(CLI::App& app) {
    auto o = options<calibrate_options>();
    app.add_option("-o", o->output, "write to this file")->capture_default_str();
    app.add_option("--name", o->name, "the profile's name")->capture_default_str();
    app.add_option("--gpu", o->gpu, "which of several GPUs: its number");
    return [o](const context& c) { return run_calibrate(c, *o); };
}

void define_slurm(CLI::App& app, const std::shared_ptr<grade_options>& o) {
    auto* slurm = app.add_flag_callback(
        "--slurm", [o] { o->engine = grade_engine::slurm; },
        "on a Slurm cluster, as one array of jobs; the folder is on a disk that all nodes see");
    app.add_option("--partition", o->slurm.partition, "of the cluster")->needs(slurm);
    app.add_option("--tasks", o->slurm.tasks, "of the array; otherwise one for 8 submissions")
        ->check(CLI::Range(1, 100'000))
        ->needs(slurm);
    app.add_option("--gres", o->slurm.gres,
                   "what a task asks for with --device both; otherwise gpu:1")
        ->needs(slurm);
    app.add_option("--sbatch", o->slurm.more, "an option for sbatch: --sbatch=--account=cs101")
        ->allow_extra_args(false)
        ->needs(slurm);
    app.add_flag_callback(
           "--no-wait", [o] { o->slurm.wait = slurm_wait::no; },
           "submit, or say how far it is; the same command later collects")
        ->needs(slurm);
}

/// An option that could change nothing is a mistake of who wrote it.
void refuse_without_effect(CLI::App& grade) {
    const auto exclude = [&](const char* one, std::initializer_list<const char*> others) {
        for (const char* other : others) {
            grade.get_option(one)->excludes(grade.get_option(other));
        }
    };
    exclude("--share", {"--collect", "--slurm"});
    exclude("--collect", {"--slurm", "--jobs", "--gpu", "--no-sandbox"});
    exclude("--similar", {"--autograder", "--workflow", "--seed"});
    exclude("--autograder", {"--workflow", "DIR"});
    exclude("--workflow", {"--seed", "DIR"});
    for (const char* instead : {"--similar", "--autograder", "--workflow"}) {
        exclude(instead, {"--share", "--collect", "--slurm", "--jobs", "--device", "--gpu", "--out",
                          "--limits", "--no-sandbox"});
    }
}

action define_grade(CLI::App& app) {
    auto o = options<grade_options>();
    app.add_option("DIR", o->folder, "holds a folder, an archive or a .cu file for each student");
    app.add_option("--labs", o->labs, "which labs, such as 1-12, 4 or 1,3-5; otherwise all")
        ->check(not_empty("--labs"));
    app.add_option("--jobs", o->jobs, "submissions at a time; otherwise one a processor")
        ->check(CLI::Range(1, 1024));
    app.add_option_function<std::string>(
           "--device",
           [o](const std::string& name) {
               o->device = name == "sim" ? grading_device::sim : grading_device::both;
           },
           "sim: points are the same on any machine; both: order and results from the simulated "
           "device, overlap measured on this machine's GPU (gpu is the same); otherwise sim")
        ->check(CLI::IsMember({"sim", "both", "gpu"}));
    app.add_option("--gpu", o->gpu, "which of several GPUs: its number");
    app.add_option("--seed", o->seed, "of the input data; otherwise a secret one is made and kept")
        ->check(is_seed);
    app.add_option("--out", o->out, "folder for the results; otherwise DIR-grades")
        ->check(not_empty("--out"));
    app.add_option("--limits", o->limits,
                   "what a submission may use: a table like checker/grading/limits.toml");
    app.add_flag_callback(
        "--collect", [o] { o->what = grade_what::collected_only; },
        "grade nothing: write all formats from the results that are there; DIR may be the results");
    app.add_option("--share", o->share,
                   "2/8: only the second of eight parts, for several machines with one folder");
    app.add_option("--only", o->only, "a file with names, as in submissions/, one a line")
        ->group("");
    define_slurm(app, o);
    app.add_flag_callback(
        "--no-sandbox", [o] { o->where = grade_where::open; },
        "run students' code with your own rights, with limits only");
    app.add_option("--similar", o->similar, "write DIR's files for jplag or moss into a folder")
        ->type_name("TOOL FOLDER")
        ->expected(2);
    app.add_option("--autograder", o->autograder, "write an autograder for Gradescope: a folder");
    app.add_option("--workflow", o->workflow, "write a workflow for GitHub Actions: a file");
    refuse_without_effect(app);
    return [o](const context& c) { return run_grade(c, *o); };
}

action define_test(CLI::App& app) {
    auto more = options<std::vector<std::string>>();
    app.add_option("--suite", *more, "only these suites: unit, course, mutants")
        ->check(CLI::IsMember({"unit", "course", "mutants", "gpu"}));
    return [more](const context& c) {
        std::vector<std::string> arguments;
        for (const auto& suite : *more) {
            arguments.insert(arguments.end(), {"--suite", suite});
        }
        return run_test(c, arguments);
    };
}

// Its arguments look like a compiler's and are read by run_cc; this entry is for the help.
action define_cc(CLI::App& app) {
    app.prefix_command();
    return [](const context& c) { return run_cc(c, {"--help"}); };
}

constexpr auto subcommands = std::to_array<subcommand>({
    {"setup", "install what is missing, configure and build",
     "lab setup\nlab setup --yes     without questions", define_setup},
    {"doctor", "what this machine has, and what works without the rest", "lab doctor",
     define_doctor},
    {"list", "the labs", "lab list\nlab list --json", define_list},
    {"check", "build a lab's file and check it",
     "lab check 4                      labs/04-streams/lab.cu\n"
     "lab check                        the next lab\n"
     "lab check 4 --solution           the reference solution\n"
     "lab check 4 --file other.cu      another file\n"
     "lab check 3 4 --json             for programs",
     define_check},
    {"watch", "check again on every save; keys for hint, list, timeline, next, reset",
     "lab watch                        the next lab\nlab watch 4", define_watch},
    {"hint", "one step further each time", "lab hint 4", define_hint},
    {"timeline", "what ran when: your code under the baseline",
     "lab timeline 4                       in the terminal\n"
     "lab timeline 4 --solution            the reference solution's\n"
     "lab timeline 4 -o timeline.html      to zoom and to point at\n"
     "lab timeline 4 -o timeline.svg       for a document\n"
     "lab timeline 4 -o timeline.json      for ui.perfetto.dev",
     define_timeline},
    {"solution", "the reference solution, after a pass",
     "lab solution 4\nlab solution 4 --reveal     now", define_solution},
    {"reset", "put the starter back; your version is kept", "lab reset 4", define_reset},
    {"predict", "write down what you expect, before you look",
     "lab predict 4                asks\n"
     "lab predict 4 --time 217us --together h2d+compute compute+d2h --apart h2d+d2h",
     define_predict},
    {"report", "the whole course as one page for a browser",
     "lab report\nlab report -o report.html", define_report},
    {"demo", "each reference solution through its checker, and a picture",
     "lab demo\nlab demo --device both     predicted and measured, side by side", define_demo},
    {"calibrate", "measure this machine's GPU: a profile for the simulated device",
     "lab calibrate -o mine.toml\nlab check 10 --device sim --profile mine.toml", define_calibrate},
    {"grade", "a class at a time, in a sandbox",
     "lab grade submissions                   all labs\n"
     "lab grade submissions --labs 4 --out week-4\n"
     "lab grade submissions --jobs 8          the same command goes on where it was stopped\n"
     "lab grade submissions --slurm           on a cluster\n"
     "lab grade submissions --device both     overlap on this machine's GPU\n"
     "lab grade --collect week-4              all formats anew, without grading\n"
     "lab grade submissions --similar jplag to-compare\n"
     "lab grade --autograder gradescope --labs 4\n"
     "lab grade --workflow overlap-labs.yml --labs 1-4",
     define_grade},
    {"test", "the course's own tests", "lab test\nlab test --suite unit", define_test},
    {"cc", "build any CUDA C++ program for the simulated device",
     "lab cc saxpy.cu -o saxpy && ./saxpy\nlab cc main.cu part.cpp -o app -O2 -I include -DSIZE=64",
     define_cc},
});

/// Each example in its own line, with the remark behind it in the reader's language.
std::string examples_text(std::string_view examples, const translation& help) {
    std::string text = help.of("Examples") + "\n";
    while (!examples.empty()) {
        const auto line = examples.substr(0, examples.find('\n'));
        examples.remove_prefix(std::min(line.size() + 1, examples.size()));
        const auto gap = line.find("  ");
        const auto remark = line.find_first_not_of(' ', gap);
        text += "  " + std::string(line.substr(0, gap));
        if (remark != std::string_view::npos) {
            text += std::string(remark - gap, ' ') + help.of(line.substr(remark));
        }
        text += "\n";
    }
    return text;
}

// After all is defined, so that definitions need not think of it.
void put_in_language(CLI::App& app, const translation& help) {
    app.description(help.of(app.get_description()));
    app.footer(help.of(app.get_footer()));
    for (auto* option : app.get_options()) {
        option->description(help.of(option->get_description()));
        option->group(help.of(option->get_group()));
    }
    for (const char* label : {"Usage", "Options", "Subcommands", "Positionals", "OPTIONS",
                              "SUBCOMMAND", "REQUIRED", "Excludes", "Needs"}) {
        app.get_formatter()->label(label, help.of(label));
    }
    for (auto* sub : app.get_subcommands({})) {
        put_in_language(*sub, help);
        sub->group(help.of(sub->get_group()));
    }
}

// CLI11 would only say that an argument was not expected.
void complain_about_unknown(int argc, const char* const* argv) {
    if (argc < 2 || argv[1][0] == '-') {
        return;
    }
    std::vector<std::string> names;
    names.reserve(subcommands.size());
    for (const auto& s : subcommands) {
        names.emplace_back(s.name);
    }
    if (std::find(names.begin(), names.end(), argv[1]) != names.end()) {
        return;
    }
    if (std::string(argv[1]) == "help") {
        throw command_error(exit_with::usage, phrase("`lab --help` shows all commands, `lab "
                                                     "COMMAND --help` one of them."));
    }
    throw command_error(
        exit_with::usage,
        phrase("\"{}\" is not a command of lab. Did you mean {}? `lab --help` shows "
               "them all.",
               argv[1], nearest(argv[1], names)));
}

}  // namespace

parsed_command parse_arguments(int argc, const char* const* argv, const translation& help) {
    if (argc >= 2 && std::string(argv[1]) == "cc") {
        const std::vector<std::string> arguments(argv + 2, argv + argc);
        return [arguments](const context& c) { return run_cc(c, arguments); };
    }
    complain_about_unknown(argc, argv);
    CLI::App app(
        "Overlap Labs: overlapping transfers and computation in CUDA C++, with or without "
        "a GPU.\nWithout a command: your progress and the next lab.",
        "lab");
    app.footer(
        "Start with `lab demo`. `lab COMMAND --help` shows examples.\n"
        "Exit status: 0 pass, 1 fail, 2 usage, 3 inconclusive, 4 an error of ours.");
    app.require_subcommand(0, 1);
    action chosen = run_status;
    for (const auto& s : subcommands) {
        auto* sub = app.add_subcommand(s.name, s.summary);
        sub->footer(examples_text(s.examples, help));
        const auto what = s.define(*sub);
        sub->callback([&chosen, what] { chosen = what; });
    }
    put_in_language(app, help);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& help_wanted) {
        return app.exit(help_wanted);
    } catch (const CLI::ParseError& mistake) {
        const auto used = app.get_subcommands();
        throw command_error(exit_with::usage,
                            sentence_of(mistake, used.empty() ? "" : used.front()->get_name()));
    }
    return chosen;
}

}  // namespace checker
