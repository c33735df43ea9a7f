#include "checker/command/grade_slurm.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <set>
#include <thread>

#include "checker/command/grade_progress.hpp"
#include "checker/command/tool.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/grading/class_share.hpp"
#include "checker/grading/slurm_array.hpp"
#include "checker/supervise/file_lock.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;
using clock = std::chrono::steady_clock;

// A task begins in about a second; with fewer submissions than this it would be mostly that.
constexpr int submissions_of_a_task = 8;
constexpr int most_tasks = 500;  // Slurm's own limit is 1000, where nobody has changed it
constexpr std::chrono::minutes patience_with_slurm{10};
constexpr std::chrono::seconds worth_a_word{15};

[[noreturn]] void fail(const context& c, const slurm_error& problem) {
    throw command_error(
        problem.why() == slurm_error::reason::not_there ? exit_with::usage : exit_with::our_error,
        c.say(problem.message()));
}

program_said run_here(const std::vector<std::string>& arguments) {
    auto said = run_tool(arguments);
    return {said.status, std::move(said.output)};
}

int tasks_for(const grade_options& o, std::size_t submissions) {
    const auto count = static_cast<int>(submissions);
    const int wanted =
        o.slurm.tasks > 0
            ? o.slurm.tasks
            : std::min(most_tasks, (count + submissions_of_a_task - 1) / submissions_of_a_task);
    return std::clamp(wanted, 1, count);
}

/// What each task runs: this command again, told all that it was told, in the same words.
std::vector<std::string> command_of_task(const context& c, const grade_options& o,
                                         const class_to_grade& what, const fs::path& list) {
    std::vector<std::string> command = {"env", "LAB_ROOT=" + c.root.string(),
                                        "LAB_BUILD=" + c.build.string(), "LAB_COMMAND=" + c.command,
                                        fmt::format("LAB_LANG={}", tag_of(c.speaks))};
    if (const char* compiler = std::getenv("CXX")) {
        command.push_back(fmt::format("CXX={}", compiler));
    }
    const auto jobs = std::to_string(std::max(1, o.jobs));
    command.insert(command.end(), {(c.build / "checker" / "command" / "lab").string(), "grade",
                                   what.folder.string(), "--out", what.results.path().string(),
                                   "--only", list.string(), "--jobs", jobs, "--limits",
                                   what.terms.tree.limits_file.string()});
    if (!o.labs.empty()) {
        command.insert(command.end(), {"--labs", o.labs});
    }
    if (o.where == grade_where::open) {
        command.emplace_back("--no-sandbox");
    }
    command.insert(command.end(), {"--device", std::string(to_text(what.terms.device))});
    if (!o.gpu.empty()) {
        command.insert(command.end(), {"--gpu", o.gpu});
    }
    return command;
}

std::string submit(const context& c, const grade_options& o, const class_to_grade& what,
                   const slurm_array& array, const std::vector<const submission*>& missing) {
    std::vector<submission> listed;
    for (const auto* s : missing) {
        listed.push_back(*s);
        // Of an earlier version of it, or of the course: from now on a file is a result.
        std::error_code ignored;
        fs::remove(what.results.file_of(*s), ignored);
    }
    const auto list = array.folder() / "list";
    write_list(list, listed);
    array_request wanted;
    wanted.tasks = tasks_for(o, missing.size());
    wanted.processors = std::max(1, o.jobs);
    wanted.command = command_of_task(c, o, what, list);
    wanted.partition = o.slurm.partition;
    wanted.options = o.slurm.more;
    if (what.terms.device == grading_device::both) {
        wanted.options.insert(wanted.options.begin(),
                              "--gres=" + (o.slurm.gres.empty() ? "gpu:1" : o.slurm.gres));
    }
    auto job = array.submit(wanted);
    fmt::print(stderr, "{}\n",
               c.say(phrase("Array {} is submitted (submissions: {}, tasks: {}). Stopping this "
                            "command does not stop it (scancel {} does); the same command finds it "
                            "again, and afterwards submits again only what has no result.",
                            job, missing.size(), wanted.tasks, job)));
    return job;
}

/// Waits for an array and shows what comes.
class array_watch {
public:
    array_watch(const context& c, const class_to_grade& what, const slurm_array& array,
                std::vector<const submission*> missing)
        : context_(c),
          what_(what),
          array_(array),
          missing_(std::move(missing)),
          shown_(c, what.results) {
        progress_.total = static_cast<int>(missing_.size());
    }

