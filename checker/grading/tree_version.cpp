#include <algorithm>
#include <array>

#include "checker/course/atomic_file.hpp"
#include "checker/grading/content_hash.hpp"
#include "checker/grading/grading_tree.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

// What decides verdicts and their words. Not the labs' own lab.cu, which somebody may be solving.
constexpr std::array folders = {"common",           "checker/course", "checker/grading",
                                "checker/harness",  "checker/labs",   "checker/messages",
                                "checker/supervise"};

bool counts(const fs::path& file) {
    const auto ending = file.extension().string();
    constexpr std::array<std::string_view, 8> sources = {".cpp", ".hpp", ".h",    ".cu",
                                                         ".cuh", ".inc", ".toml", ".py"};
    return std::find(sources.begin(), sources.end(), ending) != sources.end();
}

void add_files(const fs::path& folder, std::vector<fs::path>& files) {
    if (!fs::is_directory(folder)) {
        return;
    }
    for (auto entry = fs::recursive_directory_iterator(folder);
         entry != fs::recursive_directory_iterator(); ++entry) {
        const auto name = entry->path().filename().string();
        if (entry->is_directory() && (name == "tests" || name == "bench" || name.front() == '.')) {
            entry.disable_recursion_pending();
        } else if (entry->is_regular_file() && counts(entry->path())) {
            files.push_back(entry->path());
        }
    }
}

}  // namespace

std::string version_of(const grading_tree& tree) {
    std::vector<fs::path> files = {tree.root / "course.toml"};
    for (const auto* folder : folders) {
        add_files(tree.root / folder, files);
    }
    for (const auto* l : tree.labs) {
        add_files(tree.root / "labs" / l->name(), files);
        std::erase(files, tree.root / "labs" / l->name() / "lab.cu");
    }
    std::sort(files.begin(), files.end());
    content_hash hash;
    for (const auto& file : files) {
        hash.add(file.lexically_relative(tree.root).generic_string());
        hash.add(read_file(file));
    }
    for (const auto* l : tree.labs) {
        hash.add(tree.starters.at(l->name()));
    }
    hash.add(read_file(tree.limits_file));
    return hash.text();
}

}  // namespace checker
