#include "checker/command/lab_job.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <functional>
#include <optional>

#include "checker/command/gpu_build.hpp"
#include "checker/command/lab_build.hpp"
#include "checker/command/last_check.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/grading/gpu_access.hpp"
#include "checker/harness/channel.hpp"
#include "checker/supervise/file_lock.hpp"
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
        require_no_folder(c, *job.what);
        throw command_error(exit_with::usage,
                            c.say(phrase("There is no {}. `{} reset {}` puts the starter there.",
                                         shown, c.command, job.what->number)));
    }
    if (fs::is_directory(job.source)) {
        throw command_error(exit_with::usage,
                            c.say(phrase("{} is a folder; --file takes a .cu file.", shown)));
    }
    throw command_error(exit_with::usage, c.say(phrase("There is no file {}.", shown)));
}

assignment assignment_of(const lab_job& job) {
    return {job.what->name(), job.device, job.profile, job.what->points};
}

/// The file's text. What no compiler has to look at is refused: its complaints would be as long as
/// the file.
std::string text_of_source(const context& c, const fs::path& file) {
    constexpr std::uintmax_t most = std::uintmax_t{1} << 20;
    const auto shown = c.shown(file);
    if (fs::file_size(file) > most) {
        throw command_error(exit_with::usage,
                            phrase("{} is larger than 1 MiB: that is no learner's file.", shown));
    }
    auto text = read_file(file);
    if (text.find('\0') != std::string::npos) {
        throw command_error(exit_with::usage,
                            phrase("{} is no text: it holds zero bytes. Save it as UTF-8 text, "
                                   "or name another file.",
                                   shown));
    }
    return text;
}

request request_of(const context& c, const lab_job& job, const fs::path& folder) {
    request r;
    r.lab = job.what->name();
    r.device = job.device;
    r.sizes_of_gpu = job.sizes_of_gpu;
    r.times_elsewhere = job.times_elsewhere;
    r.profile = job.profile;
    r.seed = job.seed;
    r.max_points = job.what->points;
    r.points = points_of(*job.what);
    r.timeline = (folder / "timeline.json").string();
    r.messages = c.messages().string();
    r.words = c.phrases().string();
    return r;
}

program program_of(const context& c, const lab_job& job, const fs::path& folder,
                   const fs::path& file, const std::string& token) {
    program p;
    p.arguments = {file.string()};
    p.working_directory = folder;
    p.environment = environment_for(request_of(c, job, folder), token);
    if (!job.gpu.empty()) {
        p.environment.emplace_back("CUDA_VISIBLE_DEVICES", job.gpu);
    }
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

/// On a GPU what is measured is larger, and several threads prepare it.
limits limits_of(const lab_job& job) {
    limits most;
    if (job.device == "gpu" || job.sizes_of_gpu) {
        most.time *= 4;
    }
    return most;
}

fs::path folder_of_source(const context& c, const lab_job& job) {
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

/// What an earlier run left must not pass for this one's.
void remove_pictures(const fs::path& folder) {
    for (const auto* left : {"timeline.json", "sweep.txt", "sweep.svg", "verdict.json"}) {
        fs::remove(folder / left);
    }
}

}  // namespace

verdict open_verdict(const lab_job& job, const check_result& reason) {
    return verdict_of(assignment_of(job), reason);
}

fs::path learners_file(const context& c, const lab& l) {
    return c.root / "labs" / l.name() / "lab.cu";
}

void require_no_folder(const context& c, const lab& l) {
    const auto file = learners_file(c, l);
    if (fs::is_directory(file)) {
        const auto shown = c.shown(file);
        throw command_error(exit_with::usage,
                            c.say(phrase("{} is a folder, and your code is a file of that name. "
                                         "Give the folder another name, mv {} {}.old, and "
                                         "`{} reset {}` puts the starter there.",
                                         shown, shown, shown, c.command, l.number)));
    }
}

fs::path solution_file(const context& c, const lab& l) {
    return c.root / "solutions" / l.name() / "lab.cu";
}

bool has_solution(const context& c, const lab& l) {
    return fs::is_regular_file(solution_file(c, l));
}

fs::path run_folder(const context& c, const lab_job& job) {
    auto folder = folder_of_source(c, job);
    folder += job.device == "sim" ? "" : "-" + job.device;
    return folder;
}

lab_result check_lab(const context& c, const lab_job& job) {
    return std::move(check_alike(c, {job}).front());
}

std::vector<lab_result> check_alike(const context& c, const std::vector<lab_job>& jobs) {
    const auto& first = jobs.at(0);
    require_source(c, first);
    const auto source = text_of_source(c, first.source);
    const auto folder = run_folder(c, first);
    fs::create_directories(folder);
    const file_lock lock(folder / "lock", [&] {
        fmt::print(stderr, "{}\n",
                   c.say(phrase("Another `lab` is checking {} right now; waiting for it to end.",
                                first.what->name())));
    });
    remove_pictures(folder);
    const auto built = first.device == "gpu" ? build_gpu_program(c, first, folder)
                                             : build_program(c, first, folder);
    std::vector<lab_result> results;
    for (const auto& job : jobs) {
        if (built.failure) {
            results.push_back({open_verdict(job, *built.failure), built.compiler_output, {}});
            keep_check(folder, results.back().said, source);
            continue;
        }
        remove_pictures(folder);
        // Two measurements at once would disturb each other.
        std::optional<file_lock> alone;
        if (job.device == "gpu") {
            alone.emplace(gpu_lock_file(c.state(), job.gpu), [] {});
        }
        const auto token = make_token();
        const auto how =
            supervise(program_of(c, job, folder, built.program, token), limits_of(job));
        results.push_back(
            {judge(how, assignment_of(job), token, c.say), built.compiler_output, words_of(how)});
        shorten_paths(results.back().said, c);
        keep_check(folder, results.back().said, source);
    }
    return results;
}

}  // namespace checker
