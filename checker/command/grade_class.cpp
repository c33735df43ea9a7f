#include "checker/command/grade_class.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <thread>

#include "checker/command/lab_choice.hpp"
#include "checker/command/lab_job.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/course/starter.hpp"
#include "checker/grading/class_mistakes.hpp"
#include "checker/grading/class_share.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

class_share share_in(const context& c, const grade_options& o) {
    if (o.share.empty()) {
        return {};
    }
    if (const auto share = share_from_text(o.share)) {
        return *share;
    }
    throw command_error(exit_with::usage,
                        c.say(phrase("--share {}: the second of eight parts is 2/8.", o.share)));
}

/// Whether it is a line as results keep it, of labs that this course has.
bool names_labs(std::string_view line, const course& all) {
    for (bool is_last = false; !is_last;) {
        const auto name = line.substr(0, line.find(','));
        is_last = name.size() == line.size();
        line.remove_prefix(is_last ? line.size() : name.size() + 1);
        if (std::none_of(all.labs.begin(), all.labs.end(),
                         [&](const lab& l) { return l.name() == name; })) {
            return false;
        }
    }
    return true;
}

/// The labs that results are of, with commas between; empty where nothing was graded yet, or where
/// grades.json cannot be read and is written anew.
std::string labs_of_results(const context& c, const course& all, const fs::path& results) {
    if (const auto file = results / "labs";
        fs::exists(results / "submissions") && fs::is_regular_file(file)) {
        const auto text = read_file(file);
        auto line = text.substr(0, text.find('\n'));
        if (!names_labs(line, all)) {
            throw command_error(
                exit_with::usage,
                c.say(phrase("{} is damaged, or of another course: it has to hold the names of the "
                             "labs that these results are of, with commas between, such as {},{}. "
                             "Nothing was graded. Put the file back from a copy or write the names "
                             "into it, or grade again into another folder with --out.",
                             file.string(), all.labs.front().name(), all.labs.back().name())));
        }
        return line;
    }
    std::string names;
    try {
        if (const auto file = results / "grades.json"; fs::is_regular_file(file)) {
            for (const auto& l : graded_class_from_json(read_file(file)).labs) {
                names += (names.empty() ? "" : ",") + l.name;
            }
        }
    } catch (const std::invalid_argument&) {
        return {};
    }
    return names;
}

std::function<void()> refusal_in(const context& c, const std::filesystem::path& results) {
    return [&c, &results] {
        throw command_error(
            exit_with::usage,
            c.say(phrase("Another `lab grade` is at work on the results in {}. Wait for it or stop "
                         "it; another class takes another folder, with --out. Several machines "
                         "take a --share each.",
                         results.string())));
    };
}

std::vector<std::string> names_of(const course& all) {
    std::vector<std::string> names;
    for (const auto& l : all.labs) {
        names.push_back(l.name());
    }
    return names;
}

}  // namespace

std::vector<const lab*> labs_of_class(const context& c, const course& all, const std::string& asked,
                                      const std::filesystem::path& results) {
    auto chosen = chosen_labs(c, all, asked);
    const auto before = labs_of_results(c, all, results);
    if (before.empty()) {
        return chosen;
    }
    auto as_before = chosen_labs(c, all, before);
    if (!asked.empty() && chosen != as_before) {
        throw command_error(
            exit_with::usage,
            c.say(phrase("The results in {} are of {}. Leave --labs out to go on with them, or "
                         "choose another folder with --out.",
                         results.string(), before)));
    }
    return as_before;
}

fs::path class_folder(const context& c, const std::string& named) {
    auto folder = (c.started / named).lexically_normal();
    if (!folder.has_filename()) {
        folder = folder.parent_path();
    }
    if (fs::is_directory(folder)) {
        return folder;
    }
    throw command_error(
        exit_with::usage,
        c.say(fs::exists(folder)
                  ? phrase("{} is a file. Name the folder that holds a folder or an archive for "
                           "each student; an archive of the whole class has to be unpacked first.",
                           named)
                  : phrase("There is no folder {}. It has to hold a folder or an archive for each "
                           "student.",
                           named)));
}

class_entries entries_that_count(const context& c, const std::string& named,
                                 const fs::path& folder) {
    auto entries = entries_of_class(folder);
    if (const auto why = why_no_class(folder, entries.submissions, names_of(c.load()))) {
        throw command_error(exit_with::usage, c.say(*why));
    }
    if (entries.submissions.empty()) {
        throw command_error(exit_with::usage,
                            c.say(phrase("The folder {} holds no submissions.", named)));
    }
    return entries;
}

bool lies_in(const fs::path& path, const fs::path& place) {
    const auto way = fs::weakly_canonical(path).lexically_relative(fs::weakly_canonical(place));
    return *way.begin() != "..";
}

std::string starter_for(const context& c, const lab& l) {
    return has_solution(c, l) ? starter_of(read_file(solution_file(c, l)))
                              : read_file(learners_file(c, l));
}

bool grades_here(const grade_options& o) {
    return o.what == grade_what::submissions && o.engine == grade_engine::this_machine;
}

bool is_part(const grade_options& o) {
    return !o.share.empty() || !o.only.empty();
}

std::vector<submission> part_of(const context& c, const grade_options& o,
                                const std::vector<submission>& all) {
    return share_of(o.only.empty() ? all : listed_in(c.started / o.only, all), share_in(c, o));
}

std::string times_file_of(const context& c, const grade_options& o) {
    const auto share = share_in(c, o);
    return o.share.empty() ? "times.jsonl"
                           : fmt::format("times.{}-of-{}.jsonl", share.number, share.of);
}

grading_lock::grading_lock(const context& c, const grade_options& o,
                           const std::filesystem::path& results)
    : all_(results / ".lock", refusal_in(c, results),
           is_part(o) || !grades_here(o) ? lock_beside::the_like : lock_beside::nobody) {
    // (a cluster's task that was begun again may find the lock of the node that was lost)
    if (!o.share.empty() && o.only.empty()) {
        const auto share = share_in(c, o);
        share_.emplace(results / fmt::format(".lock.{}-of-{}", share.number, share.of),
                       refusal_in(c, results));
    }
}

int processors_here() {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

class_outcome look_at_results(const class_to_grade& what) {
    const class_watcher nobody{[](const auto&, const auto&) {}, [](const auto&) {}};
    return run_class(what.all, what.terms, what.results, processors_here(), without_result::leave,
                     nobody);
}

}  // namespace checker
