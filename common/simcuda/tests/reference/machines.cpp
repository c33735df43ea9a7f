#include "common/simcuda/tests/reference/machines.hpp"

#include <algorithm>
#include <map>

namespace simcuda::reference {

const std::vector<std::string>& machine_names() {
    static const std::vector<std::string> names{
        "h200",      "two-engines", "one-engine", "no-engine",  "short-queue",
        "odd-rates", "quick-calls", "laptop",     "no-overlap",
    };
    return names;
}

std::string profile_of(const std::string& machine) {
    const std::vector<std::string> known = built_in_profiles();
    const bool built_in = std::find(known.begin(), known.end(), machine) != known.end();
    return built_in ? machine : std::string(MACHINES_FOLDER) + "/" + machine + ".toml";
}

const machine_profile& figures_of(const std::string& machine) {
    static std::map<std::string, machine_profile> known;
    const auto it = known.find(machine);
    return it != known.end()
               ? it->second
               : known.emplace(machine, load_profile(profile_of(machine))).first->second;
}

}  // namespace simcuda::reference
