#include <fmt/core.h>

#include <algorithm>
#include <iostream>

#include "checker/command/commands.hpp"
#include "checker/command/prediction.hpp"
#include "checker/command/progress_record.hpp"

namespace checker {
namespace {

enum class answer : std::uint8_t { yes, no, none };

/// A line of the person at the keyboard; empty also at the end of the input.
std::string ask(const std::string& question) {
    fmt::print("{} ", question);
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line)) {
        fmt::print("\n");
        return {};
    }
    return line;
}

double ask_time(const wording& words) {
    for (;;) {
        const auto line = ask(words("ask_time"));
        if (line.empty()) {
            return 0;
        }
        if (const auto ms = milliseconds_in(line)) {
            return *ms;
        }
        fmt::print("{}\n", words("not_a_time"));
    }
}

answer ask_pair(const stage_pair& pair, const wording& words) {
    for (;;) {
        const auto line = ask(words("ask_pair", {{"pair", question_of(pair, words)}}));
        if (line.empty()) {
            return answer::none;
        }
        for (const auto* yes : {"y", "Y", "yes", "是", "对"}) {
            if (line == yes) {
                return answer::yes;
            }
        }
        for (const auto* no : {"n", "N", "no", "否", "不"}) {
            if (line == no) {
                return answer::no;
            }
        }
        fmt::print("{}\n", words("yes_or_no"));
    }
}

void add(prediction& to, const stage_pair& pair, answer said) {
    if (said != answer::none) {
        (said == answer::yes ? to.together : to.apart).emplace_back(pair.id);
    }
}

prediction asked_for(const wording& words) {
    prediction result;
    result.ms = ask_time(words);
    for (const auto& pair : stage_pairs) {
        if (std::cin.eof()) {
            break;  // nobody is there any more
        }
        add(result, pair, ask_pair(pair, words));
    }
    return result;
}

prediction from_options(const predict_options& o) {
    prediction result;
    if (!o.time.empty()) {
        const auto ms = milliseconds_in(o.time);
        if (!ms) {
            throw command_error(
                exit_with::usage,
                phrase("--time takes a time such as 0.3ms or 217us, not \"{}\".", o.time));
        }
        result.ms = *ms;
    }
    for (const auto& pair : stage_pairs) {
        const auto chosen = [&](const std::vector<std::string>& all) {
            return std::find(all.begin(), all.end(), pair.id) != all.end();
        };
        if (chosen(o.together) && chosen(o.apart)) {
            throw command_error(exit_with::usage,
                                phrase("{} stands behind --together and behind --apart: it is one "
                                       "or the other.",
                                       pair.id));
        }
        add(result, pair,
            chosen(o.together) ? answer::yes
            : chosen(o.apart)  ? answer::no
                               : answer::none);
    }
    return result;
}

}  // namespace

int run_predict(const context& c, const predict_options& o) {
    const auto words = wording::in(tag_of(c.speaks));
    const auto all = c.load();
    const auto& l = all.find(o.lab);
    const bool has_answers = !o.time.empty() || !o.together.empty() || !o.apart.empty();
    if (!has_answers) {
        fmt::print("{}\n\n", wrapped(words("predict_intro", {{"lab", l.name()}}), c.out.width, 0));
    }
    const auto expected = has_answers ? from_options(o) : asked_for(words);
    if (expected.empty()) {
        fmt::print("{}\n", words("nothing_predicted"));
        return exit_with::success;
    }
    change_progress(c, [&](progress& done) { done[l.name()].expected = expected; });
    fmt::print("{}\n",
               words("predicted", {{"command", c.command}, {"number", std::to_string(l.number)}}));
    return exit_with::success;
}

}  // namespace checker
