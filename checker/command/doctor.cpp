#include <fmt/core.h>

#include <cstdlib>
#include <optional>

#include "checker/command/commands.hpp"
#include "checker/command/tool.hpp"
#include "common/simcuda/driver/toolchain.hpp"

namespace checker {
namespace {

using simcuda::driver::find_program;

struct finding {
    std::string_view what;
    std::optional<std::string> found;  ///< a version or a place; nothing when it is not there
    std::string_view without;          ///< what does not work without it
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
std::optional<std::string> compiler(const std::string& name, int oldest) {
    const auto version = version_of(name);
    const auto number = output_of({name, "-dumpversion"});
    if (!version || !number || std::atoi(number->c_str()) >= oldest) {
        return version;
    }
    return fmt::format("{}: older than {}, which is needed", *version, oldest);
}

std::optional<std::string> nvcc_version() {
    return word_after(output_of({"nvcc", "--version"}), "release ");
}

std::optional<std::string> gpu() {
    const auto answer =
        output_of({"nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"});
    return answer ? std::optional(first_line(*answer)) : std::nullopt;
}

// Beside nvcc, wherever that is.
std::optional<std::string> cupti() {
    const auto nvcc = find_program("nvcc");
    if (!nvcc) {
        return std::nullopt;
    }
    std::error_code failed;
    const auto toolkit = std::filesystem::canonical(*nvcc, failed).parent_path().parent_path();
    for (const char* folder : {"include", "extras/CUPTI/include"}) {
        const auto header = toolkit / folder / "cupti.h";
        if (!failed && std::filesystem::exists(header, failed)) {
            return header.string();
        }
    }
    return std::nullopt;
}

std::optional<std::string> sandbox() {
    const auto result = run_tool({"unshare", "--user", "--map-root-user", "true"});
    return result.status == 0 ? std::optional<std::string>("user namespaces work") : std::nullopt;
}

std::vector<finding> findings() {
    return {
        {"g++", compiler("g++", 12), "fine if clang++ is there"},
        {"clang++", compiler("clang++", 14), "fine if g++ is there"},
        {"Meson", version_of("meson"), "nothing can be built"},
        {"Ninja", version_of("ninja"), "nothing can be built"},
        {"Catch2", output_of({"pkg-config", "--modversion", "catch2"}), "nothing can be built"},
        {"CUDA Toolkit", nvcc_version(), "all labs work on the simulated device"},
        {"GPU and driver", gpu(), "all labs work on the simulated device"},
        {"CUPTI", cupti(), "only timelines of a real GPU need it"},
        {"sandbox", sandbox(), "your own code runs as you, with limits; fine for yourself"},
    };
}

}  // namespace

int run_doctor(const context& c) {
    for (const auto& f : findings()) {
        auto text = f.found.value_or(fmt::format("not found: {}", f.without));
        while (text.ends_with('\n')) {
            text.pop_back();
        }
        const auto look = f.found ? style::good : style::dim;
        fmt::print("  {} {:15} {}\n", styled(c.out, look, f.found ? "yes" : "no "), f.what,
                   wrapped(text, c.out.width, 22));
    }
    const bool can_build = find_program("g++") || find_program("clang++");
    fmt::print("\n{}\n", can_build
                             ? "The course works here."
                             : "Without a C++ compiler no lab can be checked. `lab setup` installs "
                               "one.");
    return can_build ? exit_with::success : exit_with::failure;
}

}  // namespace checker
