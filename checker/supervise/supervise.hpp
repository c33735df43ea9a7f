#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "common/timeline/units.hpp"

/// Runs a program that nobody vouches for: in its own process group, with limits on time, memory,
/// output and processes, and with a private pipe for the checker's verdict. Whatever the program
/// does, `supervise` comes back, with every process of the group gone.
namespace checker {

using std::chrono::milliseconds;
using timeline::bytes;

/// What a program finds in its environment, besides what it is given.
enum class surroundings : std::uint8_t { ours, none };

/// Whose time, memory and processes the limits are about.
enum class limited : std::uint8_t {
    group,        ///< time: the program's; the rest: its process group's
    descendants,  ///< of the program and all that it starts: for one that only starts another
};

struct program {
    std::vector<std::string> arguments;  ///< the first is the program's file
    std::vector<std::pair<std::string, std::string>> environment;
    std::filesystem::path working_directory;
    surroundings environment_of = surroundings::ours;
    limited limits_hold_for = limited::group;
    /// The variable that tells the program the number of the private descriptor.
    std::string channel_variable = "CHECKER_VERDICT_FD";
};

struct limits {
    /// Processor time, on the machine that the limits were chosen on: a slower one gets more. A
    /// program that only waits is given twice as long by the clock, not counting the time in which
    /// it was ready to run and others had the processor.
    milliseconds time{10'000};
    bytes output{std::uint64_t{1} << 20};  ///< standard output and error together
    bytes kept{std::uint64_t{8} << 10};    ///< of each, at the start and at the end
    bytes channel{std::uint64_t{4} << 20};
    bytes memory{std::uint64_t{4} << 30};  ///< resident
    bytes data{};  ///< memory that each process may ask for, whether it uses it or not; 0: no limit
    int processes = 64;
};

enum class ending {
    exited,
    signalled,
    too_slow,
    too_much_output,
    too_much_memory,
    too_many_processes,
    not_started,
};

/// What a stream carried; the middle of a long one is left out.
struct captured {
    std::string first;
    std::string last;
    bytes total{};

    [[nodiscard]] bool is_cut() const { return total.value > first.size() + last.size(); }
    /// The text, with a line that says how much is missing where something is.
    [[nodiscard]] std::string text() const;
};

struct outcome {
    ending how = ending::not_started;
    int exit_status = 0;  ///< exited only
    int signal = 0;       ///< signalled only
    captured out;
    captured err;
    std::string channel;                ///< all that came through the private pipe
    bool channel_closed_early = false;  ///< the program closed it and went on
    milliseconds wall{0};
    milliseconds time_limit{0};  ///< the one that held on this machine; too_slow only
    double machine_factor = 1;   ///< how much slower this machine is; too_slow only
    bytes memory_limit{};
    std::string problem;  ///< not_started only: why
};

/// Never throws for anything that the program does. Throws std::system_error when this process has
/// no descriptors or processes left.
[[nodiscard]] outcome supervise(const program& what, const limits& most);

}  // namespace checker
