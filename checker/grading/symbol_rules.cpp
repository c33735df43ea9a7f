#include "checker/grading/symbol_rules.hpp"

#include <algorithm>

#include "checker/course/toml_reader.hpp"

namespace checker {

name_list::name_list(const std::vector<std::string>& entries) {
    for (const auto& entry : entries) {
        if (entry.ends_with('*')) {
            beginnings_.push_back(entry.substr(0, entry.size() - 1));
        } else {
            whole_.push_back(entry);
        }
    }
    std::sort(whole_.begin(), whole_.end());
}

bool name_list::contains(std::string_view name) const {
    return std::binary_search(whole_.begin(), whole_.end(), name) ||
           std::any_of(beginnings_.begin(), beginnings_.end(),
                       [&](const std::string& beginning) { return name.starts_with(beginning); });
}

symbol_rules symbol_rules::load(const std::filesystem::path& file, object_for device) {
    const auto top = toml_reader::open(file);
    top.only({"imports", "definitions", "sections", "instructions", "gpu"});
    const auto of_gpu = top.table("gpu");
    of_gpu.only({"imports", "sections"});
    const auto with_gpu = [&](std::vector<std::string> names, const char* more) {
        if (device == object_for::gpu) {
            const auto added = of_gpu.texts(more);
            names.insert(names.end(), added.begin(), added.end());
        }
        return name_list(names);
    };
    const auto imports = top.table("imports");
    imports.only({"allowed", "allowed_to_wait", "refused"});
    const auto definitions = top.table("definitions");
    definitions.only({"refused", "refused_unless_weak", "shared_with_libraries"});
    symbol_rules rules;
    rules.allowed_imports = with_gpu(imports.texts("allowed"), "imports");
    rules.allowed_to_wait = name_list(imports.texts("allowed_to_wait"));
    rules.refused_imports = name_list(imports.texts("refused"));
    rules.refused_definitions = name_list(definitions.texts("refused"));
    rules.refused_unless_weak = name_list(definitions.texts("refused_unless_weak"));
    rules.shared_with_libraries = name_list(definitions.texts("shared_with_libraries"));
    rules.allowed_sections = with_gpu(top.table("sections").texts("allowed"), "sections");
    rules.refused_instructions = name_list(top.table("instructions").texts("refused"));
    return rules;
}

}  // namespace checker
