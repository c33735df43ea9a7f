#include <fmt/core.h>

#include "checker/command/commands.hpp"
#include "checker/command/progress_record.hpp"

namespace checker {
namespace {

std::string mark(const context& c, const lab_progress& p) {
    if (p.was_passed) {
        return styled(c.out, style::good, padded(c.say(phrase("passed")), 7));
    }
    return p.status.empty() ? styled(c.out, style::dim, padded(c.say(phrase("open")), 7))
                            : styled(c.out, style::odd, padded(c.say(phrase("started")), 7));
}

}  // namespace

int run_status(const context& c) {
    const auto all = c.load();
    const auto done = read_progress(c);
    double points = 0;
    double possible = 0;
    fmt::print("{}\n\n", styled(c.out, style::bold, all.title));
    for (const auto& l : all.labs) {
        const auto found = done.find(l.name());
        const auto entry = found == done.end() ? lab_progress{} : found->second;
        points += entry.points;
        possible += l.points;
        fmt::print("  {}  {:22}  {:>3g}/{:<3g}  {}\n", mark(c, entry), l.name(), entry.points,
                   l.points, l.title);
    }
    fmt::print("\n{}\n", c.say(phrase("{:g} of {:g} points.", points, possible)));
    if (const auto* next = next_lab(all, done)) {
        fmt::print("{}\n", c.say(phrase("Next: read {}, edit lab.cu beside it, then {} check {}",
                                        c.page("labs/" + next->name() + "/README.md"), c.command,
                                        next->number)));
    } else if (!all.labs.empty()) {
        fmt::print("{}\n", c.say(phrase("All labs are passed.")));
    }
    fmt::print("{}\n", c.say(phrase("Help: {} --help", c.command)));
    return exit_with::success;
}

}  // namespace checker
