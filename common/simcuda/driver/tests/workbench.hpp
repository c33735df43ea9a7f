#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "common/simcuda/driver/compile.hpp"
#include "common/simcuda/driver/temporary.hpp"

namespace simcuda::driver::testing {

/// The compilers that this machine has.
inline std::vector<std::string> compilers() {
    std::vector<std::string> found;
    for (const char* const name : {"g++", "clang++"}) {
        if (find_compiler(name)) {
            found.emplace_back(name);
        }
    }
    return found;
}

/// A folder of its own, where a test writes sources and builds them.
class workbench {
public:
    std::filesystem::path write(const std::string& name, const std::string& text) const {
        const std::filesystem::path file = folder_.path() / name;
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }
    [[nodiscard]] std::filesystem::path at(const std::string& name) const {
        return folder_.path() / name;
    }
    /// A request for an object file that keeps what it is told.
    [[nodiscard]] request ask(const std::filesystem::path& source, const std::string& compiler) {
        request wanted;
        wanted.sources = {source};
        wanted.makes = product::object;
        wanted.output = at("out.o");
        wanted.compiler = compiler;
        wanted.work_folder = at("work");
        wanted.device.include_folder = INCLUDE_FOLDER;
        wanted.colour = colours::never;
        wanted.diagnostics = [this](std::string_view text) { told_ += text; };
        return wanted;
    }
    [[nodiscard]] std::string take_told() { return std::exchange(told_, {}); }

    /// True when nothing was left in the work folder.
    [[nodiscard]] bool is_tidy() const {
        return !std::filesystem::exists(at("work")) || std::filesystem::is_empty(at("work"));
    }

private:
    temporary_folder folder_;
    std::string told_;
};

}  // namespace simcuda::driver::testing
