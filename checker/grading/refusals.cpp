#include "checker/grading/refusals.hpp"

#include "checker/course/atomic_file.hpp"
#include "checker/grading/foreign_include.hpp"
#include "checker/grading/source_scan.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

/// In the text with its macros expanded.
std::optional<flag> pasted_assembly(const built_submission& built, const translation& say) {
    if (built.expanded && !lines_with_assembly(*built.expanded).empty()) {
        return refusal(say, "assembly",
                       phrase("A macro's name is put together to assembly (asm), which no lab "
                              "needs. The code was not run."));
    }
    return std::nullopt;
}

}  // namespace

std::optional<flag> include_refusal(const built_submission& built, const grading_tree& tree,
                                    const sandbox& box, const staged_file& file) {
    const auto other =
        foreign_include(built.included, tree.root, file.of->name(), shown_source(tree, file, box));
    if (!other) {
        return std::nullopt;
    }
    return refusal(
        tree.say, "include",
        phrase("It includes {}, which is not for this lab. The code was not run.", *other));
}

std::optional<flag> assembly_refusal(const std::string& source, const translation& say) {
    const auto lines = lines_with_assembly(source);
    if (lines.empty()) {
        return std::nullopt;
    }
    return refusal(say, "assembly",
                   phrase("Line {} holds assembly (asm), which no lab needs. The code was not run.",
                          lines.front()));
}

std::vector<flag> refusals_of(const built_submission& built, const std::string& source,
                              const symbol_rules& rules, const translation& say) {
    if (built.stopped) {
        return {*built.stopped};
    }
    std::vector<flag> flags;
    auto assembly = assembly_refusal(source, say);
    if (!assembly) {
        assembly = pasted_assembly(built, say);
    }
    if (assembly) {
        flags.push_back(*assembly);
    }
    if (!built.listing.sections_and_symbols.empty()) {
        const auto found = scan_object(built.listing, rules, say);
        flags.insert(flags.end(), found.begin(), found.end());
    }
    return flags;
}

void write_program(const fs::path& file, const std::string& bytes) {
    write_atomically(file, bytes);
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::group_read |
                              fs::perms::group_exec | fs::perms::others_read |
                              fs::perms::others_exec);
}

}  // namespace checker
