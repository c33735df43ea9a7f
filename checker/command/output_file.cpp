#include "checker/command/output_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "checker/command/context.hpp"

namespace checker {

void require_output_file(const std::filesystem::path& file, const std::string& example,
                         const std::vector<std::string_view>& endings) {
    const auto name = file.string();
    if (std::filesystem::is_directory(file)) {
        throw command_error(
            exit_with::usage,
            phrase("{} is a folder; name a file in it, such as {}/{}.", name, name, example));
    }
    if (file.filename() == "-") {
        throw command_error(exit_with::usage,
                            phrase("-o takes the name of a file, such as {}. To send the output "
                                   "elsewhere, leave out -o and redirect it.",
                                   example));
    }
    if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file)) {
        throw command_error(exit_with::usage,
                            phrase("{} is no ordinary file. To send the output elsewhere, leave "
                                   "out -o and redirect it.",
                                   name));
    }
    const auto ending = file.extension().string();
    const bool is_known = std::find(endings.begin(), endings.end(), ending) != endings.end();
    if (!is_known && (!ending.empty() || std::filesystem::exists(file))) {
        throw command_error(exit_with::usage,
                            phrase("{} is no name for this file: it ends in {}, such as {}.", name,
                                   fmt::format("{}", fmt::join(endings, ", ")), example));
    }
    if (!std::filesystem::exists(std::filesystem::absolute(file).parent_path())) {
        throw command_error(exit_with::usage, phrase("The folder of {} does not exist.", name));
    }
}

}  // namespace checker
