#include "checker/command/program_parts.hpp"

#include "checker/course/toml_reader.hpp"

namespace checker {

program_parts load_program_parts(const std::filesystem::path& build) {
    const auto top = toml_reader::open(build / "checker" / "program.toml");
    top.only({"libraries", "link_arguments", "checker", "gpu_checker", "gpu"});
    program_parts parts;
    parts.libraries = top.texts("libraries");
    parts.link_arguments = top.texts("link_arguments");
    for (const auto& entry : top.tables("checker", "checker")) {
        entry.only({"lab", "library"});
        parts.checkers[entry.text("lab")] = entry.text("library");
    }
    if (top.has("gpu")) {
        const auto entry = top.table("gpu");
        entry.only({"nvcc", "toolkit", "cupti", "arch", "redirected", "libraries", "link_arguments"});
        auto& gpu = parts.gpu.emplace();
        gpu.nvcc = entry.text("nvcc");
        gpu.toolkit = entry.text("toolkit");
        gpu.cupti = entry.text("cupti");
        gpu.arch = entry.text("arch");
        gpu.redirected = entry.text("redirected");
        gpu.libraries = entry.texts("libraries");
        gpu.link_arguments = entry.texts("link_arguments");
        gpu.link_arguments.insert(gpu.link_arguments.end(), parts.link_arguments.begin(),
                                  parts.link_arguments.end());
        for (const auto& each : top.tables("gpu_checker", "checker for a GPU")) {
            each.only({"lab", "library"});
            gpu.checkers[each.text("lab")] = each.text("library");
        }
    }
    return parts;
}

}  // namespace checker
