#pragma once

#include <functional>

#include "checker/command/lab_job.hpp"
#include "checker/supervise/descriptor.hpp"

namespace checker {

/// A check in a process of its own, beside others: whoever supervises a program ends all of its
/// process's children with it, so two such checks must not share a process. Start them while this
/// process has one thread.
class check_apart {
public:
    /// Begins at once; `say` is for what may go wrong in it. Throws std::system_error when there
    /// can be no further process.
    check_apart(const std::function<lab_result()>& check, const translation& say);
    ~check_apart();
    check_apart(const check_apart&) = delete;
    check_apart& operator=(const check_apart&) = delete;

    /// Waits for the end. Throws command_error if that is how the check ended.
    [[nodiscard]] lab_result get();

private:
    descriptor answer_;
    int process_ = -1;
};

}  // namespace checker
