#include "common/simcuda/runtime/places.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

extern char** environ;

namespace simcuda {
namespace {

/// Where this program was loaded: zero for a fixed-address one.
std::uintptr_t load_base() {
    std::uintptr_t base = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* out) {
            *static_cast<std::uintptr_t*>(out) = info->dlpi_addr;
            return 1;  // the first is the program
        },
        &base);
    return base;
}

std::string program_path() {
    std::array<char, 4096> path{};
    const ssize_t n = readlink("/proc/self/exe", path.data(), path.size() - 1);
    return n > 0 ? std::string(path.data(), static_cast<std::size_t>(n)) : std::string();
}

std::string output_of(const std::vector<std::string>& words) {
    std::array<int, 2> out{};
    if (pipe2(out.data(), O_CLOEXEC) != 0)
        return {};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<char*> argv;
    for (const std::string& w : words)
        argv.push_back(const_cast<char*>(w.c_str()));
    argv.push_back(nullptr);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    std::string text;
    if (failed == 0) {
        std::array<char, 65536> piece{};
        for (ssize_t n = 0; (n = read(out[0], piece.data(), piece.size())) > 0;) {
            text.append(piece.data(), static_cast<std::size_t>(n));
        }
        waitpid(child, nullptr, 0);
    }
    close(out[0]);
    return text;
}

/// One line of addr2line: "file:line", perhaps followed by " (discriminator 3)".
timeline::source_place parse(std::string_view line) {
    const std::size_t colon = line.rfind(':');
    if (colon == std::string_view::npos || line.starts_with("??"))
        return {};
    timeline::source_place place;
    place.file = std::filesystem::path(line.substr(0, colon)).lexically_normal().string();
    place.line = std::atoi(std::string(line.substr(colon + 1)).c_str());
    return place;
}

/// Headers of ours and of the C++ library are inlined into the caller; the caller is meant.
bool is_library(const timeline::source_place& place) {
    return place.file.ends_with("/cuda_runtime.h") ||
           place.file.find("simcuda/include/") != std::string::npos ||
           place.file.find("/include/c++/") != std::string::npos;
}

}  // namespace

void place_finder::prepare(const std::vector<const void*>& addresses) {
    constexpr std::size_t batch = 2000;  // a command line has its limits
    std::vector<const void*> missing;
    for (const void* a : addresses) {
        if (a != nullptr && known_.emplace(a, timeline::source_place{}).second)
            missing.push_back(a);
    }
    const std::uintptr_t base = missing.empty() ? 0 : load_base();
    for (std::size_t from = 0; from < missing.size(); from += batch) {
        const std::size_t to = std::min(missing.size(), from + batch);
        std::vector<std::string> words{"addr2line", "-a", "-i", "-e", program_path()};
        for (std::size_t i = from; i < to; ++i) {
            // A return address belongs to the call before it.
            words.push_back(
                fmt::format("{:x}", reinterpret_cast<std::uintptr_t>(missing[i]) - base - 1));
        }
        // For each address a line "0x...", then the inlined frames, innermost first.
        std::string text = output_of(words);
        std::size_t i = from;
        bool first = true;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::string_view line = std::string_view(text).substr(at, end - at);
            at = end + 1;
            if (line.starts_with("0x")) {
                if (!first)
                    ++i;
                first = false;
            } else if (i < to && known_[missing[i]].line == 0) {
                timeline::source_place place = parse(line);
                if (!is_library(place))
                    known_[missing[i]] = std::move(place);
            }
        }
    }
}

const std::string& place_finder::function_at(const void* pc) {
    const auto [known, is_new] = functions_.try_emplace(pc);
    if (is_new) {
        const auto at = reinterpret_cast<std::uintptr_t>(pc) - load_base();
        const std::string text =
            output_of({"addr2line", "-f", "-e", program_path(), fmt::format("{:x}", at)});
        const std::string name = text.substr(0, text.find('\n'));
        if (!name.starts_with("??"))
            known->second = name;
    }
    return known->second;
}

timeline::source_place place_finder::of(const void* pc) {
    if (pc == nullptr)
        return {};
    prepare({pc});
    return known_[pc];
}

}  // namespace simcuda
