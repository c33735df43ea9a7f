#include "checker/command/tool.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "checker/supervise/descriptor.hpp"

extern "C" char** environ;  // NOLINT: POSIX has no other way to it

namespace checker {
namespace {

class spawn_actions {
public:
    spawn_actions() { posix_spawn_file_actions_init(&actions_); }
    ~spawn_actions() { posix_spawn_file_actions_destroy(&actions_); }
    spawn_actions(const spawn_actions&) = delete;
    spawn_actions& operator=(const spawn_actions&) = delete;

    void give(int ours, int theirs) { posix_spawn_file_actions_adddup2(&actions_, ours, theirs); }
    void open_nothing(int theirs) {
        posix_spawn_file_actions_addopen(&actions_, theirs, "/dev/null", O_RDONLY, 0);
    }
    [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

template <class Take>
int run(const std::vector<std::string>& arguments, Take take) {
    std::array<int, 2> ends{};
    // Closed in what other threads start at this moment, too.
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        return 127;
    }
    descriptor from(ends[0]);
    descriptor to(ends[1]);

    spawn_actions actions;
    actions.open_nothing(STDIN_FILENO);
    actions.give(to.get(), STDOUT_FILENO);
    actions.give(to.get(), STDERR_FILENO);
    std::vector<std::string> copies = arguments;
    std::vector<char*> pointers;
    for (auto& argument : copies) {
        pointers.push_back(argument.data());
    }
    pointers.push_back(nullptr);
    pid_t pid = -1;
    if (posix_spawnp(&pid, pointers[0], actions.get(), nullptr, pointers.data(), environ) != 0) {
        return 127;
    }
    to.reset();
    std::array<char, 16384> buffer;
    for (;;) {
        const auto got = read(from.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;
        }
        take(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    }
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

tool_result run_tool(const std::vector<std::string>& arguments) {
    tool_result result;
    result.status = run(arguments, [&](std::string_view text) { result.output += text; });
    return result;
}

int run_tool(const std::vector<std::string>& arguments,
             const std::function<void(std::string_view)>& line) {
    std::string rest;
    const int status = run(arguments, [&](std::string_view text) {
        rest += text;
        for (auto end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
            line(std::string_view(rest).substr(0, end));
            rest.erase(0, end + 1);
        }
    });
    if (!rest.empty()) {
        line(rest);
    }
    return status;
}

}  // namespace checker
