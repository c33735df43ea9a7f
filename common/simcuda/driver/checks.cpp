#include "common/simcuda/driver/checks.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

#include "common/simcuda/driver/temporary.hpp"

namespace simcuda::driver {

namespace {

namespace fs = std::filesystem;

std::string mistake_in_source(const fs::path& source) {
    const std::string name = source.string();
    std::error_code error;
    const fs::file_status status = fs::status(source, error);
    if (!fs::exists(status)) {
        return fmt::format(
            "'{}' does not exist. Check the path; it is looked up from the folder "
            "that you are in.",
            name);
    }
    if (fs::is_directory(status)) {
        return fmt::format("'{0}' is a folder. Name the .cu file in it, as in '{0}/main.cu'.",
                           name);
    }
    if (!fs::is_regular_file(status)) {
        return fmt::format("'{}' is no ordinary file. Name a .cu file.", name);
    }
    if (!kind_of(source)) {
        return fmt::format(
            "'{}' is no CUDA or C++ source by its name. Sources end in .cu, .cpp, "
            ".cc or .cxx: rename it if it is one.",
            name);
    }
    if (::access(source.c_str(), R_OK) != 0) {
        return fmt::format("'{0}' cannot be read. Allow it with: chmod u+r '{0}'", name);
    }
    if (fs::file_size(source, error) == 0) {
        return fmt::format("'{}' is empty. Was it saved?", name);
    }
    return {};
}

/// Whether files can be made there shows only when one is made: permissions do not tell of file
/// systems that are read-only, full or no place for files, nor of names that are too long.
std::string mistake_in_place(const fs::path& folder, const fs::path& output) {
    try {
        const temporary_file attempt(folder, output.filename().string(), output_extension);
        return {};
    } catch (const fs::filesystem_error& error) {
        return fmt::format("nothing can be written to '{}' ({}). Choose another place with -o.",
                           folder.string(), error.code().message());
    }
}

std::string mistake_in_output(const request& wanted) {
    if (wanted.output.empty()) {
        return "no output is named. Add -o PROGRAM.";
    }
    const std::string name = wanted.output.string();
    std::error_code error;
    const fs::file_status status = fs::status(wanted.output, error);
    if (fs::is_directory(status)) {
        return fmt::format("the output '{0}' is a folder. Name a file in it: -o '{0}/program'",
                           name);
    }
    // It would be replaced: not what anybody wants of /dev/null.
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        return fmt::format("the output '{}' is no ordinary file. Name another one: -o program",
                           name);
    }
    const fs::path folder = wanted.output.has_parent_path() ? wanted.output.parent_path() : ".";
    if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
        return fmt::format("the output's folder '{}' is a file. Choose another place with -o.",
                           folder.string());
    }
    if (!fs::is_directory(folder, error)) {
        return fmt::format("the output's folder '{0}' does not exist. Make it with: mkdir -p '{0}'",
                           folder.string());
    }
    for (const fs::path& source : wanted.sources) {
        if (fs::equivalent(source, wanted.output, error)) {
            return fmt::format(
                "the output '{}' would replace the source. Choose another name with "
                "-o.",
                name);
        }
    }
    return mistake_in_place(folder, wanted.output);
}

/// The headers of the simulated device are C++17, as are CUDA 13's libraries.
std::string mistake_in_standard(const std::vector<std::string>& flags) {
    constexpr std::array too_old = {"98", "03", "0x", "11", "1y", "14"};
    std::string_view last;
    for (const std::string& flag : flags) {
        if (flag == "-ansi" || flag.starts_with("-std=")) {
            last = flag;
        }
    }
    const bool is_old =
        last == "-ansi" || std::any_of(too_old.begin(), too_old.end(), [&](const char* year) {
            return last == fmt::format("-std=c++{}", year) ||
                   last == fmt::format("-std=gnu++{}", year);
        });
    return is_old ? fmt::format(
                        "{} is too old for the simulated device: it needs C++17 or later. Leave "
                        "the option away, which means C++20, or write -std=c++17.",
                        last)
                  : std::string();
}

}  // namespace

std::optional<source_kind> kind_of(const fs::path& source) {
    const std::string extension = source.extension().string();
    if (extension == ".cu") {
        return source_kind::cuda;
    }
    if (extension == ".cpp" || extension == ".cc" || extension == ".cxx") {
        return source_kind::cpp;
    }
    return std::nullopt;
}

std::vector<std::string> mistakes_in(const request& wanted) {
    std::vector<std::string> mistakes;
    if (wanted.sources.empty()) {
        mistakes.emplace_back("no source is named. Name at least one .cu file.");
    }
    for (const fs::path& source : wanted.sources) {
        if (std::string mistake = mistake_in_source(source); !mistake.empty()) {
            mistakes.push_back(std::move(mistake));
        }
    }
    if (!mistakes.empty()) {
        return mistakes;
    }
    if (wanted.makes == product::object && wanted.sources.size() > 1) {
        mistakes.emplace_back("an object file holds one source. Build each on its own.");
    }
    for (std::string mistake : {mistake_in_standard(wanted.flags), mistake_in_output(wanted)}) {
        if (!mistake.empty()) {
            mistakes.push_back(std::move(mistake));
        }
    }
    return mistakes;
}

std::string no_compiler(std::string_view wanted) {
    constexpr const char* advice =
        "Run 'lab setup', or install g++ 12 or later, or clang++ 14 or later.";
    if (!wanted.empty()) {
        return fmt::format("the compiler '{}' cannot be run. {}", wanted, advice);
    }
    const char* const from_environment = std::getenv("CXX");
    if (from_environment != nullptr && *from_environment != '\0') {
        return fmt::format(
            "the environment variable CXX names '{}', which cannot be run. Unset it "
            "(unset CXX), or set it to g++ or clang++. {}",
            from_environment, advice);
    }
    return fmt::format("no C++ compiler was found: neither g++ nor clang++ is on PATH. {}", advice);
}

}  // namespace simcuda::driver
