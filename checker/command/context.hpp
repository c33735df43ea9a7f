#pragma once

#include <filesystem>
#include <string>

#include "checker/command/terminal.hpp"
#include "checker/course/course.hpp"
#include "checker/messages/language.hpp"
#include "checker/messages/told_error.hpp"
#include "checker/messages/translation.hpp"

namespace checker {

/// Something that the person at the keyboard has to change; `status` is the command's exit status.
class command_error : public told_error {
public:
    command_error(int status, const words& message) : told_error(message), status_(status) {}
    [[nodiscard]] int status() const { return status_; }

private:
    int status_;
};

namespace exit_with {
inline constexpr int success = 0;
inline constexpr int failure = 1;
inline constexpr int usage = 2;
inline constexpr int inconclusive = 3;
inline constexpr int our_error = 4;
}  // namespace exit_with

/// Where the course is, and who reads what a subcommand prints.
struct context {
    std::filesystem::path root;     ///< holds course.toml, labs/, solutions/
    std::filesystem::path build;    ///< where Meson built the checkers
    std::filesystem::path started;  ///< the folder that the command was called from
    std::string command = "./lab";  ///< how it was called: for the lines that say what to type
    terminal out;
    language speaks = language::english;
    translation say;  ///< puts words in that language

    [[nodiscard]] std::filesystem::path state() const { return root / ".lab"; }
    /// The catalogue of diagnoses in the reader's language.
    [[nodiscard]] std::filesystem::path messages() const;
    /// The translations of phrases; empty for English.
    [[nodiscard]] std::filesystem::path phrases() const;
    /// The course, with titles and hints in the reader's language.
    [[nodiscard]] course load() const;
    /// A page of the course text or a task, in the reader's language where that is there.
    [[nodiscard]] std::string page(std::string_view english_page) const;
    /// A path as it is best shown: relative to the root where it lies below it.
    [[nodiscard]] std::string shown(const std::filesystem::path& path) const;
};

/// The help of the command in the language that the environment asks for. It is wanted before there
/// is a context, and without one: then it is English.
[[nodiscard]] translation help_in_readers_language();

/// The same for phrases: what goes wrong before there is a context is said, too.
[[nodiscard]] translation phrases_in_readers_language();

/// Makes the context speak this language, or English where the course has no texts in it.
void speak(context& c, language wanted);

/// Reads LAB_ROOT, LAB_BUILD and LAB_COMMAND, which the entry script sets, and the language.
/// Throws command_error when they are not there.
[[nodiscard]] context make_context();

}  // namespace checker
