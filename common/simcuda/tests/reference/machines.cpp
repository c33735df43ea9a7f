#include "common/simcuda/tests/reference/machines.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace simcuda::reference {
namespace {

namespace fs = std::filesystem;

/// "key = value" lines; the key comes first.
std::string key_of(const std::string& line) {
    const std::size_t end = line.find(" =");
    return end == std::string::npos || line.starts_with("#") ? std::string() : line.substr(0, end);
}

std::map<std::string, std::string> entries(const fs::path& file) {
    std::map<std::string, std::string> result;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (const std::string key = key_of(line); !key.empty())
            result[key] = line;
    }
    return result;
}

/// The profiles written out whole, for as long as this process lives.
class folder {
public:
    folder() : path_(fs::temp_directory_path() / ("simcuda-machines-" + std::to_string(getpid()))) {
        fs::create_directories(path_);
    }
    ~folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;

    [[nodiscard]] std::string with(const std::string& machine) const {
        const fs::path target = path_ / (machine + ".toml");
        if (!fs::exists(target))
            write(target, entries(fs::path(MACHINES_FOLDER) / (machine + ".toml")));
        return target.string();
    }

private:
    static void write(const fs::path& target, const std::map<std::string, std::string>& changes) {
        std::ifstream in(H200_PROFILE);
        std::ofstream out(target);
        for (std::string line; std::getline(in, line);) {
            const auto it = changes.find(key_of(line));
            out << (it == changes.end() ? line : it->second) << '\n';
        }
    }

    fs::path path_;
};

}  // namespace

const std::vector<std::string>& machine_names() {
    static const std::vector<std::string> names{"h200",      "two-engines", "one-engine",
                                                "no-engine", "short-queue", "quick-calls",
                                                "odd-rates"};
    return names;
}

std::string profile_of(std::string_view machine) {
    static const folder profiles;
    return machine == "h200" ? "h200" : profiles.with(std::string(machine));
}

const machine_profile& figures_of(const std::string& machine) {
    static std::map<std::string, machine_profile> known;
    const auto it = known.find(machine);
    return it != known.end()
               ? it->second
               : known.emplace(machine, load_profile(profile_of(machine))).first->second;
}

}  // namespace simcuda::reference
