#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "checker/messages/words.hpp"

/// Slurm, the engine of many clusters, as far as grading needs it: one array of jobs at a time.
namespace checker {

/// How a program ended, and all that it printed.
struct program_said {
    int status = 127;  ///< 127 also when there is no such program
    std::string output;
};

/// Runs one of Slurm's programs, the first of the arguments. No shell comes near them.
using program_runner = std::function<program_said(const std::vector<std::string>& arguments)>;

/// Slurm is not there, or does not take the array.
class slurm_error : public std::runtime_error {
public:
    enum class reason { not_there, refused, unreachable };

    slurm_error(reason why, const words& message)
        : std::runtime_error(message.english()), why_(why), message_(message) {}
    [[nodiscard]] reason why() const { return why_; }
    [[nodiscard]] const words& message() const { return message_; }

private:
    reason why_;
    words message_;
};

/// Asks for a cluster and writes nothing. Throws slurm_error where none is reached from here.
void require_slurm(const program_runner& run);

/// What is submitted.
struct array_request {
    int tasks = 1;
    int processors = 1;                ///< for each task
    std::vector<std::string> command;  ///< of each task; `--share K/N` is added to it
    std::string partition;             ///< empty: the cluster's own choice
    std::vector<std::string> options;  ///< more of them, for sbatch
};

/// How many tasks are where.
struct array_state {
    int waiting = 0;
    int running = 0;
    std::string reason;  ///< Slurm's word for why a task waits; empty where none does

    [[nodiscard]] bool is_over() const { return waiting + running == 0; }
};

/// The array that grades a class. Its folder, on a disk that all nodes see, holds
///
///     job          the array's number, while it is not known to be over
///     task-K.log   what task K printed
///
/// so that another command, later, finds it again.
class slurm_array {
public:
    /// Makes the folder. `script` is what each task runs. Throws std::system_error.
    slurm_array(std::filesystem::path folder, std::filesystem::path script, program_runner run);

    /// The number of an array that was submitted and is not known to be over.
    [[nodiscard]] std::optional<std::string> job() const;
    /// Returns the number. Throws slurm_error.
    std::string submit(const array_request& wanted) const;
    /// Of an array that Slurm does not know any more, nothing waits or runs. Throws slurm_error
    /// when Slurm cannot be asked.
    [[nodiscard]] array_state state(const std::string& job) const;
    /// To be called when it is over.
    void forget() const;

    [[nodiscard]] std::filesystem::path log_of(int task) const;
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

private:
    std::filesystem::path folder_;
    std::filesystem::path script_;
    program_runner run_;
};

}  // namespace checker
