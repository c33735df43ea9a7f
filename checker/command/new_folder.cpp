#include "checker/command/new_folder.hpp"

namespace checker {

void make_new_folder(const context& c, const std::filesystem::path& folder) {
    std::error_code problem;
    if (std::filesystem::exists(folder) && !(std::filesystem::is_directory(folder, problem) &&
                                             std::filesystem::is_empty(folder, problem))) {
        throw command_error(exit_with::usage,
                            c.say(phrase("{} is there already: name a folder that is not there "
                                         "yet, or an empty one.",
                                         c.shown(folder))));
    }
    std::filesystem::create_directories(folder, problem);
    if (problem) {
        throw command_error(exit_with::usage, c.say(phrase("{} cannot be made: {}.",
                                                           c.shown(folder), problem.message())));
    }
}

}  // namespace checker
