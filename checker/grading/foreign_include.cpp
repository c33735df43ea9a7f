#include "checker/grading/foreign_include.hpp"

#include <algorithm>
#include <vector>

namespace checker {
namespace {

namespace fs = std::filesystem;

/// The words of a rule for make; a blank in a name has a backslash before it.
std::vector<std::string> names_in(std::string_view rule) {
    std::vector<std::string> names;
    std::string name;
    const auto end_name = [&] {
        if (!name.empty()) {
            names.push_back(std::move(name));
        }
        name.clear();
    };
    for (std::size_t i = 0; i < rule.size(); ++i) {
        const bool is_escaped = rule[i] == '\\' && i + 1 < rule.size();
        if (is_escaped && rule[i + 1] != '\n') {
            name += rule[++i];
        } else if (is_escaped || rule[i] == ' ' || rule[i] == '\n') {
            i += is_escaped ? 1 : 0;
            end_name();
        } else {
            name += rule[i];
        }
    }
    end_name();
    return names;
}

bool is_below(const fs::path& file, const fs::path& folder) {
    return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first ==
           folder.end();
}

}  // namespace

std::optional<std::string> foreign_include(std::string_view rule, const fs::path& root,
                                           const std::string& lab, const fs::path& source) {
    const auto real = fs::weakly_canonical(root);
    const std::vector<fs::path> for_learners = {real / "common", real / "labs" / lab,
                                                fs::weakly_canonical(source)};
    const std::vector<fs::path> of_the_system = {"/usr", "/opt", "/nix"};
    const auto is_in = [](const std::vector<fs::path>& places, const fs::path& file) {
        return std::any_of(places.begin(), places.end(),
                           [&](const fs::path& place) { return is_below(file, place); });
    };
    for (const auto& name : names_in(rule)) {
        if (name.ends_with(':')) {
            continue;  // what is made of them
        }
        const auto file = fs::weakly_canonical(name);
        const bool is_ours = is_below(file, real);
        if (!is_in(for_learners, file) && (is_ours || !is_in(of_the_system, file))) {
            return name;
        }
    }
    return std::nullopt;
}

}  // namespace checker
