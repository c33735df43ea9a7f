#include "checker/grading/class_run.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <map>
#include <set>
#include <system_error>

#include "checker/grading/results_trouble.hpp"
#include "checker/grading/worker_note.hpp"

namespace checker {
namespace {

using clock = std::chrono::steady_clock;

constexpr int exit_graded = 0;
constexpr int exit_kept = 10;
constexpr int exit_failed = 11;
constexpr int exit_left = 12;

/// These signals wait until they are asked for, while it exists.
class held_signals {
public:
    held_signals() {
        sigemptyset(&held_);
        for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) {
            sigaddset(&held_, number);
        }
        sigprocmask(SIG_BLOCK, &held_, &before_);
    }
    ~held_signals() { release(); }
    held_signals(const held_signals&) = delete;
    held_signals& operator=(const held_signals&) = delete;

    void release() const { sigprocmask(SIG_SETMASK, &before_, nullptr); }
    /// The next one, 0 where none comes for a while.
    [[nodiscard]] int wait() const {
        constexpr timespec a_while{0, 200'000'000};
        const int number = sigtimedwait(&held_, nullptr, &a_while);
        return number > 0 ? number : 0;
    }

private:
    sigset_t held_{};
    sigset_t before_{};
};

/// In a worker: its whole life.
int work_on(const submission& s, const class_terms& terms, const results_folder& results,
            without_result then) {
    const auto files = read_files_of(s, terms);
    if (const auto there = results.load(s); there && there->inputs == files.inputs) {
        return exit_kept;
    }
    if (then == without_result::leave) {
        return exit_left;
    }
    const auto folder = results.make_work_folder(s);
    std::vector<lab_time> times;
    const auto graded = grade_submission(s, files, terms, folder, times);
    results.note_times(graded, times);
    results.store(graded);
    return exit_graded;
}

[[noreturn]] void live_as_worker(const submission& s, const class_terms& terms,
                                 const results_folder& results, without_result then, pid_t parent,
                                 const worker_note& note) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int status = exit_failed;
    if (getppid() == parent) {
        try {
            status = work_on(s, terms, results, then);
        } catch (const std::exception& problem) {
            note.leave(problem);
        }
    }
    std::fflush(nullptr);
    _exit(status);
}

class class_work {
public:
    class_work(const std::vector<submission>& all, const class_terms& terms,
               const results_folder& results, without_result then, const class_watcher& watcher)
        : all_(all), terms_(terms), results_(results), then_(then), watcher_(watcher) {
        progress_.total = static_cast<int>(all.size());
    }

    class_outcome run(std::size_t jobs) {
        while (next_ < all_.size() || !running_.empty()) {
            while (next_ < all_.size() && running_.size() < jobs) {
                start(all_[next_++]);
            }
            const int signal = signals_.wait();
            if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) {
                stop();
                outcome_.was_interrupted = true;
                break;
            }
            reap();
            if (outcome_.stopped_by) {
                stop();
                break;
            }
            progress_.elapsed = clock::now() - start_;
            watcher_.tick(progress_);
        }
        for (const auto& s : all_) {
            if (!has_result_.contains(&s)) {
                outcome_.without_result.push_back(&s);
            }
        }
        return outcome_;
    }

private:
    struct worker {
        const submission* at;
        worker_note note;
    };

    void start(const submission& s) {
        std::fflush(nullptr);
        worker_note note;
        const pid_t parent = getpid();
        const pid_t pid = fork();
        if (pid < 0) {
            throw std::system_error(errno, std::generic_category(), "fork");
        }
        if (pid == 0) {
            signals_.release();
            live_as_worker(s, terms_, results_, then_, parent, note);
        }
        running_.emplace(pid, worker{&s, std::move(note)});
    }

    void reap() {
        int status = 0;
        for (pid_t pid = 0; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
            if (const auto found = running_.find(pid); found != running_.end()) {
                end(found->second, status);
                running_.erase(found);
            }
        }
    }

    void end(const worker& one, int status) {
        const auto& s = *one.at;
        bool is_told_later = false;
        finished_submission f{&s, submission_end::failed, {}};
        switch (WIFEXITED(status) ? WEXITSTATUS(status) : exit_failed) {
            case exit_graded:
                f.how = submission_end::graded;
                ++progress_.graded;
                break;
            case exit_kept:
                f.how = submission_end::kept;
                ++progress_.kept;
                break;
            case exit_left:
                f.how = submission_end::left;
                ++progress_.left;
                break;
            default:
                f.problem = problem_of(one, status);
                ++progress_.failed;
                if (const auto for_all = trouble_for_all(one)) {
                    outcome_.stopped_by.emplace(*for_all);
                    is_told_later = true;
                }
        }
        if (f.how == submission_end::graded || f.how == submission_end::kept) {
            has_result_.insert(&s);
        }
        // Whoever only looks leaves alone what others have begun.
        if (then_ == without_result::grade || f.how == submission_end::failed) {
            results_.remove_work_folder(s);
        }
        progress_.elapsed = clock::now() - start_;
        // What stops all is said once, by whoever is told of the outcome.
        if (!is_told_later) {
            watcher_.finished(f, progress_);
        }
    }

    /// What it met and all others would, too.
    [[nodiscard]] std::optional<file_error> trouble_for_all(const worker& one) const {
        auto problem = one.note.about_file();
        return problem && is_trouble_for_all(*problem, results_.path()) ? problem : std::nullopt;
    }

    [[nodiscard]] words problem_of(const worker& one, int status) const {
        if (WIFSIGNALED(status)) {
            return "signal " + std::to_string(WTERMSIG(status));
        }
        if (const auto file = one.note.about_file()) {
            return told_of_results(*file, results_.path()).value_or(words(file->what()));
        }
        const auto said = one.note.text();
        return said.empty() ? "exit status " + std::to_string(WEXITSTATUS(status)) : said;
    }

    void stop() {
        for (const auto& [pid, one] : running_) {
            kill(pid, SIGKILL);
        }
        for (const auto& [pid, one] : running_) {
            while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
            }
            results_.remove_work_folder(*one.at);
        }
    }

    const std::vector<submission>& all_;
    const class_terms& terms_;
    const results_folder& results_;
    without_result then_;
    const class_watcher& watcher_;
    held_signals signals_;
    std::map<pid_t, worker> running_;
    std::size_t next_ = 0;
    std::set<const submission*> has_result_;
    class_outcome outcome_;
    class_progress progress_;
    clock::time_point start_ = clock::now();
};

}  // namespace

class_outcome run_class(const std::vector<submission>& all, const class_terms& terms,
                        const results_folder& results, int jobs, without_result then,
                        const class_watcher& watcher) {
    return class_work(all, terms, results, then, watcher).run(static_cast<std::size_t>(jobs));
}

}  // namespace checker
