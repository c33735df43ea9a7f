#include "common/simcuda/runtime/thread_watch.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string_view>

namespace simcuda {

void thread_watch::begin() {
    pthread_getcpuclockid(pthread_self(), &clock_);
    thread_ = gettid();
}

// Without the C++ library's streams: parts of them may be the program's own, instrumented ones.
bool thread_watch::sleeps() const {
    std::array<char, 512> text{};
    std::snprintf(text.data(), text.size(), "/proc/self/task/%d/stat", thread_.load());
    const int file = open(text.data(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return true;
    const ssize_t length = read(file, text.data(), text.size() - 1);
    close(file);
    const std::string_view line(text.data(), length < 0 ? 0 : static_cast<std::size_t>(length));
    const std::size_t name_ends = line.rfind(')');
    if (name_ends == std::string_view::npos)
        return true;
    // Running, or waiting for a disk (page faults).
    const std::string_view state = line.substr(name_ends, 3);
    return state != ") R" && state != ") D";
}

std::chrono::milliseconds thread_watch::work_done() const {
    timespec t{};
    if (has_begun())
        clock_gettime(clock_, &t);
    return std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec));
}

}  // namespace simcuda