    void wait_for(const std::string& job) {
        for (;;) {
            const auto begin = clock::now();
            // Asked before the results are looked at: when it is over, all of them are there.
            const auto now = ask(job);
            look();
            if (now && now->is_over()) {
                return;
            }
            // On a slow disk with many submissions looking is dear.
            std::this_thread::sleep_for(
                std::max<clock::duration>(std::chrono::seconds{1}, 10 * (clock::now() - begin)));
        }
    }

private:
    std::optional<array_state> ask(const std::string& job) {
        try {
            const auto now = array_.state(job);
            answered_ = clock::now();
            if (now.running > 0) {
                ran_ = answered_;
            }
            if (now.waiting > 0 && now.reason != told_ && answered_ - ran_ > worth_a_word) {
                told_ = now.reason;
                fmt::print(stderr, "{}\n",
                           context_.say(phrase("None of the tasks runs. {} wait; Slurm's reason: "
                                               "{}",
                                               now.waiting, now.reason)));
            }
            return now;
        } catch (const slurm_error&) {
            // Its controller may be restarted at any time, and the tasks do not mind.
            if (clock::now() - answered_ > patience_with_slurm) {
                throw;
            }
            return std::nullopt;
        }
    }

    void look() {
        // Listed first: on a network's disk this is what makes new files seen.
        std::set<std::string> there;
        std::error_code not_there_yet;
        for (const auto& e :
             fs::directory_iterator(what_.results.path() / "submissions", not_there_yet)) {
            there.insert(e.path().filename().string());
        }
        std::erase_if(missing_, [&](const submission* s) {
            if (!there.contains(s->file + ".json")) {
                return false;
            }
            ++progress_.graded;
            progress_.elapsed = clock::now() - start_;
            shown_.finished({s, submission_end::graded, {}}, progress_);
            return true;
        });
        progress_.elapsed = clock::now() - start_;
        shown_.tick(progress_);
    }

    const context& context_;
    const class_to_grade& what_;
    const slurm_array& array_;
    std::vector<const submission*> missing_;
    class_progress progress_;
    clock::time_point start_ = clock::now();
    clock::time_point answered_ = clock::now();  ///< when Slurm last did
    clock::time_point ran_ = clock::now();       ///< when a task was last seen at work
    std::string told_;
    grade_progress shown_;
};

/// What the task said that had the first of those without a result.
void show_log(const context& c, const class_to_grade& what, const slurm_array& array) {
    const auto missing = look_at_results(what).without_result;
    if (missing.empty()) {
        return;
    }
    std::string last;
    try {
        for (int task = 1; fs::exists(array.log_of(task)); ++task) {
            const auto text = read_file(array.log_of(task));
            if (text.find(missing.front()->student) != std::string::npos || last.empty()) {
                last = text;
            }
        }
    } catch (const std::system_error&) {
        // It is only here to help.
    }
    constexpr std::size_t most = 2000;
    fmt::print(stderr, "{}\n{}",
               c.say(phrase("Not all have a result. What the tasks said is in {}, and ends:",
                            (array.folder() / "task-*.log").string())),
               last.size() > most ? last.substr(last.size() - most) : last);
}

}  // namespace

void require_cluster(const context& c) {
    try {
        require_slurm(run_here);
    } catch (const slurm_error& problem) {
        fail(c, problem);
    }
}

slurm_end grade_with_slurm(const context& c, const grade_options& o, const class_to_grade& what) {
    try {
        const slurm_array array(what.results.path() / "slurm",
                                c.root / "checker" / "grading" / "slurm_task.sh", run_here);
        // Of two that begin at once, the second finds the array of the first.
        std::optional<file_lock> alone(std::in_place, what.results.path() / ".lock.slurm", [] {});
        auto job = array.job();
        if (job && array.state(*job).is_over()) {
            array.forget();
            job.reset();
        }
        const auto missing = look_at_results(what).without_result;
        if (job) {
            fmt::print(stderr, "{}\n",
                       c.say(phrase("Array {} is still at work; nothing is submitted.", *job)));
        } else if (missing.empty()) {
            return slurm_end::over;
        } else {
            job = submit(c, o, what, array, missing);
        }
        alone.reset();
        if (o.slurm.wait == slurm_wait::no) {
            const auto now = array.state(*job);
            fmt::print("{}\n",
                       c.say(phrase("Submissions with a result: {} of {}. Tasks at work: {}, "
                                    "waiting: {}.",
                                    what.all.size() - missing.size(), what.all.size(), now.running,
                                    now.waiting)));
            return slurm_end::going_on;
        }
        array_watch(c, what, array, missing).wait_for(*job);
        array.forget();
        show_log(c, what, array);
        return slurm_end::over;
    } catch (const slurm_error& problem) {
        fail(c, problem);
    }
}

}  // namespace checker
