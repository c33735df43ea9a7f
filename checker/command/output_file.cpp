#include "checker/command/output_file.hpp"

#include "checker/command/context.hpp"

namespace checker {

void require_output_file(const std::filesystem::path& file, const std::string& example) {
    const auto name = file.string();
    if (std::filesystem::is_directory(file)) {
        throw command_error(
            exit_with::usage,
            phrase("{} is a folder; name a file in it, such as {}/{}.", name, name, example));
    }
    if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file)) {
        throw command_error(exit_with::usage,
                            phrase("{} is no ordinary file. To send the picture elsewhere, leave "
                                   "out -o and redirect the output.",
                                   name));
    }
    if (file.extension() == ".cu" || file.extension() == ".hpp" || file.extension() == ".cpp") {
        throw command_error(
            exit_with::usage,
            phrase("{} would be overwritten by a picture; name another file.", name));
    }
    if (!std::filesystem::exists(std::filesystem::absolute(file).parent_path())) {
        throw command_error(exit_with::usage, phrase("The folder of {} does not exist.", name));
    }
}

}  // namespace checker
