#include "common/simcuda/driver/toolchain.hpp"

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <system_error>

#include "common/simcuda/driver/process.hpp"
#include "driver_config.hpp"

namespace simcuda::driver {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> words_of(std::string_view text, char separator) {
    std::vector<std::string> words;
    std::istringstream stream{std::string(text)};
    for (std::string word; std::getline(stream, word, separator);) {
        if (!word.empty()) {
            words.push_back(word);
        }
    }
    return words;
}

bool can_run(const fs::path& program) {
    std::error_code ignored;
    return fs::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) == 0;
}

/// `g++` is clang on some systems, so only a name that says clang is believed.
std::optional<compiler_family> family_of(const std::vector<std::string>& command) {
    const std::string name = fs::path(command.back()).filename().string();
    if (name.find("clang") != std::string::npos) {
        return compiler_family::clang;
    }
    std::vector<std::string> question = command;
    question.emplace_back("--version");
    try {
        const process_result answer = run_process(question);
        if (answer.status != 0) {
            return std::nullopt;
        }
        return answer.output.find("clang") != std::string::npos ? compiler_family::clang
                                                                : compiler_family::gcc;
    } catch (const std::system_error&) {
        return std::nullopt;
    }
}

std::optional<compiler> try_compiler(std::string_view text) {
    compiler found;
    found.command = words_of(text, ' ');
    if (found.command.empty() || !find_program(found.command.front())) {
        return std::nullopt;
    }
    const std::optional<compiler_family> family = family_of(found.command);
    if (!family) {
        return std::nullopt;
    }
    found.family = *family;
    return found;
}

}  // namespace

std::optional<fs::path> find_program(std::string_view name) {
    if (name.find('/') != std::string_view::npos) {
        return can_run(name) ? std::optional<fs::path>(name) : std::nullopt;
    }
    const char* const path = std::getenv("PATH");
    for (const std::string& folder : words_of(path != nullptr ? path : "", ':')) {
        const fs::path candidate = fs::path(folder) / name;
        if (can_run(candidate)) {
            return candidate;
        }
    }
    return std::nullopt;
}

std::optional<compiler> find_compiler(std::string_view wanted) {
    if (!wanted.empty()) {
        return try_compiler(wanted);
    }
    const char* const from_environment = std::getenv("CXX");
    if (from_environment != nullptr && *from_environment != '\0') {
        return try_compiler(from_environment);
    }
    for (const char* const name : {"g++", "clang++"}) {
        if (std::optional<compiler> found = try_compiler(name)) {
            return found;
        }
    }
    return std::nullopt;
}

std::string_view find_fast_linker() {
    for (const std::string_view name : {"mold", "lld"}) {
        if (find_program("ld." + std::string(name))) {
            return name;
        }
    }
    return {};
}

installation built_installation() {
    installation made;
    made.include_folder = config::include_folder;
    made.libraries = words_of(config::libraries, ';');
    return made;
}

}  // namespace simcuda::driver
