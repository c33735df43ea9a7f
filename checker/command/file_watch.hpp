#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "checker/supervise/descriptor.hpp"

namespace checker {

/// Tells when a file was saved, in whatever way its editor saves: written in place, or under
/// another name and renamed.
class file_watch {
public:
    enum class way : unsigned char { notified, looking };

    /// With `looking`, or where the file system tells nobody of changes, the file itself is looked
    /// at whenever `look` is called.
    explicit file_watch(std::filesystem::path file, way wanted = way::notified);

    [[nodiscard]] way how() const { return notices_.is_open() ? way::notified : way::looking; }
    /// To wait on for input; -1 while looking.
    [[nodiscard]] int descriptor() const { return notices_.is_open() ? notices_.get() : -1; }

    /// The content, if the file was saved since the last call and is there. An editor may save in
    /// several steps: waits until it has been quiet for a moment.
    [[nodiscard]] std::optional<std::string> saved();

private:
    struct stamp {
        std::filesystem::file_time_type time;
        std::uintmax_t size = 0;
        friend bool operator==(const stamp&, const stamp&) = default;
    };
    [[nodiscard]] std::optional<stamp> stamp_now() const;
    /// Takes the waiting notices; whether one was about the file.
    bool take_notices();

    std::filesystem::path file_;
    checker::descriptor notices_;
    std::optional<stamp> last_;
};

}  // namespace checker
