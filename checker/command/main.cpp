#include <fmt/core.h>

#include <cstdio>
#include <exception>
#include <system_error>

#include "checker/command/arguments.hpp"
#include "checker/command/context.hpp"

namespace {

int run(int argc, const char* const* argv) {
    const auto parsed = checker::parse_arguments(argc, argv);
    if (const auto* status = std::get_if<int>(&parsed)) {
        return *status;
    }
    return std::get<0>(parsed)(checker::make_context());
}

int say(int status, const std::string& message) {
    const auto* end = message.ends_with('\n') ? "" : "\n";
    fmt::print(stderr, "{}{}", message, end);
    return status;
}

std::string advice(const std::error_code& code) {
    if (code == std::errc::no_space_on_device) {
        return "\nThe disk is full: free some space and run the command again. Nothing is lost.";
    }
    if (code == std::errc::permission_denied || code == std::errc::read_only_file_system) {
        return "\nThe course's folder must be writable: copy it to a place of your own.";
    }
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    using namespace checker;
    try {
        const int status = run(argc, argv);
        // A verdict that nobody received must not look like one.
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
            return say(exit_with::our_error, "The output could not be written.");
        }
        return status;
    } catch (const command_error& problem) {
        return say(problem.status(), problem.what());
    } catch (const unknown_lab& problem) {
        return say(exit_with::usage, problem.what());
    } catch (const course_error& problem) {
        return say(exit_with::our_error, problem.what());
    } catch (const std::system_error& problem) {
        return say(exit_with::our_error, problem.what() + advice(problem.code()));
    } catch (const std::exception& problem) {
        return say(exit_with::our_error,
                   fmt::format("Something in the lab command went wrong: {}", problem.what()));
    }
}
