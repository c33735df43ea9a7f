#include "checker/command/progress_record.hpp"

#include <fmt/core.h>

#include <cstdio>

#include "checker/supervise/file_lock.hpp"

namespace checker {
namespace {

std::filesystem::path record(const context& c) {
    return c.state() / "progress.toml";
}

words sentence_of(const damaged_record& damage) {
    const auto what_now = damage.kept_as.empty()
                              ? phrase("It could not be moved away: {}.", damage.why_not)
                              : phrase("It is kept as {}.", damage.kept_as);
    return phrase(
        "The record of your progress could not be read ({}). {} Your lab files are "
        "untouched; `lab check` fills the record again.",
        damage.problem, what_now);
}

}  // namespace

progress read_progress(const context& c) {
    auto loaded = load_progress(record(c));
    if (loaded.damage) {
        fmt::print(stderr, "{}\n", wrapped(c.say(sentence_of(*loaded.damage)), c.out.width, 0));
    }
    return std::move(loaded.labs);
}

void change_progress(const context& c, const std::function<void(progress&)>& change) {
    std::filesystem::create_directories(c.state());
    const file_lock lock(c.state() / "progress.lock", [] {});
    auto labs = read_progress(c);
    change(labs);
    save_progress(record(c), labs,
                  c.say(phrase("What you have done so far. `lab` shows it; delete this file to "
                               "start again.")));
}

const lab* next_lab(const course& all, const progress& done) {
    for (const auto& candidate : all.labs) {
        const auto found = done.find(candidate.name());
        if (found == done.end() || !found->second.was_passed) {
            return &candidate;
        }
    }
    return nullptr;
}

}  // namespace checker
