#include "checker/supervise/child.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include "checker/supervise/process_group.hpp"

#ifdef __linux__
#include <sys/prctl.h>
#endif

extern "C" char** environ;  // NOLINT: POSIX has no other way to it

namespace checker {
namespace {

// Far from the numbers that a program gets when it opens files, or closes by habit.
constexpr int lowest_channel_number = 100;

[[noreturn]] void throw_errno(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

struct pipe_ends {
    descriptor read;
    descriptor write;
};

pipe_ends make_pipe() {
    std::array<int, 2> numbers{};
    if (pipe(numbers.data()) != 0) {
        throw_errno("pipe");
    }
    for (const int number : numbers) {
        fcntl(number, F_SETFD, FD_CLOEXEC);
    }
    return {descriptor(numbers[0]), descriptor(numbers[1])};
}

void make_non_blocking(const descriptor& d) {
    fcntl(d.get(), F_SETFL, fcntl(d.get(), F_GETFL) | O_NONBLOCK);
}

// All that the child needs between fork and exec, where it may not allocate.
struct prepared {
    std::vector<std::string> texts;
    std::vector<char*> arguments;
    std::vector<char*> environment;
    std::string directory;
    rlim_t most_processes = RLIM_INFINITY;
    rlim_t most_cpu_seconds = RLIM_INFINITY;
    rlim_t most_data = RLIM_INFINITY;
};

bool names(std::string_view entry, std::string_view variable) {
    return entry.size() > variable.size() && entry.starts_with(variable) &&
           entry[variable.size()] == '=';
}

// The limit counts all tasks of the user, ours and the desktop's too: so on top of what runs now.
rlim_t process_limit(int more) {
    const int running = tasks_in_system();
    return running > 0 ? static_cast<rlim_t>(running + more) : RLIM_INFINITY;
}

prepared prepare(const program& what, const limits& most, int channel_number) {
    prepared p;
    auto added = what.environment;
    added.emplace_back(what.channel_variable, std::to_string(channel_number));

    p.texts = what.arguments;
    const bool keeps_ours = what.environment_of == surroundings::ours;
    for (char** entry = environ; keeps_ours && *entry != nullptr; ++entry) {
        const bool replaced = std::any_of(added.begin(), added.end(), [&](const auto& variable) {
            return names(*entry, variable.first);
        });
        if (!replaced) {
            p.texts.emplace_back(*entry);
        }
    }
    for (const auto& [name, value] : added) {
        p.texts.push_back(name + "=" + value);
    }
    for (std::size_t i = 0; i < p.texts.size(); ++i) {
        auto& list = i < what.arguments.size() ? p.arguments : p.environment;
        list.push_back(p.texts[i].data());
    }
    p.arguments.push_back(nullptr);
    p.environment.push_back(nullptr);
    p.directory = what.working_directory.empty() ? "." : what.working_directory.string();
    p.most_processes = process_limit(most.processes);
    p.most_data = most.data.value > 0 ? static_cast<rlim_t>(most.data.value) : RLIM_INFINITY;
    // Only a backstop, for the case that this process dies: many threads may use many processors.
    p.most_cpu_seconds = static_cast<rlim_t>(most.time.count() / 1000 + 1) * 64;
    return p;
}

void set_limit(int resource, rlim_t value) {
    rlimit limit{};
    if (getrlimit(static_cast<decltype(RLIMIT_CORE)>(resource), &limit) == 0) {
        limit.rlim_cur = std::min(value, limit.rlim_max);
        limit.rlim_max = limit.rlim_cur;
        setrlimit(static_cast<decltype(RLIMIT_CORE)>(resource), &limit);
    }
}

// From here on, in the child, only calls that are safe after fork.
[[noreturn]] void become(const prepared& p, int out, int err, int channel, int report) {
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_FSIZE, rlim_t{256} << 20);
    set_limit(RLIMIT_NPROC, p.most_processes);
    set_limit(RLIMIT_CPU, p.most_cpu_seconds);
    set_limit(RLIMIT_DATA, p.most_data);
    for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGCHLD}) {
        std::signal(number, SIG_DFL);
    }
    const int nothing = open("/dev/null", O_RDONLY);
    const bool ready = dup2(nothing, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
                       dup2(err, STDERR_FILENO) >= 0 && fcntl(channel, F_SETFD, 0) == 0 &&
                       chdir(p.directory.c_str()) == 0;
    if (ready) {
        execve(p.arguments[0], p.arguments.data(), p.environment.data());
    }
    const int reason = errno;
    [[maybe_unused]] const auto ignored = write(report, &reason, sizeof reason);
    _exit(127);
}

// Waits until exec has closed the report pipe, or has sent why it failed.
std::string start_problem(const descriptor& report) {
    int reason = 0;
    ssize_t got = 0;
    do {
        got = read(report.get(), &reason, sizeof reason);
    } while (got < 0 && errno == EINTR);
    return got == static_cast<ssize_t>(sizeof reason) ? std::strerror(reason) : std::string{};
}

}  // namespace

child start(const program& what, const limits& most) {
    auto out = make_pipe();
    auto err = make_pipe();
    auto channel = make_pipe();
    auto report = make_pipe();
    const descriptor far_end(fcntl(channel.write.get(), F_DUPFD_CLOEXEC, lowest_channel_number));
    if (!far_end.is_open()) {
        throw_errno("fcntl");
    }
    const prepared p = prepare(what, most, far_end.get());
    const pid_t pid = fork();
    if (pid < 0) {
        throw_errno("fork");
    }
    if (pid == 0) {
        become(p, out.write.get(), err.write.get(), far_end.get(), report.write.get());
    }
    setpgid(pid, pid);  // both sides do it, so that it is done whoever runs first
    report.write.reset();

    child started{pid, std::move(out.read), std::move(err.read), std::move(channel.read),
                  start_problem(report.read)};
    if (!started.problem.empty()) {
        waitpid(pid, nullptr, 0);
    }
    for (const auto* end : {&started.out, &started.err, &started.channel}) {
        make_non_blocking(*end);
    }
    return started;
}

}  // namespace checker
