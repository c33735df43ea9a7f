#include "checker/command/lab_job.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <functional>

#include "checker/command/file_lock.hpp"
#include "checker/command/lab_build.hpp"
#include "checker/harness/channel.hpp"
#include "checker/supervise/judge.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

void require_source(const context& c, const lab_job& job) {
    if (fs::is_regular_file(job.source)) {
        return;
    }
    const auto shown = c.shown(job.source);
    if (job.kind == source_kind::learner) {
        throw command_error(exit_with::usage,
                            fmt::format("There is no {}. `{} reset {}` puts the starter there.",
                                        shown, c.command, job.what->number));
    }
    if (fs::is_directory(job.source)) {
        throw command_error(exit_with::usage,
                            fmt::format("{} is a folder; --file takes a .cu file.", shown));
    }
    throw command_error(exit_with::usage, fmt::format("There is no file {}.", shown));
}

assignment assignment_of(const lab_job& job) {
    return {job.what->name(), "sim", job.profile, job.what->points};
}

verdict not_built(const lab_job& job, const check_result& failure) {
    const auto a = assignment_of(job);
    verdict v;
    v.lab = a.lab;
    v.device = a.device;
    v.profile = a.profile;
    v.max_points = a.max_points;
    v.outcome = status::fail;
    v.checks.push_back(failure);
    return v;
}

std::string points_text(const lab& l) {
    std::string text;
    for (const auto& check : l.checks) {
        text += fmt::format("{}{}={}", text.empty() ? "" : ";", check.name, check.points);
    }
    return text;
}

program program_of(const context& c, const lab_job& job, const fs::path& folder,
                   const fs::path& file, const std::string& token) {
    program p;
    p.arguments = {file.string()};
    p.working_directory = folder;
    p.environment = {
        {variable::verdict_token, token},
        {variable::lab, job.what->name()},
        {variable::profile, job.profile},
        {variable::seed, std::to_string(job.seed)},
        {variable::max_points, fmt::format("{}", job.what->points)},
        {variable::points, points_text(*job.what)},
        {variable::timeline, (folder / "timeline.json").string()},
        {variable::messages, c.messages().string()},
    };
    p.channel_variable = variable::verdict_fd;
    return p;
}

std::string words_of(const outcome& o) {
    return o.out.text() + o.err.text();
}

// The program knows its files by full path; a reader wants them as they lie in the course.
void shorten_paths(verdict& v, const context& c) {
    for (auto& d : v.diagnoses) {
        for (auto& place : d.where) {
            if (fs::path(place.file).is_absolute()) {
                place.file = c.shown(place.file);
            }
        }
    }
    if (!v.timeline.empty()) {
        v.timeline = c.shown(v.timeline);
    }
}

/// A job's program in the job's folder, which nobody else uses meanwhile.
class checked_program {
public:
    checked_program(const context& c, const lab_job& job)
        : context_(c), job_(job), folder_(made_folder(c, job)), lock_(folder_ / "lock", [&] {
              fmt::print(stderr, "Another `lab` is checking {} right now; waiting for it to end.\n",
                         job.what->name());
          }) {
        remove_results();
        built_ = build_program(c, job, folder_);
    }

    [[nodiscard]] lab_result run() {
        if (built_.failure) {
            return {not_built(job_, *built_.failure), built_.compiler_output, {}};
        }
        remove_results();
        const auto token = make_token();
        const auto how =
            supervise(program_of(context_, job_, folder_, built_.program, token), limits{});
        lab_result result{judge(how, assignment_of(job_), token), built_.compiler_output,
                          words_of(how)};
        shorten_paths(result.said, context_);
        return result;
    }

private:
    static fs::path made_folder(const context& c, const lab_job& job) {
        require_source(c, job);
        auto folder = run_folder(c, job);
        fs::create_directories(folder);
        return folder;
    }

    // What an earlier run left must not pass for this one's.
    void remove_results() const {
        for (const auto* left : {"timeline.json", "sweep.txt", "sweep.svg"}) {
            fs::remove(folder_ / left);
        }
    }

    const context& context_;
    const lab_job& job_;
    fs::path folder_;
    file_lock lock_;
    built_program built_;
};

}  // namespace

fs::path learners_file(const context& c, const lab& l) {
    return c.root / "labs" / l.name() / "lab.cu";
}

fs::path solution_file(const context& c, const lab& l) {
    return c.root / "solutions" / l.name() / "lab.cu";
}

fs::path run_folder(const context& c, const lab_job& job) {
    const auto folder = c.state() / "run" / job.what->name();
    switch (job.kind) {
        case source_kind::learner:
            return folder / "yours";
        case source_kind::solution:
            return folder / "solution";
        case source_kind::other_file:
            return folder / fmt::format("file-{:016x}", std::hash<std::string>{}(job.source));
    }
    return folder;
}

lab_result check_lab(const context& c, const lab_job& job) {
    return checked_program(c, job).run();
}

std::pair<lab_result, lab_result> check_lab_twice(const context& c, const lab_job& job) {
    checked_program program(c, job);
    auto first = program.run();
    return {std::move(first), program.run()};
}

}  // namespace checker
