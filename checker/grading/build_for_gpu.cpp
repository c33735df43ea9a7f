#include "checker/grading/build_for_gpu.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "checker/course/atomic_file.hpp"
#include "checker/grading/frames.hpp"
#include "checker/grading/gpu_program.hpp"
#include "checker/grading/object_frames.hpp"
#include "checker/grading/source_scan.hpp"
#include "common/simcuda/driver/process.hpp"
#include "common/simcuda/driver/toolchain.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;
using simcuda::driver::process_result;
using simcuda::driver::run_process;

class gpu_builder {
public:
    gpu_builder(int channel, const std::vector<std::string>& arguments)
        : channel_(channel),
          nvcc_(arguments.at(0)),
          arch_(arguments.at(1)),
          redirected_(arguments.at(2)),
          source_(arguments.at(3)) {
        const auto gap = std::find(arguments.begin() + 4, arguments.end(), "--");
        includes_.assign(arguments.begin() + 4, gap);
        linked_.assign(gap == arguments.end() ? gap : gap + 1, arguments.end());
    }

    void build() {
        tell_expanded();
        tell_included();
        const bool built = compile() && link();
        write_frame("diagnostics", said_);
        write_frame("step", step_);
        write_frame("status", built ? "0" : "1");
    }

private:
    void write_frame(std::string_view name, std::string_view bytes) const {
        checker::write_frame(channel_, name, bytes);
    }

    /// nvcc's line for this file, with what it makes of it changed.
    [[nodiscard]] std::vector<std::string> preprocessing(const char* what) const {
        auto line = nvcc_line(nvcc_, arch_, includes_, source_, object_);
        line.resize(line.size() - 2);  // -o OBJECT
        std::replace(line.begin(), line.end(), std::string("-c"), std::string(what));
        return line;
    }

    /// The text with its macros expanded, where names are put together: other branches are taken
    /// than for the simulated device.
    void tell_expanded() const {
        if (pastes_names(read_file(source_))) {
            write_frame("expanded",
                        lines_of_file(run_process(preprocessing("-E")).output, source_));
        }
    }

    /// Where no sandbox keeps other files out of sight.
    void tell_included() const {
        if (std::getenv("CHECKER_TELL_INCLUDED") != nullptr) {
            write_frame("included", run_process(preprocessing("-M")).output);
        }
    }

    bool compile() {
        step_ = "compiles";
        process_result compiled;
        for (const auto way : ways_to_read(read_file(source_))) {
            compiled = run_process(nvcc_line(nvcc_, arch_, includes_, source_, object_, way));
            if (compiled.status == 0) {
                break;
            }
        }
        if (!did(compiled)) {
            return false;
        }
        write_object_frames(channel_, object_);
        return true;
    }

    bool link() {
        step_ = "links";
        const auto with = simcuda::driver::find_compiler({});
        const auto program = (folder_ / "program").string();
        if (!with) {
            throw std::runtime_error("there is no C++ compiler to link with");
        }
        const auto redirected = run_process(redirecting_line(redirected_, object_));
        if (redirected.status != 0) {
            throw std::runtime_error("objcopy: " + redirected.errors);
        }
        if (!did(run_process(linking_line(with->command, object_, linked_, program)))) {
            return false;
        }
        write_program_frames(channel_, program);
        return true;
    }

    bool did(const process_result& result) {
        said_ += result.output + result.errors;
        return result.status == 0;
    }

    int channel_;
    std::string nvcc_;
    std::string arch_;
    std::string redirected_;
    std::string source_;
    std::vector<fs::path> includes_;
    std::vector<std::string> linked_;
    fs::path folder_ = fs::current_path();
    std::string object_ = (folder_ / "lab.o").string();
    std::string said_;
    std::string step_;
};

}  // namespace

void build_for_gpu(int channel, const std::vector<std::string>& arguments) {
    gpu_builder(channel, arguments).build();
}

}  // namespace checker
