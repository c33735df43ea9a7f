#include "checker/grading/learner_files.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "checker/grading/student_name.hpp"

namespace checker {
namespace {

constexpr std::size_t most_enclosing = 2;

std::vector<std::string_view> parts_of(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const auto part = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(part.size() + 1, path.size()));
        if (!part.empty() && part != ".") {
            parts.push_back(part);
        }
    }
    return parts;
}

/// "04-streams" -> 4
int number_in(std::string_view text) {
    int number = 0;
    for (const char c : text) {
        if (std::isdigit(static_cast<unsigned char>(c)) == 0) {
            break;
        }
        number = 10 * number + (c - '0');
    }
    return number;
}

/// "4", "04": nothing but at most two digits, and the lab's own.
bool is_number_of(std::string_view text, std::string_view lab) {
    const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    return !text.empty() && text.size() <= 2 && std::all_of(text.begin(), text.end(), is_digit) &&
           number_in(text) == number_in(lab);
}

bool is_text(std::string_view content) {
    return content.find('\0') == std::string_view::npos;
}

}  // namespace

bool is_named_after(std::string_view file, std::string_view lab) {
    if (!file.ends_with(".cu")) {
        return false;
    }
    file.remove_suffix(3);
    return file == lab || is_number_of(file, lab);
}

learner_files::learner_files(std::vector<std::string> labs, reading_limits most,
                             const translation& say)
    : labs_(std::move(labs)), most_(most), say_(say), candidates_(labs_.size()) {}

std::optional<lab_match> learner_files::match(std::string_view path) const {
    const auto parts = parts_of(path);
    if (parts.empty() || std::any_of(parts.begin(), parts.end(), is_of_a_system)) {
        return std::nullopt;
    }
    const auto count = parts.size();
    const auto ranked = [&](std::size_t lab, int form,
                            std::size_t used) -> std::optional<lab_match> {
        const auto enclosing = count - used;
        if (enclosing > most_enclosing) {
            return std::nullopt;
        }
        return lab_match{lab, 10 * form + static_cast<int>(enclosing)};
    };
    for (std::size_t i = 0; i < labs_.size(); ++i) {
        if (parts.back() == "lab.cu" && count >= 2 && parts[count - 2] == labs_[i]) {
            const bool is_below_labs = count >= 3 && parts[count - 3] == "labs";
            return is_below_labs ? ranked(i, 0, 3) : ranked(i, 1, 2);
        }
        if (is_named_after(parts.back(), labs_[i])) {
            return ranked(i, 2, 1);
        }
    }
    if (labs_.size() == 1 && parts.back() == "lab.cu") {
        // Not the file of another lab, which lies below its own name.
        const bool is_of_another = count >= 2 && number_in(parts[count - 2]) != 0;
        return is_of_another ? std::nullopt : ranked(0, 3, 1);
    }
    return std::nullopt;
}

void learner_files::offer(const lab_match& match, std::string_view path, std::string content) {
    if (!is_text(content)) {
        refuse(match, refusal(say_, "binary",
                              phrase("{} is not a text file: it holds bytes that no source has.",
                                     shown_name(path))));
        return;
    }
    if (content.find_first_not_of(" \t\r\n") == std::string::npos) {
        refuse(match, refusal(say_, "missing", phrase("{} is empty.", shown_name(path))));
        return;
    }
    candidates_.at(match.lab).push_back({match.rank, std::string(path), std::move(content), {}});
}

void learner_files::refuse(const lab_match& match, flag why) {
    candidates_.at(match.lab).push_back({match.rank, {}, std::nullopt, std::move(why)});
}

void learner_files::refuse_all(flag why) {
    of_all_.push_back(std::move(why));
}

void learner_files::pass_archive(std::string_view path) {
    constexpr std::size_t most_named = 3;
    const auto parts = parts_of(path);
    if (archives_.size() < most_named && std::none_of(parts.begin(), parts.end(), is_of_a_system)) {
        archives_.emplace_back(path);
    }
}

std::vector<found_file> learner_files::take() {
    const bool has_nothing = std::all_of(candidates_.begin(), candidates_.end(),
                                         [](const auto& of_lab) { return of_lab.empty(); });
    if (has_nothing && !archives_.empty() && !is_refused()) {
        std::vector<words> names;
        std::transform(archives_.begin(), archives_.end(), std::back_inserter(names), shown_name);
        refuse_all(refusal(say_, "archive-inside",
                           phrase("There is no file of a lab, but what was not opened: {}. An "
                                  "archive is only opened where it is all that lies in the "
                                  "student's own folder, and never inside another one. Unpack it.",
                                  listed(names))));
    }
    std::vector<found_file> all;
    for (std::size_t i = 0; i < labs_.size(); ++i) {
        all.push_back(is_refused() ? found_file{} : chosen(labs_[i], std::move(candidates_[i])));
    }
    return all;
}

words learner_files::missing_file(const std::string& lab) const {
    const auto number = lab.substr(0, lab.find('-'));
    return labs_.size() == 1
               ? phrase(
                     "The submission has no file for this lab: labs/{}/lab.cu, {}.cu, {}.cu, or "
                     "lab.cu.",
                     lab, lab, number)
               : phrase("The submission has no file for this lab: labs/{}/lab.cu, {}.cu, or {}.cu.",
                        lab, lab, number);
}

found_file learner_files::chosen(const std::string& lab, std::vector<candidate> of_lab) const {
    if (of_lab.empty()) {
        return {std::nullopt, {refusal(say_, "missing", missing_file(lab))}};
    }
    const auto by_rank = [](const candidate& a, const candidate& b) { return a.rank < b.rank; };
    std::stable_sort(of_lab.begin(), of_lab.end(), by_rank);
    auto& best = of_lab.front();
    for (const auto& other : of_lab) {
        if (other.rank != best.rank || other.content == best.content) {
            continue;
        }
        if (best.content && other.content) {
            auto pair = std::minmax(best.path, other.path);
            return {std::nullopt,
                    {refusal(say_, "ambiguous",
                             phrase("There are two different files for this lab, {} and {}: which "
                                    "one is meant?",
                                    shown_name(pair.first), shown_name(pair.second)))}};
        }
        return {std::nullopt, {best.content ? other.why : best.why}};
    }
    if (!best.content) {
        return {std::nullopt, {std::move(best.why)}};
    }
    return {std::move(best.content), {}};
}

bool is_of_a_system(std::string_view name) {
    return name.front() == '.' || name == "__MACOSX";
}

flag note(const translation& say, std::string id, const words& message) {
    return {std::move(id), say(message), flag_effect::note};
}

flag refusal(const translation& say, std::string id, const words& message) {
    return {std::move(id), say(message), flag_effect::no_points};
}

flag too_large(const learner_files& files, std::string_view path) {
    return refusal(files.say(), "too-large",
                   phrase("{} is larger than {} KiB, which is the most that a lab's file may have.",
                          shown_name(path), files.limits().file.value / 1024));
}

flag not_a_file(const learner_files& files, std::string_view path) {
    return refusal(files.say(), "link",
                   phrase("{} is a link or a device and not a file. Links are not followed.",
                          shown_name(path)));
}

}  // namespace checker
