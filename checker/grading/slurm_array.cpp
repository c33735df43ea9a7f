#include "checker/grading/slurm_array.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "checker/course/atomic_file.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

constexpr int no_such_program = 127;

void remove_old_logs(const fs::path& folder) {
    for (const auto& entry : fs::directory_iterator(folder)) {
        const auto name = entry.path().filename().string();
        if (name.starts_with("task-") && name.ends_with(".log")) {
            fs::remove(entry.path());
        }
    }
}

/// "42" from "42", and from "42;cluster", as --parsable prints it, also after warnings.
std::string job_in(const std::string& output) {
    std::istringstream lines(output);
    std::string job;
    for (std::string line; std::getline(lines, line);) {
        const auto number = line.substr(0, line.find(';'));
        if (!number.empty() && number.find_first_not_of("0123456789") == std::string::npos) {
            job = number;
        }
    }
    return job;
}

/// The logs' names as sbatch wants them: in a path, % begins something, and a backslash ends that
/// for all of it and disappears, so that no path with one can be named.
std::string log_pattern(const fs::path& folder) {
    std::string escaped;
    for (const char c : folder.string()) {
        if (c == '\\') {
            return "/dev/null";
        }
        escaped.append(c == '%' ? 2 : 1, c);
    }
    return escaped + "/task-%a.log";
}

[[noreturn]] void not_there(const char* program) {
    throw slurm_error(
        slurm_error::reason::not_there,
        phrase("There is no {} here. --slurm hands the class to a Slurm cluster: run it on a "
               "machine from which jobs are submitted, or install Slurm's commands (Debian, "
               "Ubuntu: sudo apt-get install slurm-client; Fedora: sudo dnf install slurm) and put "
               "the cluster's slurm.conf into /etc/slurm. Without a cluster, leave --slurm out.",
               program));
}

bool reaches_no_cluster(const std::string& output) {
    constexpr std::array<std::string_view, 4> signs = {
        "Could not establish a configuration source", "Unable to contact slurm controller",
        "Unable to process configuration file", "Unable to resolve"};
    return std::any_of(signs.begin(), signs.end(), [&](std::string_view sign) {
        return output.find(sign) != std::string::npos;
    });
}

void require_reached(const char* program, const std::string& output) {
    if (reaches_no_cluster(output)) {
        throw slurm_error(
            slurm_error::reason::not_there,
            phrase("Slurm's commands are here, but they reach no cluster. Run this on a machine "
                   "from which jobs are submitted, or put the cluster's slurm.conf into "
                   "/etc/slurm. Without a cluster, leave --slurm out. {} says:\n{}",
                   program, output));
    }
}

}  // namespace

void require_slurm(const program_runner& run) {
    if (run({"sbatch", "--version"}).status == no_such_program) {
        not_there("sbatch");
    }
    // There is no job 1 any more, as a rule; only a cluster can say so.
    require_reached("squeue", run({"squeue", "--noheader", "--jobs=1"}).output);
}

slurm_array::slurm_array(fs::path folder, fs::path script, program_runner run)
    : folder_(std::move(folder)), script_(std::move(script)), run_(std::move(run)) {
    fs::create_directories(folder_);
}

std::optional<std::string> slurm_array::job() const {
    const auto file = folder_ / "job";
    if (!fs::exists(file)) {
        return std::nullopt;
    }
    const auto job = job_in(read_file(file));
    return job.empty() ? std::nullopt : std::optional(job);
}

std::string slurm_array::submit(const array_request& wanted) const {
    remove_old_logs(folder_);
    // Everything is an argument and nothing is text of the script: names of folders can be
    // anything.
    std::vector<std::string> arguments = {
        "sbatch",
        "--parsable",
        fmt::format("--array=1-{}", wanted.tasks),
        "--job-name=lab-grade",
        "--ntasks=1",
        fmt::format("--cpus-per-task={}", wanted.processors),
        "--requeue",
        "--chdir=/",  // is there on every node
        "--output=" + log_pattern(folder_),
    };
    if (!wanted.partition.empty()) {
        arguments.push_back("--partition=" + wanted.partition);
    }
    arguments.insert(arguments.end(), wanted.options.begin(), wanted.options.end());
    arguments.push_back(script_.string());
    arguments.push_back(std::to_string(wanted.tasks));
    arguments.insert(arguments.end(), wanted.command.begin(), wanted.command.end());
    const auto said = run_(arguments);
    if (said.status == no_such_program) {
        not_there("sbatch");
    }
    auto job = job_in(said.output);
    require_reached("sbatch", said.output);
    if (said.status != 0 || job.empty()) {
        throw slurm_error(slurm_error::reason::refused,
                          phrase("Slurm did not take the array. sbatch says:\n{}", said.output));
    }
    write_atomically(folder_ / "job", job + "\n");
    return job;
}

array_state slurm_array::state(const std::string& job) const {
    const auto said = run_({"squeue", "--noheader", "--array", "--jobs=" + job, "--format=%T %r"});
    if (said.status == no_such_program) {
        not_there("squeue");
    }
    array_state now;
    // What has been over for some minutes is forgotten by Slurm.
    if (said.output.find("Invalid job id") != std::string::npos) {
        return now;
    }
    if (said.status != 0) {
        throw slurm_error(
            slurm_error::reason::unreachable,
            phrase("Slurm cannot be asked about array {}. squeue says:\n{}", job, said.output));
    }
    std::istringstream lines(said.output);
    for (std::string line; std::getline(lines, line);) {
        const auto blank = line.find(' ');
        const auto state = line.substr(0, blank);
        if (state == "PENDING" || state == "REQUEUED" || state == "REQUEUE_HOLD" ||
            state == "SPECIAL_EXIT" || state == "SUSPENDED") {
            ++now.waiting;
            now.reason = blank == std::string::npos ? state : line.substr(blank + 1);
        } else if (!state.empty()) {
            ++now.running;
        }
    }
    return now;
}

void slurm_array::forget() const {
    std::error_code ignored;
    fs::remove(folder_ / "job", ignored);
}

fs::path slurm_array::log_of(int task) const {
    return folder_ / fmt::format("task-{}.log", task);
}

}  // namespace checker
