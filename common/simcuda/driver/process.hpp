#pragma once

#include <string>
#include <vector>

namespace simcuda::driver {

struct process_result {
    int status = 0;      ///< exit status; 128 + the signal's number where one ended the process
    std::string output;  ///< all of its standard output
    std::string errors;  ///< all of its standard error
};

/// Runs a program without a shell and waits for it. `arguments[0]` is looked up on PATH; standard
/// input is empty, and ccache stays out of the way. Throws std::system_error when the program
/// cannot be started.
[[nodiscard]] process_result run_process(const std::vector<std::string>& arguments);

}  // namespace simcuda::driver
