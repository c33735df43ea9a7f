#include <fmt/core.h>

#include <cstdlib>
#include <optional>

#include "checker/command/commands.hpp"
#include "checker/command/gpu_build.hpp"
#include "checker/command/gpu_here.hpp"
#include "checker/command/program_parts.hpp"
#include "checker/command/tool.hpp"
#include "checker/grading/sandbox.hpp"
#include "checker/grading/submissions.hpp"
#include "common/simcuda/driver/toolchain.hpp"

namespace checker {
namespace {

using simcuda::driver::find_program;

struct finding {
    words what;
    std::optional<std::string> found;  ///< a version or a place; nothing when it is not there
    words without;                     ///< what does not work without it
};

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

std::optional<std::string> version_of(const std::string& tool) {
    if (!find_program(tool)) {
        return std::nullopt;
    }
    const auto result = run_tool({tool, "--version"});
    return result.status == 0 ? std::optional(first_line(result.output)) : std::nullopt;
}

// The word after `mark`, for tools that say their version somewhere in many lines.
std::optional<std::string> word_after(const std::optional<std::string>& text,
                                      std::string_view mark) {
    const auto at = text ? text->find(mark) : std::string::npos;
    if (at == std::string::npos) {
        return std::nullopt;
    }
    const auto start = at + mark.size();
    return text->substr(start, text->find_first_of(" ,\n", start) - start);
}

std::optional<std::string> output_of(const std::vector<std::string>& command) {
    if (!find_program(command.front())) {
        return std::nullopt;
    }
    const auto result = run_tool(command);
    return result.status == 0 ? std::optional(result.output) : std::nullopt;
}

// The oldest that the course is tested with; an older one is named as such.
std::optional<std::string> compiler(const context& c, const std::string& name, int oldest) {
    auto version = version_of(name);
    const auto number = output_of({name, "-dumpversion"});
    if (!version || !number || std::atoi(number->c_str()) >= oldest) {
        return version;
    }
    return c.say(phrase("{}: older than {}, which is needed", *version, oldest));
}

std::optional<std::string> nvcc_version() {
    return word_after(output_of({"nvcc", "--version"}), "release ");
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

// In the toolkit that this folder was configured with.
std::optional<std::string> cupti(const context& c) {
    const auto gpu = load_program_parts(c.build).gpu;
    return gpu && std::filesystem::exists(gpu->cupti) ? std::optional(gpu->cupti) : std::nullopt;
}

// What works when all of that is there.
std::optional<std::string> gpu_checks(const context& c, const gpus_here& gpus) {
    if (why_no_gpu_programs(c) || gpus.names.empty()) {
        return std::nullopt;
    }
    return "lab check 4 --device gpu; lab demo --device both; lab calibrate; "
           "lab grade DIR --device both";
}

std::optional<std::string> working_sandbox(const context& c) {
    words why;
    return sandbox::find(why) ? std::optional(c.say(phrase("bubblewrap works"))) : std::nullopt;
}

std::optional<std::string> archives() {
    return can_read_archives() ? std::optional<std::string>("libarchive") : std::nullopt;
}

std::vector<finding> findings(const context& c) {
    const auto gpus = find_gpus();
    const auto driver = gpus.driver.empty()
                            ? std::nullopt
                            : std::optional(c.say(phrase("knows CUDA {}", gpus.driver)));
    const auto names = gpus.names.empty() ? std::nullopt : std::optional(joined(gpus.names));
    return {
        {"g++", compiler(c, "g++", 12), phrase("fine if clang++ is there")},
        {"clang++", compiler(c, "clang++", 14), phrase("fine if g++ is there")},
        {"Meson", version_of("meson"), phrase("nothing can be built")},
        {"Ninja", version_of("ninja"), phrase("nothing can be built")},
        {"Catch2", output_of({"pkg-config", "--modversion", "catch2"}),
         phrase("nothing can be built")},
        {"CUDA Toolkit", nvcc_version(), phrase("all labs work on the simulated device")},
        {phrase("NVIDIA driver"), driver, phrase("all labs work on the simulated device")},
        {"GPU", names, phrase("all labs work on the simulated device")},
        {"CUPTI", cupti(c),
         phrase("on a GPU, times come from events, and overlap is partly guessed")},
        {phrase("checks on a GPU"), gpu_checks(c, gpus),
         phrase("they take the CUDA Toolkit, a driver and a GPU; --device sim takes none of "
                "these")},
        {phrase("sandbox"), working_sandbox(c),
         phrase("your own code runs as you, with limits; fine for yourself. `lab grade` needs "
                "bubblewrap")},
        {phrase("archives"), archives(), phrase("`lab grade` reads folders and .cu files only")},
    };
}

}  // namespace

int run_doctor(const context& c) {
    for (const auto& f : findings(c)) {
        auto text = f.found.value_or(c.say(phrase("not found: {}", f.without)));
        while (text.ends_with('\n')) {
            text.pop_back();
        }
        const auto look = f.found ? style::good : style::dim;
        fmt::print("  {} {} {}\n",
                   styled(c.out, look, padded(c.say(f.found ? phrase("yes") : phrase("no")), 3)),
                   padded(c.say(f.what), 15), wrapped(text, c.out.width, 22));
    }
    const bool can_build = find_program("g++") || find_program("clang++");
    fmt::print("\n{}\n",
               c.say(can_build ? phrase("The course works here.")
                               : phrase("Without a C++ compiler no lab can be checked. `lab setup` "
                                        "installs one.")));
    return can_build ? exit_with::success : exit_with::failure;
}

}  // namespace checker
