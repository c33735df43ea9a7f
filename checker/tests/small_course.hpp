#pragma once

#include <filesystem>
#include <string>

#include "checker/tests/scratch.hpp"

namespace checker::tests {

/// A variable that Meson sets for a test.
[[nodiscard]] std::string variable(const char* name);

/// A copy of the course in small (miniature/), which a test may change.
class small_course {
public:
    small_course();

    [[nodiscard]] std::filesystem::path root() const { return folder_.path() / "course"; }
    [[nodiscard]] std::filesystem::path labs_file() const {
        return root() / "labs/01-add-one/lab.cu";
    }
    [[nodiscard]] std::filesystem::path solution() const {
        return root() / "solutions/01-add-one/lab.cu";
    }

    /// `settings` are variables of the environment, as a shell has them before a command.
    [[nodiscard]] command_result lab(const std::string& arguments,
                                     const std::string& settings = {}) const;
    [[nodiscard]] command_result lab_from(const std::filesystem::path& folder,
                                          const std::string& arguments,
                                          const std::string& settings = {}) const;

    void write_lab(const std::string& text) const;
    void solve() const;
    /// Gives the course its texts in Chinese.
    void translate() const;

private:
    scratch_folder folder_;
};

}  // namespace checker::tests
