#include "checker/command/gpu_build.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "checker/command/program_parts.hpp"
#include "checker/command/tool.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/grading/gpu_program.hpp"
#include "checker/supervise/file_lock.hpp"
#include "common/simcuda/driver/toolchain.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;
using simcuda::driver::find_program;

std::string ninja() {
    return find_program("ninja") ? "ninja" : "ninja-build";
}

const gpu_program_parts& required(const program_parts& parts) {
    if (!parts.gpu) {
        throw command_error(exit_with::our_error,
                            phrase("The checkers for a GPU were not configured: there was no CUDA "
                                   "Toolkit when this folder was."));
    }
    return *parts.gpu;
}

check_result link_failure(const context& c, const lab_job& job, const std::string& output) {
    const auto contract = c.shown(c.root / "labs" / job.what->name() / "lab.hpp");
    const auto known = link_complaint(output, job.what->function, c.shown(job.source), contract);
    return {"links", status::fail, paragraphs(known.value_or(unknown_link_complaint()), c.say)};
}

void require_tool(const tool_result& result, const std::string& what) {
    if (result.status == 127) {
        throw command_error(exit_with::our_error, phrase("{} could not be started.", what));
    }
}

tool_result compile(const context& c, const lab_job& job, const gpu_program_parts& gpu,
                    const std::string& object) {
    tool_result compiled;
    for (const auto way : ways_to_read(read_file(job.source))) {
        compiled =
            run_tool(nvcc_line(gpu.nvcc, gpu.arch, {c.root, c.root / "labs" / job.what->name()},
                               job.source.string(), object, way));
        require_tool(compiled, gpu.nvcc);
        if (compiled.status == 0) {
            break;
        }
    }
    return compiled;
}

}  // namespace

std::optional<std::string> why_no_gpu_programs(const context& c) {
    const auto parts = load_program_parts(c.build);
    if (!parts.gpu) {
        return find_program("nvcc")
                   ? c.say(
                         phrase("The CUDA Toolkit came after this folder was configured, or lacks "
                                "a part. Configure again: meson setup --reconfigure {}",
                                c.shown(c.build)))
                   : c.say(phrase("The CUDA Toolkit is not there (no nvcc on the PATH)."));
    }
    if (!find_program(parts.gpu->nvcc)) {
        return c.say(
            phrase("{} is not there any more. Configure again: meson setup --reconfigure {}",
                   parts.gpu->nvcc, c.shown(c.build)));
    }
    return std::nullopt;
}

void make_gpu_parts(const context& c) {
    fs::create_directories(c.state());
    const file_lock lock(c.state() / "gpu-parts.lock", [&] {
        fmt::print(stderr, "{}\n",
                   c.say(phrase("Another `lab` is building the checkers for a GPU; waiting for "
                                "it.")));
    });
    const std::vector<std::string> command = {ninja(), "-C", c.build.string()};
    auto look = command;
    look.insert(look.end(), {"-n", "lab-gpu-parts"});
    if (run_tool(look).output.find("no work to do") != std::string::npos) {
        return;
    }
    fmt::print(stderr, "{}\n",
               c.say(phrase("Building the checkers for a GPU (the first time this takes some "
                            "minutes)...")));
    auto make = command;
    make.emplace_back("lab-gpu-parts");
    const auto made = run_tool(make);
    if (made.status != 0) {
        throw command_error(
            exit_with::our_error,
            made.output + "\n" +
                c.say(phrase("The checkers for a GPU could not be built with this CUDA Toolkit. "
                             "Everything else works: --device sim")));
    }
}

built_program build_gpu_program(const context& c, const lab_job& job, const fs::path& folder) {
    const auto parts = load_program_parts(c.build);
    const auto& gpu = required(parts);
    const auto own = gpu.checkers.find(job.what->name());
    const auto linker = simcuda::driver::find_compiler({});
    if (own == gpu.checkers.end() || !linker) {
        throw command_error(exit_with::our_error,
                            own == gpu.checkers.end()
                                ? phrase("There is no checker of {} for a GPU.", job.what->name())
                                : phrase("There is no C++ compiler to link with."));
    }
    built_program built{folder / "program", {}, std::nullopt};
    const auto object = (folder / "lab.o").string();

    const auto compiled = compile(c, job, gpu, object);
    built.compiler_output = compiled.output;
    if (compiled.status != 0) {
        built.failure = nvcc_failure(compiled.output, c.say);
        return built;
    }
    const auto redirected = run_tool(redirecting_line(gpu.redirected, object));
    require_tool(redirected, "objcopy");
    if (redirected.status != 0) {
        throw command_error(exit_with::our_error, redirected.output);
    }
    const auto linked = run_tool(linking_line(linker->command, object, gpu.linked_with(own->second),
                                              built.program.string()));
    built.compiler_output += linked.output;
    if (linked.status != 0) {
        built.failure = link_failure(c, job, linked.output);
    }
    return built;
}

}  // namespace checker
