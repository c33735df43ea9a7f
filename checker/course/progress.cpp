#include "checker/course/progress.hpp"

#include <fmt/core.h>
#include <toml++/toml.h>

#include <sstream>

#include "checker/course/atomic_file.hpp"
#include "checker/course/toml_reader.hpp"

namespace checker {
namespace {

constexpr int schema = 1;

progress read(const toml::table& table) {
    if (table["schema"].value_or(0) != schema) {
        throw std::runtime_error("written by another version");
    }
    progress labs;
    const auto* entries = table["labs"].as_table();
    if (entries == nullptr) {
        return labs;
    }
    for (const auto& [name, node] : *entries) {
        const toml::node_view entry(node);
        lab_progress& lab = labs[std::string(name.str())];
        lab.status = entry["status"].value_or(std::string{});
        lab.points = entry["points"].value_or(0.0);
        lab.was_passed = entry["passed"].value_or(false);
        lab.last_diagnosis = entry["last_diagnosis"].value_or(std::string{});
        lab.hints_seen = entry["hints_seen"].value_or(0);
    }
    return labs;
}

// The first name that is not taken, so that no earlier backup is lost.
std::filesystem::path free_name(const std::filesystem::path& file) {
    for (int i = 1;; ++i) {
        auto name = file;
        name += fmt::format(".damaged-{}", i);
        if (!std::filesystem::exists(name)) {
            return name;
        }
    }
}

}  // namespace

loaded_progress load_progress(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file)) {
        return {};
    }
    try {
        return {read(parse_toml(file)), {}};
    } catch (const std::exception& problem) {
        const auto aside = free_name(file);
        std::error_code failed;
        std::filesystem::rename(file, aside, failed);
        const auto what_now = failed ? fmt::format("It could not be moved away: {}.", failed.message())
                                     : fmt::format("It is kept as {}.", aside.filename().string());
        return {{}, fmt::format("The record of your progress could not be read ({}). {} Your lab "
                                "files are untouched; `lab check` fills the record again.",
                                problem.what(), what_now)};
    }
}

void save_progress(const std::filesystem::path& file, const progress& labs) {
    toml::table entries;
    for (const auto& [name, lab] : labs) {
        entries.insert(name, toml::table{
                                 {"status", lab.status},
                                 {"passed", lab.was_passed},
                                 {"points", lab.points},
                                 {"last_diagnosis", lab.last_diagnosis},
                                 {"hints_seen", lab.hints_seen},
                             });
    }
    std::ostringstream text;
    text << "# What you have done so far. `lab` shows it; delete this file to start again.\n"
         << toml::table{{"schema", schema}, {"labs", entries}} << "\n";
    write_atomically(file, text.str());
}

}  // namespace checker
