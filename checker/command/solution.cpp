#include <fmt/core.h>

#include "checker/command/commands.hpp"
#include "checker/command/progress_record.hpp"
#include "checker/course/atomic_file.hpp"

namespace checker {

int run_solution(const context& c, const std::string& word, reveal when) {
    const auto all = c.load();
    const auto& l = all.find(word);
    const auto done = read_progress(c);
    const auto found = done.find(l.name());
    const bool was_passed = found != done.end() && found->second.was_passed;
    if (!was_passed && when == reveal::after_a_pass) {
        fmt::print("{}\n{}\n",
                   c.say(phrase("The solution of {} is shown after you have passed the lab. To see "
                                "it now: {} solution {} --reveal",
                                l.name(), c.command, l.number)),
                   c.say(phrase("A smaller step: {} hint {}", c.command, l.number)));
        return exit_with::failure;
    }
    const auto file = solution_file(c, l);
    fmt::print("{}", read_file(file));
    fmt::print("\n{}\n{}\n", styled(c.out, style::dim, fmt::format("--- {} ---", c.shown(file))),
               c.say(phrase("Why it is written so, with measured numbers: {}",
                            c.page(c.shown(file.parent_path() / "notes.md")))));
    return exit_with::success;
}

}  // namespace checker
