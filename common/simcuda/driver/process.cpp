#include "common/simcuda/driver/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

extern char** environ;

namespace simcuda::driver {

namespace {

class descriptor {
public:
    explicit descriptor(int number) : number_(number) {}
    descriptor(descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    descriptor& operator=(descriptor&&) = delete;
    ~descriptor() { close(); }

    [[nodiscard]] int number() const { return number_; }
    void close() {
        if (number_ >= 0) {
            ::close(std::exchange(number_, -1));
        }
    }

private:
    int number_;
};

struct channel {
    descriptor reading;
    descriptor writing;
};

[[noreturn]] void fail(int error, const std::string& what) {
    throw std::system_error(error, std::generic_category(), what);
}

/// Closed on exec, so that processes started at the same time do not keep each other's ends open.
channel make_channel() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        fail(errno, "pipe");
    }
    channel made{descriptor(ends[0]), descriptor(ends[1])};
    for (const int end : ends) {
        if (::fcntl(end, F_SETFD, FD_CLOEXEC) != 0) {
            fail(errno, "fcntl");
        }
    }
    return made;
}

class spawn_actions {
public:
    spawn_actions() { posix_spawn_file_actions_init(&actions_); }
    spawn_actions(const spawn_actions&) = delete;
    spawn_actions& operator=(const spawn_actions&) = delete;
    ~spawn_actions() { posix_spawn_file_actions_destroy(&actions_); }
    [[nodiscard]] posix_spawn_file_actions_t* get() { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

/// On some systems ccache answers to the compiler's name. It would preprocess rewritten text once
/// more, which g++ cannot compile afterwards; told this, it calls the compiler and does no more.
std::vector<const char*> environment() {
    std::vector<const char*> all{"CCACHE_DISABLE=1"};
    for (char** each = environ; *each != nullptr; ++each) {
        all.push_back(*each);
    }
    all.push_back(nullptr);
    return all;
}

pid_t start(const std::vector<std::string>& arguments, int output, int errors) {
    std::vector<char*> argv;
    for (const std::string& argument : arguments) {
        argv.push_back(const_cast<char*>(argument.c_str()));  // execve takes, and does not write
    }
    argv.push_back(nullptr);
    spawn_actions actions;
    posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(actions.get(), output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(actions.get(), errors, STDERR_FILENO);
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, argv[0], actions.get(), nullptr, argv.data(),
                                     const_cast<char**>(environment().data()));
    if (error != 0) {
        fail(error, arguments[0]);
    }
    return child;
}

/// Reads both until both have ended, whichever fills first.
void drain(channel& output, channel& errors, process_result& into) {
    std::array<pollfd, 2> waits{
        {{output.reading.number(), POLLIN, 0}, {errors.reading.number(), POLLIN, 0}}};
    const std::array<std::string*, 2> texts{&into.output, &into.errors};
    std::vector<char> buffer(std::size_t{1} << 16);
    int open = 2;
    while (open > 0) {
        if (::poll(waits.data(), waits.size(), -1) < 0) {
            if (errno == EINTR) {
                continue;
            }
            fail(errno, "poll");
        }
        for (std::size_t i = 0; i < waits.size(); ++i) {
            if (waits[i].fd < 0 || waits[i].revents == 0) {
                continue;
            }
            const ssize_t count = ::read(waits[i].fd, buffer.data(), buffer.size());
            if (count > 0) {
                texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
            } else if (count == 0 || errno != EINTR) {
                waits[i].fd = -1;
                --open;
            }
        }
    }
}

}  // namespace

process_result run_process(const std::vector<std::string>& arguments) {
    channel output = make_channel();
    channel errors = make_channel();
    const pid_t child = start(arguments, output.writing.number(), errors.writing.number());
    output.writing.close();
    errors.writing.close();
    process_result result;
    drain(output, errors, result);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            fail(errno, "waitpid");
        }
    }
    constexpr int signal_base = 128;
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : signal_base + WTERMSIG(status);
    return result;
}

}  // namespace simcuda::driver
