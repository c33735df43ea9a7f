#include "checker/command/program_parts.hpp"

#include "checker/course/toml_reader.hpp"

namespace checker {

program_parts load_program_parts(const std::filesystem::path& build) {
    const auto top = toml_reader::open(build / "checker" / "program.toml");
    top.only({"libraries", "link_arguments", "checker"});
    program_parts parts;
    parts.libraries = top.texts("libraries");
    parts.link_arguments = top.texts("link_arguments");
    for (const auto& entry : top.tables("checker", "checker")) {
        entry.only({"lab", "library"});
        parts.checkers[entry.text("lab")] = entry.text("library");
    }
    return parts;
}

}  // namespace checker
