#include "checker/command/grade_progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace checker {
namespace {

constexpr int bar_width = 24;

std::string bar(const class_progress& p) {
    const int full = p.total > 0 ? bar_width * p.done() / p.total : 0;
    return std::string(static_cast<std::size_t>(full), '#') +
           std::string(static_cast<std::size_t>(bar_width - full), '.');
}

words left_in_words(std::chrono::seconds left) {
    constexpr int minute = 60;
    constexpr int hour = 60 * minute;
    const auto seconds = left.count();
    if (seconds < minute) {
        return phrase("about {} s left", seconds);
    }
    if (seconds < 2 * hour) {
        return phrase("about {} min left", (seconds + minute / 2) / minute);
    }
    return phrase("about {} h left", (seconds + hour / 2) / hour);
}

std::string flags_of(const graded_submission& g) {
    std::set<std::string> ids;
    for (const auto& f : g.flags) {
        ids.insert(f.id);
    }
    for (const auto& l : g.labs) {
        for (const auto& f : l.flags) {
            ids.insert(f.id);
        }
    }
    std::string text;
    for (const auto& id : ids) {
        text += (text.empty() ? "  " : ", ") + id;
    }
    return text;
}

}  // namespace

std::optional<std::chrono::seconds> time_left(const class_progress& p) {
    // What was there already took no time.
    const int worked = p.graded + p.failed;
    if (worked == 0) {
        return std::nullopt;
    }
    const auto left = p.elapsed * (p.total - p.done()) / worked;
    return std::chrono::duration_cast<std::chrono::seconds>(left) + std::chrono::seconds{1};
}

grade_progress::grade_progress(const context& c, const results_folder& results)
    : context_(c), results_(results), is_terminal_(isatty(STDERR_FILENO) == 1) {}

grade_progress::~grade_progress() {
    clear();
}

void grade_progress::clear() {
    if (is_drawn_) {
        fmt::print(stderr, "\r\033[K");
        is_drawn_ = false;
    }
}

void grade_progress::finished(const finished_submission& f, const class_progress& p) {
    const auto& say = context_.say;
    if (f.how == submission_end::failed) {
        clear();
        fmt::print(stderr, "{}\n",
                   say(phrase("{} was not graded; this is not its fault: {}", f.which->student,
                              f.problem)));
    } else if (!is_terminal_) {
        const auto graded = results_.load(*f.which);
        const auto points =
            graded ? fmt::format("{} / {}{}", points_in_words(graded->points),
                                 points_in_words(graded->max_points), flags_of(*graded))
                   : std::string();
        const auto kept = f.how == submission_end::kept ? say(phrase(" (as before)")) : "";
        fmt::print(stderr, "[{}/{}] {}: {}{}\n", p.done(), p.total, f.which->student, points, kept);
    }
    tick(p);
}

void grade_progress::tick(const class_progress& p) {
    if (!is_terminal_) {
        return;
    }
    const auto left = time_left(p);
    fmt::print(stderr, "\r\033[K[{}] {}/{}  {}", bar(p), p.done(), p.total,
               left ? context_.say(left_in_words(*left)) : "");
    std::fflush(stderr);
    is_drawn_ = true;
}

}  // namespace checker
