#pragma once

#include <cerrno>
#include <exception>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace checker {

/// What could not be done with a file or a folder. what(): its path, and the system's reason.
class file_error : public std::system_error {
public:
    file_error(std::error_code why, std::filesystem::path file)
        : std::system_error(why, file.string()), file_(std::move(file)) {}
    [[nodiscard]] const std::filesystem::path& file() const { return file_; }

private:
    std::filesystem::path file_;
};

/// The same of the standard library's own error, whose text is for programmers. Nothing where
/// `problem` tells of no file.
[[nodiscard]] inline std::optional<file_error> file_error_in(const std::exception& problem) {
    if (const auto* told = dynamic_cast<const file_error*>(&problem)) {
        return *told;
    }
    using std::filesystem::filesystem_error;
    if (const auto* raw = dynamic_cast<const filesystem_error*>(&problem)) {
        // (of two, the second is where something was to go)
        return file_error(raw->code(), raw->path2().empty() ? raw->path1() : raw->path2());
    }
    return std::nullopt;
}

/// Is there no room left, on the disk or in what one may use of it?
[[nodiscard]] inline bool is_no_room(std::error_code why) {
    return why == std::errc::no_space_on_device ||
           why == std::error_code(EDQUOT, std::generic_category());
}

}  // namespace checker
