#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace checker {

struct tool_result {
    int status = 127;    ///< 127 also when the tool is not there
    std::string output;  ///< standard output and error, in the order of their writing
};

/// Runs a tool that we trust (Meson, nvcc), found on PATH, with nothing to read from.
[[nodiscard]] tool_result run_tool(const std::vector<std::string>& arguments);

/// The same, handing out each line as it comes, without its line end. Returns the status.
[[nodiscard]] int run_tool(const std::vector<std::string>& arguments,
                           const std::function<void(std::string_view)>& line);

}  // namespace checker
