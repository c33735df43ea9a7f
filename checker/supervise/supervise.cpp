#include "checker/supervise/supervise.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <thread>

#include "checker/supervise/child.hpp"
#include "checker/supervise/machine_speed.hpp"
#include "checker/supervise/process_group.hpp"

namespace checker {
namespace {

using clock = std::chrono::steady_clock;

constexpr milliseconds look_at_process_every{20};
constexpr milliseconds look_at_group_every{250};
constexpr milliseconds look_at_tree_every{100};
constexpr milliseconds longest_ending{50};  // where the system does not tell who is ending

milliseconds since(clock::time_point start) {
    return std::chrono::duration_cast<milliseconds>(clock::now() - start);
}

// Keeps the first and the last `most` bytes of what goes by.
void keep(captured& stream, std::string_view text, std::size_t most) {
    stream.total.value += text.size();
    const auto to_first = std::min(text.size(), most - std::min(most, stream.first.size()));
    stream.first.append(text.substr(0, to_first));
    stream.last.append(text.substr(to_first));
    if (stream.last.size() > most) {
        stream.last.erase(0, stream.last.size() - most);
    }
}

enum class pipe_state { open, ended };

template <class Take>
pipe_state drain(const descriptor& pipe, Take take) {
    std::array<char, 16384> buffer;
    // A flood must not keep us here: the limits are looked at between two rounds.
    for (int round = 0; round < 16; ++round) {
        const auto got = read(pipe.get(), buffer.data(), buffer.size());
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
            return pipe_state::ended;
        }
        if (got < 0) {
            return pipe_state::open;
        }
        take(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    }
    return pipe_state::open;
}

class watch {
public:
    watch(child started, const limits& most, limited held_for, std::vector<known_process> others)
        : child_(std::move(started)),
          limits_(most),
          held_for_(held_for),
          others_(std::move(others)),
          time_limit_(most.time) {
        result_.memory_limit = most.memory;
    }

    outcome run() {
        std::optional<ending> broken;
        while (!has_ended() && !broken) {
            wait_for_input();
            read_pipes();
            // A process that ends closes all its pipes before it is gone, in an order that nobody
            // promises; on a busy machine that, or our next look, may take as long as it likes.
            if (channel_closed_ && since(*channel_closed_) > longest_ending &&
                !is_ending(child_.pid)) {
                result_.channel_closed_early = true;
            }
            broken = broken_limit();
        }
        result_.wall = since(start_);
        finish(broken);
        return std::move(result_);
    }

private:
    // Leaves the process unreaped: until then its number cannot be given to another one.
    [[nodiscard]] bool has_ended() const {
        siginfo_t info{};
        return waitid(P_PID, static_cast<id_t>(child_.pid), &info, WEXITED | WNOHANG | WNOWAIT) ==
                   0 &&
               info.si_pid == child_.pid;
    }

    void wait_for_input() {
        std::array<pollfd, 3> waits{};
        nfds_t count = 0;
        for (const auto* pipe : {&child_.out, &child_.err, &child_.channel}) {
            if (pipe->is_open()) {
                waits[count++] = {pipe->get(), POLLIN, 0};
            }
        }
        // With all pipes closed the program is about to be gone.
        const auto timeout = count > 0 ? look_at_process_every : milliseconds{1};
        poll(waits.data(), count, static_cast<int>(timeout.count()));
    }

    void read_pipes() {
        const auto most = static_cast<std::size_t>(limits_.kept.value);
        const bool channel_was_open = child_.channel.is_open();
        read_pipe(child_.channel, [&](std::string_view text) {
            if (result_.channel.size() < limits_.channel.value) {
                result_.channel.append(text);
            }
        });
        read_pipe(child_.out, [&](std::string_view text) { keep(result_.out, text, most); });
        read_pipe(child_.err, [&](std::string_view text) { keep(result_.err, text, most); });
        if (channel_was_open && !child_.channel.is_open()) {
            channel_closed_ = clock::now();
        }
    }

    template <class Take>
    static void read_pipe(descriptor& pipe, Take take) {
        if (pipe.is_open() && drain(pipe, take) == pipe_state::ended) {
            pipe.reset();
        }
    }

