#include <fmt/core.h>

#include "checker/command/commands.hpp"
#include "checker/command/output_file.hpp"
#include "checker/command/progress_record.hpp"
#include "checker/command/report_page.hpp"
#include "checker/course/atomic_file.hpp"

namespace checker {
namespace {

lab_job job_of(const context& c, const lab& l, source_kind kind) {
    const auto file = kind == source_kind::solution ? solution_file(c, l) : learners_file(c, l);
    return {&l, kind, file, "h200", 1, nullptr};
}

/// The reference solutions have no progress of their own: their last checks say it.
lab_progress progress_of(const last_check& check) {
    lab_progress p;
    p.status = to_text(check.said.outcome);
    p.points = check.said.points;
    p.was_passed = check.said.outcome == status::pass;
    return p;
}

reported_lab reported(const context& c, const lab& l, source_kind kind, const progress& done) {
    reported_lab one;
    one.what = &l;
    const auto job = job_of(c, l, kind);
    one.check = read_last_check(c, job);
    if (kind == source_kind::solution) {
        one.progress = one.check ? progress_of(*one.check) : lab_progress{};
        return one;
    }
    if (const auto found = done.find(l.name()); found != done.end()) {
        one.progress = found->second;
    }
    // What the solution does is shown where it may be seen, and was recorded.
    if (one.progress.was_passed) {
        if (const auto solved = read_last_check(c, job_of(c, l, source_kind::solution))) {
            one.reference = solved->said;
        }
    }
    return one;
}

}  // namespace

int run_report(const context& c, const report_options& o) {
    const auto file = o.output.empty() ? c.state() / "report.html" : c.started / o.output;
    if (o.output.empty()) {
        std::filesystem::create_directories(c.state());
    } else {
        require_output_file(file, "report.html", {".html", ".htm"});
    }
    const auto all = c.load();
    const auto done = read_progress(c);
    std::vector<reported_lab> labs;
    for (const auto& l : all.labs) {
        labs.push_back(reported(c, l, o.source, done));
    }
    const auto words = wording::in(tag_of(c.speaks));
    write_atomically(file, report_page(c, all, labs, words));
    fmt::print("{}\n{}\n", c.shown(file), words("report_written"));
    return exit_with::success;
}

}  // namespace checker
