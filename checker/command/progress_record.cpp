#include "checker/command/progress_record.hpp"

#include <fmt/core.h>

#include <cstdio>

#include "checker/command/file_lock.hpp"

namespace checker {
namespace {

std::filesystem::path record(const context& c) {
    return c.state() / "progress.toml";
}

}  // namespace

progress read_progress(const context& c) {
    auto loaded = load_progress(record(c));
    if (!loaded.notice.empty()) {
        fmt::print(stderr, "{}\n", wrapped(loaded.notice, c.out.width, 0));
    }
    return std::move(loaded.labs);
}

void change_progress(const context& c, const std::function<void(progress&)>& change) {
    std::filesystem::create_directories(c.state());
    const file_lock lock(c.state() / "progress.lock", [] {});
    auto labs = read_progress(c);
    change(labs);
    save_progress(record(c), labs);
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
