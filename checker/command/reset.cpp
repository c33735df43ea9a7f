#include <fmt/core.h>

#include <ctime>
#include <string>

#include "checker/command/commands.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/course/starter.hpp"

namespace checker {
namespace {

std::string time_stamp() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::string text(32, '\0');
    text.resize(std::strftime(text.data(), text.size(), "%Y%m%d-%H%M%S", &local));
    return text;
}

// Two resets within a second must not overwrite one backup with the other.
std::filesystem::path free_backup(const std::filesystem::path& folder) {
    const auto stamp = time_stamp();
    auto name = folder / fmt::format("lab-{}.cu", stamp);
    for (int i = 2; std::filesystem::exists(name); ++i) {
        name = folder / fmt::format("lab-{}-{}.cu", stamp, i);
    }
    return name;
}

}  // namespace

int run_reset(const context& c, const std::string& word) {
    const auto all = c.load();
    const auto& l = all.find(word);
    const auto file = learners_file(c, l);
    const auto solution = solution_file(c, l);
    if (!std::filesystem::is_regular_file(solution)) {
        throw command_error(exit_with::usage,
                            c.say(phrase("The starter is made from {}, which this copy of the "
                                         "course does not have. Take {} from the course as it was "
                                         "handed out; your file is as it was.",
                                         c.shown(solution), c.shown(file))));
    }
    require_no_folder(c, l);
    const auto starter = starter_of(read_file(solution));
    if (std::filesystem::exists(file)) {
        const auto old = read_file(file);
        if (old == starter) {
            fmt::print("{}\n",
                       c.say(phrase("{} is the untouched starter already.", c.shown(file))));
            return exit_with::success;
        }
        const auto folder = c.state() / "backup" / l.name();
        std::filesystem::create_directories(folder);
        const auto backup = free_backup(folder);
        write_atomically(backup, old);
        fmt::print("{}\n", c.say(phrase("Your version is kept as {}", c.shown(backup))));
    }
    write_atomically(file, starter);
    fmt::print("{}\n", c.say(phrase("{} is the starter again.", c.shown(file))));
    return exit_with::success;
}

}  // namespace checker
