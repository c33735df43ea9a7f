#include <fmt/core.h>

#include "checker/command/commands.hpp"

namespace checker {

// The work is done by the entry script before any C++ can run; when this is reached, all is there.
int run_setup(const context& c) {
    fmt::print("{}\n\n{}\n{}\n", c.say(phrase("Everything is there and built.")),
               c.say(phrase("See it work: {} demo", c.command)),
               c.say(phrase("Start:       {}", c.command)));
    return exit_with::success;
}

}  // namespace checker
