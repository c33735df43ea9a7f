#include "checker/command/key_input.hpp"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace checker {
namespace {

// A signal handler reaches nothing else. One terminal, one program: written once, before the
// handlers are set.
termios as_found{};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
constexpr std::array deadly{SIGINT, SIGTERM, SIGHUP, SIGQUIT};

void put_back_and_end(int signal) {
    tcsetattr(STDIN_FILENO, TCSANOW, &as_found);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void only_interrupt(int /*signal*/) {}

void set_handler(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;  // no SA_RESTART: poll has to return
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

}  // namespace

key_input::key_input() : is_terminal_(isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) {
    if (!is_terminal_ || tcgetattr(STDIN_FILENO, &as_found) != 0) {
        is_terminal_ = false;
        return;
    }
    for (const int signal : deadly) {
        set_handler(signal, put_back_and_end);
    }
    set_handler(SIGCONT, only_interrupt);
    set_handler(SIGWINCH, only_interrupt);
    resume();
}

key_input::~key_input() {
    if (is_terminal_) {
        tcsetattr(STDIN_FILENO, TCSANOW, &as_found);
        for (const int signal : deadly) {
            std::signal(signal, SIG_DFL);
        }
    }
}

void key_input::resume() const {
    if (is_terminal_) {
        termios mode = as_found;
        mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
        mode.c_cc[VMIN] = 1;
        mode.c_cc[VTIME] = 0;
        tcsetattr(STDIN_FILENO, TCSANOW, &mode);
    }
}

std::optional<char> key_input::next() {
    while (is_open_) {
        pollfd there{STDIN_FILENO, POLLIN, 0};
        if (poll(&there, 1, 0) <= 0) {
            return std::nullopt;
        }
        char key = 0;
        const auto got = read(STDIN_FILENO, &key, 1);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            is_open_ = false;
            return std::nullopt;
        }
        if (is_terminal_) {
            return key;
        }
        const bool is_first = is_line_start_;
        is_line_start_ = key == '\n';
        if (is_first && key != '\n') {
            return key;
        }
    }
    return std::nullopt;
}

}  // namespace checker
