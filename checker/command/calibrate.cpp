#include <fmt/core.h>

#include <fstream>

#include "checker/command/commands.hpp"
#include "checker/command/gpu_build.hpp"
#include "checker/command/gpu_choice.hpp"
#include "checker/command/gpu_here.hpp"
#include "checker/command/output_file.hpp"
#include "checker/command/program_parts.hpp"
#include "checker/command/tool.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/course/toml_reader.hpp"
#include "common/simcuda/runtime/profile.hpp"

namespace checker {
namespace {

/// The program calls every machine "mine".
std::string with_name(std::string profile, const std::string& name) {
    constexpr std::string_view line = "name = \"mine\"";
    if (const auto at = profile.find(line); at != std::string::npos) {
        profile.replace(at, line.size(), fmt::format("name = {}", toml_quoted(name)));
    }
    return profile;
}

/// A new file, or one that is a profile already.
void require_profile_file(const std::filesystem::path& file) {
    require_output_file(file, "this-machine.toml", {".toml"});
    if (!std::filesystem::exists(file)) {
        return;
    }
    try {
        static_cast<void>(simcuda::load_profile(file.string()));
    } catch (const std::invalid_argument&) {
        throw command_error(
            exit_with::usage,
            phrase("{} is no machine profile, and would be overwritten; name another file.",
                   file.string()));
    }
}

}  // namespace

int run_calibrate(const context& c, const calibrate_options& o) {
    // Before half a minute is spent.
    require_profile_file(c.started / o.output);
    if (const auto why = why_no_gpu_programs(c)) {
        throw command_error(exit_with::inconclusive, *why);
    }
    const auto here = find_gpus();
    if (here.names.empty()) {
        throw command_error(exit_with::inconclusive,
                            c.say(phrase("There is nothing to measure: {}.", here.problem)));
    }
    const auto visible = visible_for(c, here, o.gpu, visible_gpus());
    const auto gpu = *load_program_parts(c.build).gpu;
    const auto folder = c.state() / "calibrate";
    std::filesystem::create_directories(folder);
    const auto program = (folder / "calibrate").string();
    fmt::print("{}\n",
               c.say(phrase("Measuring this machine takes about half a minute; it should have "
                            "nothing else to do meanwhile.")));
    const auto built =
        run_tool({gpu.nvcc, "-std=c++20", "-O2", "-arch=" + gpu.arch, "-I", c.root.string(), "-o",
                  program, (c.root / "common/simcuda/profiles/measure.cu").string()});
    if (built.status != 0) {
        throw command_error(exit_with::our_error, built.output);
    }
    const auto measured = run_tool({"env", "CUDA_VISIBLE_DEVICES=" + visible, program});
    if (measured.status != 0) {
        throw command_error(exit_with::our_error, measured.output);
    }
    write_atomically(c.started / o.output, with_name(measured.output, o.name));
    static_cast<void>(checked_profile(c, (c.started / o.output).string()));
    fmt::print("{}\n",
               c.say(phrase("Written to {}. What it predicts: {} demo --device both --profile {}",
                            o.output, c.command, o.output)));
    return exit_with::success;
}

}  // namespace checker
