#include "checker/tests/scratch.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <stdexcept>

#include "checker/command/tool.hpp"
#include "checker/course/atomic_file.hpp"

namespace checker::tests {

scratch_folder::scratch_folder() {
    auto pattern = (std::filesystem::temp_directory_path() / "overlap-labs-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw std::runtime_error("no scratch folder: " + pattern);
    }
    path_ = pattern;
}

scratch_folder::~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path scratch_folder::write(const std::filesystem::path& name,
                                            std::string_view content) const {
    const auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    write_atomically(file, content);
    return file;
}

command_result shell(const std::filesystem::path& folder, const std::string& line) {
    const auto result = run_tool({"sh", "-c", "cd '" + folder.string() + "' && " + line});
    return {result.status, result.output};
}

}  // namespace checker::tests
