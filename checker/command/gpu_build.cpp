#include "checker/command/gpu_build.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>

#include "checker/command/file_lock.hpp"
#include "checker/command/program_parts.hpp"
#include "checker/command/tool.hpp"
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

/// Lines of ptxas and nvcc that are no complaint.
std::string first_complaint(const std::string& output) {
    for (std::size_t at = 0; at < output.size();) {
        const auto end = std::min(output.find('\n', at), output.size());
        const auto line = output.substr(at, end - at);
        if (line.find("error") != std::string::npos || line.find("fatal") != std::string::npos) {
            return line;
        }
        at = end + 1;
    }
    return {};
}

check_result compile_failure(const std::string& output, const translation& say) {
    std::string message = say(phrase("nvcc does not compile the file."));
    if (const auto line = first_complaint(output); !line.empty()) {
        message += say(phrase(" The first complaint is")) + "\n" + line;
    }
    return {"compiles", status::fail,
            message + "\n\n" +
                say(phrase("Mend the first error first: the others often follow from it. nvcc's "
                           "full message has them all."))};
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

}  // namespace

std::vector<std::string> redirections(const fs::path& list, const std::string& prefix) {
    std::ifstream file(list);
    if (!file) {
        throw command_error(exit_with::our_error, phrase("{} cannot be read.", list.string()));
    }
    std::vector<std::string> arguments;
    for (std::string name; std::getline(file, name);) {
        if (!name.empty() && name.front() != '#') {
            arguments.push_back(fmt::format("--redefine-sym={}={}_{}", name, prefix, name));
        }
    }
    return arguments;
}

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

    // Places come from return addresses: none may be saved by jumping.
    const auto compiled =
        run_tool({gpu.nvcc, "-std=c++20", "-O2", "-g", "-lineinfo", "-arch=" + gpu.arch,
                  "-Xcompiler", "-fno-optimize-sibling-calls", "-I", c.root.string(), "-I",
                  (c.root / "labs" / job.what->name()).string(), "-x", "cu", "-c",
                  job.source.string(), "-o", object});
    require_tool(compiled, gpu.nvcc);
    built.compiler_output = compiled.output;
    if (compiled.status != 0) {
        built.failure = compile_failure(compiled.output, c.say);
        return built;
    }
    std::vector<std::string> redirect = {"objcopy"};
    const auto names = redirections(gpu.redirected, "learner");
    redirect.insert(redirect.end(), names.begin(), names.end());
    redirect.push_back(object);
    const auto redirected = run_tool(redirect);
    require_tool(redirected, "objcopy");
    if (redirected.status != 0) {
        throw command_error(exit_with::our_error, redirected.output);
    }
    auto link = linker->command;
    link.insert(link.end(), {"-o", built.program.string(), object, own->second});
    link.insert(link.end(), gpu.libraries.begin(), gpu.libraries.end());
    link.insert(link.end(), gpu.link_arguments.begin(), gpu.link_arguments.end());
    const auto linked = run_tool(link);
    built.compiler_output += linked.output;
    if (linked.status != 0) {
        built.failure = link_failure(c, job, linked.output);
    }
    return built;
}

}  // namespace checker
