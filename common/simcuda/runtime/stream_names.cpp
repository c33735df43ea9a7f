#include "common/simcuda/runtime/stream_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "common/simcuda/runtime/messages.hpp"

namespace simcuda {
namespace {

std::string source_line(const timeline::source_place& place) {
    std::ifstream file(place.file);
    std::string line;
    for (int n = 0; n < place.line; ++n) {
        if (!std::getline(file, line)) return {};
    }
    return place.line > 0 ? line : std::string();
}

/// Calls on one line are told apart by their order in the code.
std::size_t index_on_line(const void* pc, const timeline::source_place& place,
                          const std::vector<const stream_state*>& streams, place_finder& places) {
    std::vector<const void*> earlier;
    for (const stream_state* s : streams) {
        if (s->made_at != nullptr && s->made_at < pc && places.of(s->made_at) == place) {
            earlier.push_back(s->made_at);
        }
    }
    std::sort(earlier.begin(), earlier.end());
    return static_cast<std::size_t>(
        std::unique(earlier.begin(), earlier.end()) - earlier.begin());
}

std::string named(const char* key, std::string_view name, timeline::stream_id number) {
    return fmt::format(fmt::runtime(message(key)), fmt::arg("name", name),
                       fmt::arg("number", number));
}

}  // namespace

std::string created_stream(std::string_view line, std::size_t index) {
    constexpr std::string_view call = "cudaStreamCreate";
    std::size_t at = line.find(call);
    for (; index > 0 && at != std::string_view::npos; --index) at = line.find(call, at + 1);
    if (at == std::string_view::npos) return {};
    at = line.find('(', at);
    if (at == std::string_view::npos) return {};
    std::size_t begin = line.find_first_not_of(" &", at + 1);
    if (begin == std::string_view::npos) return {};
    int depth = 0;
    std::size_t end = begin;
    for (; end < line.size(); ++end) {
        const char c = line[end];
        if (depth == 0 && (c == ',' || c == ')')) break;
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    }
    return end < line.size() ? std::string(line.substr(begin, end - begin)) : std::string();
}

std::map<timeline::stream_id, std::string> stream_names(const scheduler& order,
                                                        place_finder& places) {
    const std::vector<const stream_state*> streams = order.streams_by_slot();
    std::vector<const void*> made_at;
    for (const stream_state* s : streams) made_at.push_back(s->made_at);
    places.prepare(made_at);

    std::map<timeline::stream_id, std::string> variables;
    std::map<std::string, int> uses;
    for (const stream_state* s : streams) {
        if (s->made_at == nullptr) continue;
        const timeline::source_place place = places.of(s->made_at);
        const std::string name = created_stream(
            source_line(place), index_on_line(s->made_at, place, streams, places));
        if (name.empty()) continue;
        variables[s->id] = name;
        ++uses[name];
    }
    std::map<timeline::stream_id, std::string> result;
    for (const stream_state* s : streams) {
        const auto variable = variables.find(s->id);
        result[s->id] = s->id == 0                     ? message("word.legacy_stream")
                        : variable == variables.end()  ? named("word.stream", "", s->id)
                        : uses[variable->second] == 1
                            ? named("word.named_stream", variable->second, s->id)
                            : named("word.shared_stream", variable->second, s->id);
    }
    return result;
}

}  // namespace simcuda
