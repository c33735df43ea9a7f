#include "checker/grading/sandbox.hpp"

#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include "checker/grading/system_call_filter.hpp"
#include "common/simcuda/driver/toolchain.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

constexpr const char* search_path = "/usr/local/bin:/usr/bin:/bin";

/// A file without a name that a program which is started finds under its number.
descriptor handed_over(std::string_view content) {
    descriptor file(memfd_create("lab-grade", 0));
    if (!file.is_open()) {
        throw std::system_error(errno, std::generic_category(), "memfd_create");
    }
    while (!content.empty()) {
        const auto written = write(file.get(), content.data(), content.size());
        if (written <= 0 && errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "memfd_create");
        }
        content.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
    lseek(file.get(), 0, SEEK_SET);
    return file;
}

/// bubblewrap's options, each ended by a NUL as it reads them from a file.
class options {
public:
    template <class... Words>
    void add(const Words&... words) {
        (append(words), ...);
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    void append(const std::string& word) { text_.append(word).push_back('\0'); }

    std::string text_;
};

void add_system(options& o) {
    o.add("--ro-bind", "/usr", "/usr");
    for (const auto* folder : {"/bin", "/lib", "/lib32", "/lib64", "/sbin"}) {
        std::error_code failed;
        if (fs::is_symlink(folder, failed)) {
            o.add("--symlink", fs::read_symlink(folder).string(), folder);
        } else if (fs::exists(folder, failed)) {
            o.add("--ro-bind", folder, folder);
        }
    }
    // Of /etc what compilers and the loader need, and no more.
    for (const auto* file : {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf",
                             "/etc/ld.so.conf.d", "/etc/localtime"}) {
        o.add("--ro-bind-try", file, file);
    }
    o.add("--proc", "/proc", "--dev", "/dev");
}

void add_isolation(options& o) {
    o.add("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--uid",
          "1000", "--gid", "1000", "--hostname", "lab");
}

options options_for(const program& inner, const sandbox_view& view) {
    options o;
    add_isolation(o);
    add_system(o);
    // Before what is shown, which may lie below it.
    o.add("--size", std::to_string(view.scratch.value), "--tmpfs", "/tmp");
    if (view.shared_memory.value > 0) {
        o.add("--size", std::to_string(view.shared_memory.value), "--tmpfs", "/dev/shm");
    }
    for (const auto& path : view.readable) {
        // (what comes there by a link could not be mounted once more)
        if (!is_shown_anyway(path)) {
            o.add("--ro-bind-try", path.string(), path.string());
        }
    }
    for (const auto& [outside, inside] : view.shown_as) {
        o.add("--ro-bind", outside.string(), inside.string());
    }
    for (const auto& device : view.devices) {
        o.add("--dev-bind-try", device.string(), device.string());
    }
    o.add("--remount-ro", "/dev", "--remount-ro", "/");
    o.add("--chdir", "/tmp", "--setenv", "PATH", search_path);
    for (const auto& [name, value] : inner.environment) {
        o.add("--setenv", name, value);
    }
    return o;
}

words reason_from(const std::string& said) {
    if (said.find("Unknown option") != std::string::npos) {
        return phrase(
            "bubblewrap is too old here: 0.6 or later is needed, for limits on what is written.");
    }
    return phrase(
        "bubblewrap is installed but cannot make a sandbox here. It says:\n{}\nIn a container, or "
        "where the system forbids user namespaces, it has to be allowed (Ubuntu: sudo sysctl "
        "kernel.apparmor_restrict_unprivileged_userns=0; Docker: --security-opt "
        "seccomp=unconfined --security-opt systempaths=unconfined).",
        said);
}

}  // namespace

bool is_shown_anyway(const fs::path& path) {
    const auto below = path.relative_path();
    if (below.empty()) {
        return false;
    }
    const auto first = *below.begin();
    return first == "usr" || first == "lib" || first == "lib64";
}

std::optional<sandbox> sandbox::find(words& why) {
    const auto bubblewrap = simcuda::driver::find_program("bwrap");
    if (!bubblewrap) {
        why = phrase(
            "Submissions are run in a sandbox, which bubblewrap makes, and that is not installed. "
            "Debian, Ubuntu: sudo apt-get install bubblewrap; Fedora: sudo dnf install bubblewrap; "
            "Arch: sudo pacman -S bubblewrap.");
        return std::nullopt;
    }
    sandbox found(fs::absolute(*bubblewrap));
    program attempt;
    attempt.arguments = {"/bin/sh", "-c", "exit 0"};
    const auto ready = found.prepare(attempt, {}, system_calls::of_labs);
    const auto how = supervise(ready.what, {});
    if (how.how == ending::exited && how.exit_status == 0) {
        return found;
    }
    why = reason_from(how.problem + how.out.text() + how.err.text());
    return std::nullopt;
}

prepared_program sandbox::prepare(const program& inner, const sandbox_view& view,
                                  system_calls calls) const {
    prepared_program ready{inner, {}};
    ready.what.environment_of = surroundings::none;
    ready.what.limits_hold_for = limited::descendants;
    if (!is_closed()) {
        ready.what.environment.emplace_back("PATH", search_path);
        return ready;
    }
    const auto o = options_for(inner, view);
    ready.kept.push_back(handed_over(o.text()));
    ready.what.environment.clear();
    ready.what.arguments = {bubblewrap_.string(), "--args",
                            std::to_string(ready.kept.back().get())};
    if (const auto filter = system_call_filter(calls); !filter.empty()) {
        ready.kept.push_back(handed_over(filter));
        ready.what.arguments.insert(ready.what.arguments.end(),
                                    {"--seccomp", std::to_string(ready.kept.back().get())});
    }
    ready.what.arguments.insert(ready.what.arguments.end(), inner.arguments.begin(),
                                inner.arguments.end());
    ready.what.working_directory = "/";
    return ready;
}

outcome as_without_sandbox(outcome o) {
    constexpr int signal_base = 128;
    if (o.how == ending::exited && o.exit_status > signal_base &&
        o.exit_status <= signal_base + SIGRTMAX) {
        o.how = ending::signalled;
        o.signal = o.exit_status - signal_base;
        o.exit_status = 0;
    }
    return o;
}

}  // namespace checker
