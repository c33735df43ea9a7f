#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "checker/command/context.hpp"
#include "checker/command/file_watch.hpp"
#include "checker/command/lab_job.hpp"
#include "checker/grading/grading_device.hpp"

/// The subcommands, one file each. Each returns the exit status; each throws command_error for
/// what its user has to change.
namespace checker {

enum class output_form : std::uint8_t { text, json };

struct check_options {
    std::vector<std::string> labs;  ///< empty: the next one
    std::string device = "auto";
    std::string profile = "h200";
    std::string file;
    std::uint64_t seed = 1;
    source_kind source = source_kind::learner;
    output_form form = output_form::text;
    std::string gpu;  ///< which of several GPUs: its number
};

struct demo_options {
    std::string device = "sim";  ///< or gpu, or both
    std::string profile = "h200";
};

struct calibrate_options {
    std::string output = "this-machine.toml";
    std::string name = "this-machine";
    std::string gpu;
};

enum class picture_form : std::uint8_t { by_name, term, svg, html, trace };

struct timeline_options {
    std::string lab;
    std::string output;                         ///< empty: standard output
    picture_form form = picture_form::by_name;  ///< by_name: what the output's name ends in
    std::string file;                           ///< instead of the learner's
    source_kind source = source_kind::learner;
};

struct report_options {
    std::string output;  ///< empty: .lab/report.html
    source_kind source = source_kind::learner;
};

struct predict_options {
    std::string lab;
    std::string time;  ///< all three empty: ask
    std::vector<std::string> together;
    std::vector<std::string> apart;
};

struct watch_options {
    std::string lab;  ///< empty: the next one
    file_watch::way way = file_watch::way::notified;
};

enum class grade_what : std::uint8_t { submissions, collected_only };
enum class grade_where : std::uint8_t { sandbox, open };
enum class grade_engine : std::uint8_t { this_machine, slurm };
enum class slurm_wait : std::uint8_t { until_it_is_over, no };

/// For `--slurm` only.
struct grade_slurm_options {
    std::string partition;          ///< empty: the cluster's own choice
    int tasks = 0;                  ///< 0: by the number of submissions
    std::vector<std::string> more;  ///< options for sbatch
    std::string gres;               ///< what a task asks for with --device both; empty: gpu:1
    slurm_wait wait = slurm_wait::until_it_is_over;
};

struct grade_options {
    std::string folder;                    ///< one entry a submission
    std::string labs;                      ///< "1-12", "3", "1,4-6"; empty: all
    int jobs = 0;                          ///< at a time; 0: one a processor
    std::optional<grading_device> device;  ///< none: as the folder was begun, or sim
    std::string gpu;                       ///< which of several GPUs: its number
    std::optional<std::uint64_t> seed;     ///< none: a secret one is made
    std::string out;                       ///< empty: DIR-grades
    std::string limits;                    ///< a table like checker/grading/limits.toml
    grade_what what = grade_what::submissions;
    grade_where where = grade_where::sandbox;
    std::string share;  ///< "2/8": only this part, and nothing is put together; empty: all
    std::string only;   ///< a file that names the submissions that are graded; empty: all
    grade_engine engine = grade_engine::this_machine;
    grade_slurm_options slurm;
    std::string autograder;            ///< write this folder for Gradescope instead
    std::string workflow;              ///< write this file for GitHub Actions instead
    std::vector<std::string> similar;  ///< jplag or moss, and the folder to write instead
};

enum class reveal : std::uint8_t { after_a_pass, now };

[[nodiscard]] int run_status(const context& c);
[[nodiscard]] int run_setup(const context& c);
[[nodiscard]] int run_doctor(const context& c);
[[nodiscard]] int run_list(const context& c, output_form form);
[[nodiscard]] int run_check(const context& c, const check_options& o);
[[nodiscard]] int run_hint(const context& c, const std::string& lab);
[[nodiscard]] int run_timeline(const context& c, const timeline_options& o);
[[nodiscard]] int run_solution(const context& c, const std::string& lab, reveal when);
[[nodiscard]] int run_reset(const context& c, const std::string& lab);
[[nodiscard]] int run_report(const context& c, const report_options& o);
[[nodiscard]] int run_predict(const context& c, const predict_options& o);
[[nodiscard]] int run_watch(const context& c, const watch_options& o);
[[nodiscard]] int run_demo(const context& c, const demo_options& o);
[[nodiscard]] int run_calibrate(const context& c, const calibrate_options& o);
[[nodiscard]] int run_grade(const context& c, const grade_options& o);
/// The machine profile as a program will be told of it: a name, or the whole path of a file. It is
/// read here, so that a wrong one is a mistake in the command and not in the program.
[[nodiscard]] std::string checked_profile(const context& c, const std::string& name);
[[nodiscard]] int run_test(const context& c, const std::vector<std::string>& meson_arguments);
/// `lab cc`: takes its arguments as a compiler does, so they are not given to the common parser.
[[nodiscard]] int run_cc(const context& c, const std::vector<std::string>& arguments);

}  // namespace checker
