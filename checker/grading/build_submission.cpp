// build-submission SOURCE PREAMBLES INCLUDE_FOLDER... -- LINKED...: what runs in the sandbox to
// build a learner's file; with --gpu for a GPU (build_for_gpu.hpp). With --probe-gpu it looks
// whether one can be used in there, with --probe-compiler whether a compiler can. Hands over,
// through the descriptor named in CHECKER_VERDICT_FD, what the compiler said, what binutils see in
// the object file, and the program. It decides nothing: that is done outside, where the learner's
// file has never been.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "checker/course/atomic_file.hpp"
#include "checker/grading/build_for_gpu.hpp"
#include "checker/grading/compiler_probe.hpp"
#include "checker/grading/frames.hpp"
#include "checker/grading/gpu_probe.hpp"
#include "checker/grading/kept_preambles.hpp"
#include "checker/grading/object_frames.hpp"
#include "checker/grading/source_scan.hpp"
#include "common/simcuda/driver/compile.hpp"
#include "common/simcuda/driver/flags.hpp"
#include "common/simcuda/driver/preamble_store.hpp"
#include "common/simcuda/driver/process.hpp"

namespace {

namespace fs = std::filesystem;
namespace driver = simcuda::driver;

class builder {
public:
    builder(int channel, std::vector<std::string> arguments)
        : channel_(channel), source_(arguments.at(0)) {
        preambles_.emplace(arguments.at(1), driver::preamble_store::making::when_met_again);
        request_.preambles = &*preambles_;
        const auto gap = std::find(arguments.begin(), arguments.end(), "--");
        for (auto include = arguments.begin() + 2; include != gap; ++include) {
            request_.flags.insert(request_.flags.end(), {"-I", *include});
        }
        const auto& more = checker::flags_of_learners;
        request_.flags.insert(request_.flags.end(), more.begin(), more.end());
        for (auto linked = gap + 1; linked < arguments.end(); ++linked) {
            auto& list = linked->starts_with('-') ? request_.link_flags : linked_;
            list.push_back(*linked);
        }
        request_.sources = {source_};
        request_.makes = driver::product::object;
        request_.output = folder_ / "lab.o";
        request_.work_folder = folder_ / "work";
        request_.colour = driver::colours::never;
        request_.diagnostics = [this](std::string_view text) { said_ += text; };
        for (const auto& each : linked_) {
            request_.objects.emplace_back(each);
        }
    }

    void build() {
        fs::create_directories(request_.work_folder);
        tell_expanded();
        tell_included();
        auto status = driver::compile(request_).status;
        if (status == driver::build_status::built) {
            checker::write_object_frames(channel_, request_.output.string());
            status = link();
        }
        write_frame("diagnostics", said_);
        write_frame("status", std::to_string(driver::exit_status(status)));
    }

private:
    void write_frame(std::string_view name, std::string_view bytes) const {
        checker::write_frame(channel_, name, bytes);
    }

    /// The text with its macros expanded, where names are put together.
    void tell_expanded() {
        const auto with = driver::find_compiler({});
        if (!with || !checker::pastes_names(checker::read_file(source_))) {
            return;
        }
        auto line = driver::command_lines(*with, request_, false)
                        .preprocess(source_, driver::text_form::macros_expanded);
        // (which would keep clang from expanding)
        line.erase(std::remove(line.begin(), line.end(), "-frewrite-includes"), line.end());
        write_frame("expanded", checker::lines_of_file(driver::run_process(line).output, source_));
    }

    /// Where no sandbox keeps other files out of sight.
    void tell_included() {
        const auto with = driver::find_compiler({});
        if (!with || std::getenv("CHECKER_TELL_INCLUDED") == nullptr) {
            return;
        }
        auto line = driver::command_lines(*with, request_, false)
                        .preprocess(source_, driver::text_form::macros_expanded);
        std::erase(line, "-frewrite-includes");
        line.insert(line.end() - 1, "-M");
        write_frame("included", driver::run_process(line).output);
    }

    driver::build_status link() {
        const auto with = driver::find_compiler({});
        const auto program = (folder_ / "program").string();
        const driver::command_lines lines(*with, request_, false);
        const auto linked =
            driver::run_process(lines.link({request_.output.string()}, program, {}));
        said_ += linked.output + linked.errors;
        if (linked.status != 0) {
            return driver::build_status::rejected;
        }
        checker::write_program_frames(channel_, program);
        return driver::build_status::built;
    }

    int channel_;
    fs::path folder_ = fs::current_path();
    std::string source_;
    std::vector<std::string> linked_;
    std::string said_;
    std::optional<driver::preamble_store> preambles_;  // which may only be read here
    driver::request request_;
};

}  // namespace

int main(int argc, char** argv) {
    const char* channel = std::getenv("CHECKER_VERDICT_FD");
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::string first = arguments.empty() ? "" : arguments.front();
    if (first == "--probe-gpu") {
        const auto problem = checker::probe_gpu();
        std::fputs(problem.c_str(), stderr);
        return problem.empty() ? 0 : 1;
    }
    if (first == "--probe-compiler") {
        const auto problem = checker::probe_compiler();
        std::fputs(problem.c_str(), stderr);
        return problem.empty() ? 0 : 1;
    }
    if (channel == nullptr || arguments.size() < 2) {
        std::fputs("This program is started by `lab grade`.\n", stderr);
        return 2;
    }
    try {
        if (first == "--gpu") {
            checker::build_for_gpu(std::atoi(channel), {argv + 2, argv + argc});
        } else {
            builder(std::atoi(channel), arguments).build();
        }
        return 0;
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "%s\n", problem.what());
        return 4;
    }
}
