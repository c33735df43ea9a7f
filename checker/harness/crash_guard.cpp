#include "checker/harness/crash_guard.hpp"

#include <unistd.h>

#include <cstddef>
#include <memory>

#include "checker/harness/channel.hpp"
#include "checker/harness/report.hpp"
#include "checker/harness/the_device.hpp"

namespace checker {
namespace {

constexpr std::array fatal = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
static_assert(fatal.size() == std::tuple_size_v<decltype(std::array<struct sigaction, 5>{})>);

// The program ends in any case. Allocating in a signal handler may hang; the alarm ends that, too.
void tell_and_die(int signal) {
    std::signal(signal, SIG_DFL);
    alarm(2);
    try {
        std::vector<finding> causes;
        for (const auto& d : the_device().take_defects()) {
            causes.push_back({d.id, {}, d.where, d.message});
        }
        send_progress(report().so_far_with(causes));
    } catch (...) {
        // Nothing more can be said.
    }
    std::raise(signal);
}

// A stack overflow leaves no room for a handler on the same stack.
void use_own_stack() {
    constexpr std::size_t size = 256 * 1024;
    static const std::unique_ptr<std::byte[]> stack(new std::byte[size]);
    stack_t own{};
    own.ss_sp = stack.get();
    own.ss_size = size;
    sigaltstack(&own, nullptr);
}

}  // namespace

crash_guard::crash_guard() {
    use_own_stack();
    struct sigaction action {};
    action.sa_handler = tell_and_die;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    for (std::size_t i = 0; i < fatal.size(); ++i) {
        sigaction(fatal[i], &action, &before_[i]);
    }
}

crash_guard::~crash_guard() {
    for (std::size_t i = 0; i < fatal.size(); ++i) {
        sigaction(fatal[i], &before_[i], nullptr);
    }
}

}  // namespace checker
