#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "checker/command/commands.hpp"
#include "checker/command/draw_timeline.hpp"
#include "checker/command/file_watch.hpp"
#include "checker/command/key_input.hpp"
#include "checker/command/last_check.hpp"
#include "checker/command/progress_record.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/pages/wording.hpp"

namespace checker {
namespace {

/// The learner's part of an evening: a lab, its file, and keys. Everything that lasts is in the
/// record of progress.
class watching {
public:
    watching(const context& c, const watch_options& o)
        : c_(c), options_(o), words_(wording::in(tag_of(c.speaks))), all_(c.load()) {
        const auto* first = o.lab.empty() ? next_lab(all_, read_progress(c)) : &all_.find(o.lab);
        if (first == nullptr) {
            throw command_error(exit_with::usage,
                                words_("watch_all_done", {{"command", c.command}}));
        }
        lab_ = first;
    }

    int run() {
        key_input keys;
        is_interactive_ = keys.is_terminal();
        begin_lab();
        while (!is_over_) {
            wait(keys);
            // Two saves while a check ran are one check; a key is not lost meanwhile.
            if (const auto content = watch_->saved()) {
                saved(*content);
            }
            while (const auto key = is_over_ ? std::nullopt : keys.next()) {
                press(*key);
            }
        }
        return exit_with::success;
    }

private:
    void wait(const key_input& keys) {
        constexpr int look_every_ms = 500;
        std::array<pollfd, 2> waits{pollfd{keys.descriptor(), POLLIN, 0},
                                    pollfd{watch_->descriptor(), POLLIN, 0}};
        const bool is_looking = watch_->how() == file_watch::way::looking;
        if (poll(waits.data(), waits.size(), is_looking ? look_every_ms : -1) < 0) {
            keys.resume();
        }
    }

    void begin_lab() {
        const auto file = learners_file(c_, *lab_);
        watch_.emplace(file, options_.way);
        check();
    }

    void clear() const {
        if (is_interactive_ && c_.out.colours == colouring::ansi) {
            fmt::print("\033[H\033[2J\033[3J");
        }
    }

    void saved(const std::string& content) {
        if (content == checked_) {
            say(words_("watch_unchanged"));
            return;
        }
        check();
    }

    void check() {
        is_confirming_ = false;
        clear();
        fmt::print("{}\n",
                   styled(c_.out, style::dim, words_("watch_checking", {{"file", shown_file()}})));
        std::fflush(stdout);
        std::error_code missing;
        const auto file = learners_file(c_, *lab_);
        checked_ = std::filesystem::is_regular_file(file, missing) ? read_file(file) : "";
        attempt([&] {
            check_options o;
            o.labs = {lab_->name()};
            static_cast<void>(run_check(c_, o));
        });
        show_status();
    }

    /// What goes wrong with one key or one check is told, and the watch goes on.
    template <class Action>
    void attempt(Action action) {
        try {
            action();
        } catch (const std::exception& problem) {
            fmt::print("{}\n", c_.say(said_by(problem)));
        }
    }

    void say(const std::string& text) {
        fmt::print("{}\n", text);
        show_status();
    }

    [[nodiscard]] std::string shown_file() const { return c_.shown(learners_file(c_, *lab_)); }

    void press(char key) {
        const bool was_confirming = std::exchange(is_confirming_, false);
        switch (key) {
            case 'q':
                is_over_ = true;
                fmt::print("{}\n", words_("watch_end", {{"command", c_.command}}));
                break;
            case 'n':
                next();
                break;
            case 'c':
                check();
                break;
            case 'h':
                clear();
                attempt([&] { static_cast<void>(run_hint(c_, lab_->name())); });
                show_status();
                break;
            case 'l':
                clear();
                attempt([&] { static_cast<void>(run_status(c_)); });
                show_status();
                break;
            case 't':
                clear();
                attempt([&] { show_timeline(); });
                show_status();
                break;
            case 'r':
                is_confirming_ = true;
                fmt::print("{}\n", words_("watch_confirm", {{"file", shown_file()}}));
                std::fflush(stdout);
                break;
            case 'y':
                if (was_confirming) {
                    attempt([&] { static_cast<void>(run_reset(c_, lab_->name())); });
                    show_status();
                    break;
                }
                show_status();
                break;
            default:
                show_status();
        }
    }

    /// Only ever on this key: the lab that is passed stays until its learner has seen enough.
    void next() {
        const auto done = read_progress(c_);
        const auto is_open = [&](const lab& l) {
            const auto found = done.find(l.name());
            return found == done.end() || !found->second.was_passed;
        };
        const auto here = std::find_if(all_.labs.begin(), all_.labs.end(),
                                       [&](const lab& l) { return &l == lab_; });
        auto found = std::find_if(here + 1, all_.labs.end(), is_open);
        if (found == all_.labs.end()) {
            found = std::find_if(all_.labs.begin(), here, is_open);
            if (found == here) {
                say(words_(is_open(*lab_) ? "watch_only_this" : "watch_all_passed"));
                return;
            }
        }
        lab_ = &*found;
        begin_lab();
    }

    void show_timeline() {
        const lab_job job{lab_, source_kind::learner, learners_file(c_, *lab_), "h200", 1, nullptr};
        const auto last = read_last_check(c_, job);
        if (!last || last->said.timeline.empty()) {
            fmt::print("{}\n", words_("not_recorded"));
            return;
        }
        fmt::print("{}", draw_timeline_of(last->said, c_.root, c_.out, words_));
    }

    [[nodiscard]] std::string bar(double share) const {
        constexpr int cells = 20;
        const auto full = static_cast<int>(share * cells);
        std::string text;
        for (int i = 0; i < cells; ++i) {
            text += i < full ? (c_.out.has_unicode ? "█" : "#") : (c_.out.has_unicode ? "░" : "-");
        }
        return text;
    }

    void show_status() {
        const auto done = read_progress(c_);
        double points = 0;
        double possible = 0;
        int passed = 0;
        for (const auto& l : all_.labs) {
            const auto found = done.find(l.name());
            possible += l.points;
            if (found != done.end()) {
                points += found->second.points;
                passed += found->second.was_passed ? 1 : 0;
            }
        }
        const auto here = done.find(lab_->name());
        const bool is_passed = here != done.end() && here->second.was_passed;
        fmt::print("\n{} {} {}\n",
                   styled(c_.out, is_passed ? style::good : style::bold, lab_->name()),
                   bar(possible > 0 ? points / possible : 0),
                   words_("passed_of", {{"passed", std::to_string(passed)},
                                        {"labs", std::to_string(all_.labs.size())},
                                        {"points", fmt::format("{:g}", points)},
                                        {"possible", fmt::format("{:g}", possible)}}));
        const bool is_looking = watch_->how() == file_watch::way::looking;
        fmt::print("{}\n", styled(c_.out, style::dim,
                                  words_(is_looking ? "watch_looking" : "watch_waiting",
                                         {{"file", shown_file()}})));
        fmt::print("{}\n", styled(c_.out, style::dim,
                                  words_(is_interactive_ ? "watch_keys" : "watch_lines")));
        std::fflush(stdout);
    }

    const context& c_;
    const watch_options& options_;
    wording words_;
    course all_;
    const lab* lab_ = nullptr;
    std::optional<file_watch> watch_;
    std::string checked_;  ///< the file as the last check began
    bool is_interactive_ = false;
    bool is_confirming_ = false;
    bool is_over_ = false;
};

}  // namespace

int run_watch(const context& c, const watch_options& o) {
    return watching(c, o).run();
}

}  // namespace checker
