#include "checker/harness/channel.hpp"

#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string_view>

namespace checker {
namespace {

/// What the learner's code must not learn. It runs in the same process and can read what this can:
/// so that nobody reads it by the way, the memory is closed but for the moments of its use.
struct secrets {
    int descriptor;
    char token[64];
    char seed[32];
};

// Plain data: it is filled before any constructor has run.
secrets*& page() {
    static constinit secrets* the_page = nullptr;
    return the_page;
}

void set_access(int protection) {
    mprotect(page(), sizeof(secrets), protection);
}

class opened_secrets {
public:
    opened_secrets() { set_access(PROT_READ); }
    ~opened_secrets() { set_access(PROT_NONE); }
    opened_secrets(const opened_secrets&) = delete;
    opened_secrets& operator=(const opened_secrets&) = delete;

    const secrets* operator->() const { return page(); }
};

// Overwrites the text in place: /proc/self/environ shows these very bytes.
void take_out(const char* name, char* text) {
    std::memset(text, '*', std::strlen(text));
    unsetenv(name);
}

template <std::size_t size>
void move_from_environment(const char* name, char (&to)[size]) {
    if (char* text = std::getenv(name)) {
        std::strncpy(to, text, size - 1);
        take_out(name, text);
    }
}

// Before any static initialiser of the learner's code, which all have later priorities.
__attribute__((constructor(101))) void take_channel_from_environment() {
    char* number = std::getenv(variable::verdict_fd);
    if (number == nullptr && std::getenv(variable::seed) == nullptr) {
        return;
    }
    void* memory =
        mmap(nullptr, sizeof(secrets), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        std::abort();
    }
    page() = new (memory) secrets{-1, {}, {}};
    move_from_environment(variable::verdict_token, page()->token);
    move_from_environment(variable::seed, page()->seed);
    if (number != nullptr) {
        page()->descriptor = std::atoi(number);
        take_out(variable::verdict_fd, number);
    }
    set_access(PROT_NONE);
}

bool has_channel() {
    return page() != nullptr && opened_secrets()->descriptor >= 0;
}

std::string text_of(const char* name, std::string otherwise = {}) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : otherwise;
}

std::map<std::string, double> points_in(std::string_view text) {
    std::map<std::string, double> points;
    while (!text.empty()) {
        const auto entry = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(entry.size() + 1, text.size()));
        if (const auto equals = entry.rfind('='); equals != std::string_view::npos) {
            points[std::string(entry.substr(0, equals))] =
                std::strtod(std::string(entry.substr(equals + 1)).c_str(), nullptr);
        }
    }
    return points;
}

iovec part(std::string_view text) {
    return {const_cast<char*>(text.data()), text.size()};  // writev takes, and does not write
}

// The token goes from its page to the system: no copy of it is left in memory.
void send(std::string_view word, const verdict& v) {
    const auto json = to_json(v);
    const opened_secrets open;
    std::array<iovec, 6> parts = {part(open->token), part(" "),  part(word),
                                  part(" "),         part(json), part("\n")};
    for (std::size_t at = 0; at < parts.size();) {
        auto written =
            writev(open->descriptor, parts.data() + at, static_cast<int>(parts.size() - at));
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            throw std::runtime_error(
                fmt::format("the verdict could not be sent: {}", std::strerror(errno)));
        }
        for (; at < parts.size() && written >= static_cast<ssize_t>(parts[at].iov_len); ++at) {
            written -= static_cast<ssize_t>(parts[at].iov_len);
        }
        if (at < parts.size()) {
            parts[at].iov_base = static_cast<char*>(parts[at].iov_base) + written;
            parts[at].iov_len -= static_cast<std::size_t>(written);
        }
    }
}

}  // namespace

request request_from_environment() {
    request r;
    r.lab = text_of(variable::lab);
    r.device = text_of(variable::device, r.device);
    r.sizes_of_gpu = text_of(variable::sizes_of_gpu) == "1";
    r.times_elsewhere = text_of(variable::times_elsewhere) == "1";
    r.profile = text_of(variable::profile, r.profile);
    if (page() != nullptr) {
        if (const opened_secrets open; *open->seed != '\0') {
            r.seed = std::strtoull(open->seed, nullptr, 10);
        }
    }
    r.max_points = std::strtod(text_of(variable::max_points, "0").c_str(), nullptr);
    r.points = points_in(text_of(variable::points));
    r.timeline = text_of(variable::timeline);
    r.messages = text_of(variable::messages);
    r.words = text_of(variable::words);
    return r;
}

std::vector<std::pair<std::string, std::string>> environment_for(const request& r,
                                                                 const std::string& token) {
    std::string points;
    for (const auto& [check, given] : r.points) {
        points += fmt::format("{}{}={}", points.empty() ? "" : ";", check, given);
    }
    return {
        {variable::verdict_token, token},
        {variable::lab, r.lab},
        {variable::device, r.device},
        {variable::sizes_of_gpu, r.sizes_of_gpu ? "1" : "0"},
        {variable::times_elsewhere, r.times_elsewhere ? "1" : "0"},
        {variable::profile, r.profile},
        {variable::seed, std::to_string(r.seed)},
        {variable::max_points, fmt::format("{}", r.max_points)},
        {variable::points, points},
        {variable::timeline, r.timeline},
        {variable::messages, r.messages},
        {variable::words, r.words},
    };
}

void send_progress(const verdict& v) {
    if (has_channel()) {
        send("progress", v);
    }
}

void send_verdict(const verdict& v) {
    if (!has_channel()) {
        fmt::print("{}\n", to_json(v));
        return;
    }
    send("verdict", v);
}

}  // namespace checker
