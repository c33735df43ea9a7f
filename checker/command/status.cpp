#include <fmt/core.h>

#include "checker/command/commands.hpp"
#include "checker/command/progress_record.hpp"

namespace checker {
namespace {

std::string mark(const context& c, const lab_progress& p) {
    if (p.was_passed) {
        return styled(c.out, style::good, "passed ");
    }
    return p.status.empty() ? styled(c.out, style::dim, "open   ")
                            : styled(c.out, style::odd, "started");
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
    fmt::print("\n{:g} of {:g} points.\n", points, possible);
    if (const auto* next = next_lab(all, done)) {
        fmt::print("Next: read labs/{}/README.md, edit lab.cu beside it, then {} check {}\n",
                   next->name(), c.command, next->number);
    } else if (!all.labs.empty()) {
        fmt::print("All labs are passed.\n");
    }
    fmt::print("Help: {} --help\n", c.command);
    return exit_with::success;
}

}  // namespace checker
