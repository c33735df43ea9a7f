#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <system_error>

#include "checker/command/arguments.hpp"
#include "checker/command/context.hpp"

namespace {

checker::words sentence_of(const checker::unknown_lab::details& about) {
    using checker::phrase;
    if (about.first == 0) {
        return phrase("The course has no labs yet: course.toml lists none.");
    }
    return about.nearest.empty()
               ? phrase(
                     "There is no lab \"{}\". The course has {} to {}. `lab list` shows them all.",
                     about.word, about.first, about.last)
               : phrase("There is no lab \"{}\". Did you mean {}? `lab list` shows them all.",
                        about.word, about.nearest);
}

int run(int argc, const char* const* argv) {
    const auto parsed = checker::parse_arguments(argc, argv, checker::help_in_readers_language());
    if (const auto* status = std::get_if<int>(&parsed)) {
        return *status;
    }
    const auto context = checker::make_context();
    try {
        return std::get<0>(parsed)(context);
    } catch (const checker::unknown_lab& problem) {
        throw checker::command_error(checker::exit_with::usage, sentence_of(problem.about()));
    }
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

checker::words with_advice(const std::system_error& problem) {
    using checker::phrase;
    const std::string what = problem.what();
    if (problem.code() == std::errc::no_space_on_device) {
        return phrase(
            "{}\nThe disk is full: free some space and run the command again. Nothing is "
            "lost.",
            what);
    }
    if (problem.code() == std::errc::permission_denied ||
        problem.code() == std::errc::read_only_file_system) {
        return phrase("{}\nThe course's folder must be writable: copy it to a place of your own.",
                      what);
    }
    return what;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace checker;
    try {
        const int status = run(argc, argv);
        // A verdict that nobody received must not look like one.
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
            return say(exit_with::our_error, phrase("The output could not be written."));
        }
        return status;
    } catch (const command_error& problem) {
        return say(problem.status(), problem.said());
    } catch (const course_error& problem) {
        return say(exit_with::our_error, problem.what());
    } catch (const std::system_error& problem) {
        return say(exit_with::our_error, with_advice(problem));
    } catch (const std::exception& problem) {
        return say(exit_with::our_error,
                   phrase("Something in the lab command went wrong: {}", problem.what()));
    }
}
