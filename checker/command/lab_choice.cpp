#include "checker/command/lab_choice.hpp"

#include <algorithm>
#include <set>

namespace checker {
namespace {

bool is_number(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Such as "1-", "-3", "1-2-3" and "1..3": numbers and what may stand between them.
bool is_like_a_range(std::string_view text) {
    constexpr std::string_view digits = "0123456789";
    constexpr std::string_view between = "-.:~";
    return text.find_first_of(between) != std::string_view::npos &&
           std::all_of(text.begin(), text.end(), [&](char c) {
               return digits.find(c) != std::string_view::npos ||
                      between.find(c) != std::string_view::npos;
           });
}

/// "1-12" is a range, "04-streams" is not.
void add_choice(std::set<int>& numbers, const context& c, const course& all,
                std::string_view word) {
    const auto dash = word.find('-');
    if (dash != std::string_view::npos && is_number(word.substr(0, dash)) &&
        is_number(word.substr(dash + 1))) {
        const int first = all.find(word.substr(0, dash)).number;
        const int last = all.find(word.substr(dash + 1)).number;
        if (first > last) {
            throw command_error(
                exit_with::usage,
                c.say(phrase("--labs {}: the first of a range is the smaller one, as in 1-12.",
                             word)));
        }
        for (int i = first; i <= last; ++i) {
            numbers.insert(i);
        }
    } else if (is_like_a_range(word)) {
        throw command_error(
            exit_with::usage,
            c.say(phrase("--labs {}: a range has its first and its last lab, with one - between "
                         "them, as in {}-{}.",
                         word, all.labs.front().number, all.labs.back().number)));
    } else {
        numbers.insert(all.find(word).number);
    }
}

}  // namespace

std::vector<const lab*> chosen_labs(const context& c, const course& all, std::string_view choice) {
    if (choice.starts_with(',') || choice.ends_with(',') ||
        choice.find(",,") != std::string_view::npos) {
        throw command_error(exit_with::usage,
                            c.say(phrase("--labs {}: a lab is missing at a comma.", choice)));
    }
    std::set<int> numbers;
    while (!choice.empty()) {
        const auto end = std::min(choice.find_first_of(", "), choice.size());
        if (end > 0) {
            add_choice(numbers, c, all, choice.substr(0, end));
        }
        choice.remove_prefix(std::min(end + 1, choice.size()));
    }
    std::vector<const lab*> labs;
    for (const auto& l : all.labs) {
        if (numbers.empty() || numbers.contains(l.number)) {
            labs.push_back(&l);
        }
    }
    return labs;
}

}  // namespace checker