    [[nodiscard]] std::optional<ending> broken_limit() {
        if (result_.out.total + result_.err.total > limits_.output) {
            return ending::too_much_output;
        }
        if (is_too_slow()) {
            return ending::too_slow;
        }
        // The scan of all processes is dear; many new tasks in the whole system are a reason for
        // one.
        const bool many_new_tasks = tasks_in_system() > tasks_at_start_ + limits_.processes;
        const auto every = held_for_ == limited::group ? look_at_group_every : look_at_tree_every;
        if (since(last_look_) < every && !many_new_tasks) {
            return std::nullopt;
        }
        last_look_ = clock::now();
        return broken_by(used());
    }

    [[nodiscard]] group_use used() {
        if (held_for_ == limited::group) {
            return use_of_group(child_.pid);
        }
        tree_ = use_of_tree(child_.pid);
        return {tree_.tasks, tree_.resident};
    }

    [[nodiscard]] std::optional<ending> broken_by(const group_use& use) const {
        if (use.processes > limits_.processes) {
            return ending::too_many_processes;
        }
        if (use.resident > limits_.memory) {
            return ending::too_much_memory;
        }
        return std::nullopt;
    }

    [[nodiscard]] bool is_over(milliseconds limit) const {
        const auto used = held_for_ == limited::group ? cpu_time(child_.pid) : tree_.cpu;
        if (used > limit) {
            return true;
        }
        // What it waited for a processor on a busy machine is not its fault.
        return since(start_) > 2 * limit && since(start_) - queued() > 2 * limit;
    }

    [[nodiscard]] milliseconds queued() const {
        if (held_for_ == limited::group) {
            return queued_time(child_.pid);
        }
        milliseconds sum{0};
        for (const auto process : tree_.members) {
            sum += queued_time(process);
        }
        return sum;
    }

    // The machine's speed is measured only when it matters: a normal run pays nothing for it.
    [[nodiscard]] bool is_too_slow() {
        if (!is_over(time_limit_)) {
            return false;
        }
        if (!factor_) {
            factor_ = machine_factor();
            time_limit_ = milliseconds(
                static_cast<std::int64_t>(static_cast<double>(limits_.time.count()) * *factor_));
        }
        return is_over(time_limit_);
    }

    // A sandbox's own processes are given a moment to count what ran in it.
    void stop_inside() {
        constexpr milliseconds moment{200};
        end_grandchildren(child_.pid);
        for (const auto begin = clock::now(); !has_ended() && since(begin) < moment;) {
            std::this_thread::sleep_for(milliseconds{2});
        }
    }

    void finish(std::optional<ending> broken) {
        int status = 0;
        if (broken && held_for_ == limited::descendants) {
            stop_inside();
        }
        // Before the first process is reaped: as long as it is there, its number is not reused.
        kill(-child_.pid, SIGKILL);
        while (waitpid(child_.pid, &status, 0) < 0 && errno == EINTR) {
        }
        end_group(child_.pid, others_);
        read_pipes();
        result_.time_limit = time_limit_;
        result_.machine_factor = factor_.value_or(1);
        if (broken) {
            result_.how = *broken;
        } else if (WIFSIGNALED(status)) {
            result_.how = ending::signalled;
            result_.signal = WTERMSIG(status);
        } else {
            result_.how = ending::exited;
            result_.exit_status = WEXITSTATUS(status);
        }
    }

    child child_;
    limits limits_;
    limited held_for_;
    tree_use tree_;                      ///< when last looked at
    std::vector<known_process> others_;  ///< that we had started before, for other purposes
    outcome result_;
    clock::time_point start_ = clock::now();
    clock::time_point last_look_ = start_;
    std::optional<clock::time_point> channel_closed_;
    int tasks_at_start_ = tasks_in_system();
    milliseconds time_limit_;
    std::optional<double> factor_;
};

}  // namespace

std::string captured::text() const {
    if (!is_cut()) {
        return first + last;
    }
    const auto missing = total.value - first.size() - last.size();
    return fmt::format("{}\n[... {} bytes left out ...]\n{}", first, missing, last);
}

outcome supervise(const program& what, const limits& most) {
    adopt_orphans();
    auto others = children_of_ours();
    auto started = start(what, most);
    if (!started.problem.empty()) {
        outcome failed;
        failed.problem = std::move(started.problem);
        return failed;
    }
    return watch(std::move(started), most, what.limits_hold_for, std::move(others)).run();
}

}  // namespace checker
