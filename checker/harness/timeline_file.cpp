#include "checker/harness/timeline_file.hpp"

#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "common/timeline/json.hpp"

namespace checker {
namespace {

using json = nlohmann::ordered_json;

constexpr int schema = 1;

[[noreturn]] void complain(const std::filesystem::path& file, std::string_view what) {
    throw std::runtime_error(fmt::format("{}: {}", file.string(), what));
}

}  // namespace

void write_timeline(const std::filesystem::path& file, const std::vector<titled_recording>& all) {
    json recordings = json::array();
    for (const auto& one : all) {
        recordings.push_back(
            {{"title", one.title}, {"recording", timeline::to_json(one.recorded)}});
    }
    const json whole = {{"schema", schema}, {"recordings", recordings}};
    std::ofstream out(file);
    out << whole.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
    out.close();
    if (!out) {
        complain(file, "the timeline could not be written");
    }
}

std::vector<titled_recording> read_timeline(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) {
        complain(file, "there is no such timeline; `lab check` makes it");
    }
    try {
        const auto whole = json::parse(in);
        if (whole.at("schema").get<int>() != schema) {
            complain(file,
                     "the timeline was written by another version; `lab check` makes it anew");
        }
        std::vector<titled_recording> all;
        for (const auto& one : whole.at("recordings")) {
            all.push_back({one.at("title").get<std::string>(),
                           timeline::recording_from(one.at("recording"))});
        }
        return all;
    } catch (const json::exception& problem) {
        complain(file, fmt::format("not a timeline ({})", problem.what()));
    } catch (const timeline::json_error& problem) {
        complain(file, problem.what());
    }
}

}  // namespace checker
