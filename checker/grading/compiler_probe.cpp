#include "checker/grading/compiler_probe.hpp"

#include "common/simcuda/driver/process.hpp"
#include "common/simcuda/driver/toolchain.hpp"

namespace checker {

std::string probe_compiler() {
    const auto found = simcuda::driver::find_compiler({});
    if (!found) {
        return "there is no such compiler";
    }
    auto line = found->command;
    line.insert(line.end(), {"-x", "c++", "-fsyntax-only", "/dev/null"});
    const auto read = simcuda::driver::run_process(line);
    return read.status == 0 ? std::string() : "it does not read an empty file: " + read.errors;
}

}  // namespace checker
