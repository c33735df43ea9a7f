#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <ctime>

namespace simcuda {

/// Looks at a thread from another one: does it get on?
class thread_watch {
public:
    /// In the thread itself, before anybody looks.
    void begin();
    [[nodiscard]] bool has_begun() const { return thread_ != 0; }

    /// Does the thread sleep, or has it ended? Not the same as making no progress: on a busy
    /// machine it may have to wait for a processor.
    [[nodiscard]] bool sleeps() const;
    /// Processor time that it has had.
    [[nodiscard]] std::chrono::milliseconds work_done() const;

private:
    std::atomic<pid_t> thread_ = 0;
    clockid_t clock_{};
};

}  // namespace simcuda
