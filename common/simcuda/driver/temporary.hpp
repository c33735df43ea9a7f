#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace simcuda::driver {

/// A file that is removed with this object, unless it was moved to its final place.
class temporary_file {
public:
    /// A name in `folder` that no other process uses: "<stem>.<unique><extension>". The file is
    /// made, empty. Throws std::filesystem::filesystem_error.
    temporary_file(const std::filesystem::path& folder, std::string_view stem,
                   std::string_view extension);
    temporary_file(temporary_file&& other) noexcept : path_(std::move(other.path_)) {
        other.path_.clear();
    }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;
    temporary_file& operator=(temporary_file&&) = delete;
    ~temporary_file();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// Throws std::filesystem::filesystem_error when the text cannot be written in full.
    void write(std::string_view text) const;
    /// Replaces `target` at once. Throws std::filesystem::filesystem_error.
    void move_to(const std::filesystem::path& target);

private:
    std::filesystem::path path_;
};

/// A folder that is removed with this object, with all that is in it.
class temporary_folder {
public:
    /// Throws std::filesystem::filesystem_error.
    temporary_folder();
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace simcuda::driver
