#include <fmt/core.h>

#include <algorithm>

#include "checker/command/commands.hpp"
#include "checker/command/lab_job.hpp"

namespace checker {

// The work is done by the entry script before any C++ can run; when this is reached, all is there.
int run_setup(const context& c) {
    fmt::print("{}\n\n", c.say(phrase("Everything is there and built.")));
    const auto all = c.load();
    if (std::any_of(all.labs.begin(), all.labs.end(),
                    [&](const lab& l) { return has_solution(c, l); })) {
        fmt::print("{}\n", c.say(phrase("See it work: {} demo", c.command)));
    }
    fmt::print("{}\n", c.say(phrase("Start:       {}", c.command)));
    return exit_with::success;
}

}  // namespace checker
