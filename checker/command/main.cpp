#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <system_error>

#include "checker/command/arguments.hpp"
#include "checker/command/context.hpp"
#include "checker/course/file_error.hpp"

namespace {

int run(int argc, const char* const* argv) {
    const auto parsed = checker::parse_arguments(argc, argv, checker::help_in_readers_language());
    if (const auto* status = std::get_if<int>(&parsed)) {
        return *status;
    }
    return std::get<0>(parsed)(checker::make_context());
}

/// In the reader's language, unless what has gone wrong is in its own texts.
std::string in_readers_language(const checker::words& message) {
    try {
        return checker::phrases_in_readers_language()(message);
    } catch (const std::exception&) {
        return message.english();
    }
}

int say(int status, const checker::words& message) {
    const auto text = in_readers_language(message);
    fmt::print(stderr, "{}{}", text, text.ends_with('\n') ? "" : "\n");
    return status;
}

/// Otherwise the next file that is opened would be one of them.
void keep_standard_streams_open() {
    for (int opened = 0; opened <= STDERR_FILENO;) {
        opened = open("/dev/null", O_RDWR);
        if (opened < 0 || opened > STDERR_FILENO) {
            close(opened);
            return;
        }
    }
}

/// There may be no context yet that knows the root.
bool is_of_the_course(const std::filesystem::path& file) {
    const char* root = std::getenv("LAB_ROOT");
    if (root == nullptr || *root == '\0') {
        return false;
    }
    const auto way = std::filesystem::absolute(file).lexically_relative(root);
    return !way.empty() && *way.begin() != "..";
}

checker::words with_advice(const std::system_error& problem) {
    using checker::phrase;
    const auto with_file = checker::file_error_in(problem);
    const std::string what = with_file ? with_file->what() : problem.what();
    if (checker::is_no_room(problem.code())) {
        return phrase(
            "{}\nThe disk is full: free some space and run the command again. Nothing is "
            "lost.",
            what);
    }
    if (problem.code() == std::errc::permission_denied ||
        problem.code() == std::errc::read_only_file_system) {
        if (with_file && is_of_the_course(with_file->file())) {
            return phrase(
                "{}\nThat must be writable. The course's own folder can be copied to a place of "
                "your own.",
                what);
        }
        return phrase(
            "{}\nThat must be writable: name another place in the command, or have the owner let "
            "you write there.",
            what);
    }
    return what;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace checker;
    keep_standard_streams_open();
    try {
        const int status = run(argc, argv);
        // A verdict that nobody received must not look like one.
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
            return say(exit_with::our_error, phrase("The output could not be written."));
        }
        return status;
    } catch (const command_error& problem) {
        return say(problem.status(), problem.said());
    } catch (const unknown_lab& problem) {
        return say(exit_with::usage, problem.said());
    } catch (const course_error& problem) {
        return say(exit_with::our_error, problem.said());
    } catch (const std::system_error& problem) {
        return say(exit_with::our_error, with_advice(problem));
    } catch (const std::exception& problem) {
        return say(exit_with::our_error,
                   phrase("Something in the lab command went wrong: {}", problem.what()));
    }
}
