#include "checker/command/context.hpp"

#include <cstdlib>

namespace checker {
namespace {

std::string required(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') {
        throw command_error(exit_with::usage,
                            "This program is started by the script `lab` in the course's folder, "
                            "which tells it where everything is. Call that instead: ./lab");
    }
    return value;
}

}  // namespace

std::string context::shown(const std::filesystem::path& path) const {
    const auto relative = path.lexically_relative(root);
    if (relative.empty() || *relative.begin() == "..") {
        return path.string();
    }
    return relative.string();
}

context make_context() {
    context c;
    c.root = required("LAB_ROOT");
    c.build = required("LAB_BUILD");
    c.started = std::filesystem::current_path();
    if (const char* command = std::getenv("LAB_COMMAND")) {
        c.command = command;
    }
    c.out = terminal_of_output();
    return c;
}

}  // namespace checker
