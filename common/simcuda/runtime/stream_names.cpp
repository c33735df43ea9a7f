#include "common/simcuda/runtime/stream_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "common/simcuda/runtime/messages.hpp"

namespace simcuda {
namespace {

constexpr std::string_view create = "cudaStreamCreate";

std::string source_line(const timeline::source_place& place) {
    std::ifstream file(place.file);
    std::string line;
    for (int n = 0; n < place.line; ++n) {
        if (!std::getline(file, line))
            return {};
    }
    return place.line > 0 ? line : std::string();
}

std::size_t calls_in(std::string_view line) {
    std::size_t n = 0;
    for (std::size_t at = line.find(create); at != std::string_view::npos;
         at = line.find(create, at + 1)) {
        ++n;
    }
    return n;
}

/// The variable of the call at `pc`. Calls on one line are told apart by their order in the code;
/// a line that was inlined has more calls in the code than in the source, but usually only one of
/// the latter.
std::string variable_of(const void* pc, const std::set<const void*>& calls, place_finder& places) {
    const timeline::source_place place = places.of(pc);
    const auto on_this_line = [&](const void* other) { return places.of(other) == place; };
    const std::string line = source_line(place);
    const std::size_t written = calls_in(line);
    if (written == 1)
        return created_stream(line, 0);
    const auto compiled = std::count_if(calls.begin(), calls.end(), on_this_line);
    if (static_cast<std::size_t>(compiled) != written)
        return {};
    const auto earlier = std::count_if(calls.begin(), calls.find(pc), on_this_line);
    return created_stream(line, static_cast<std::size_t>(earlier));
}

std::string named(const char* key, std::string_view name, timeline::stream_id number) {
    return fmt::format(fmt::runtime(message(key)), fmt::arg("name", name),
                       fmt::arg("number", number));
}

}  // namespace

std::string created_stream(std::string_view line, std::size_t index) {
    std::size_t at = line.find(create);
    for (; index > 0 && at != std::string_view::npos; --index)
        at = line.find(create, at + 1);
    if (at == std::string_view::npos)
        return {};
    at = line.find('(', at);
    if (at == std::string_view::npos)
        return {};
    std::size_t begin = line.find_first_not_of(" &", at + 1);
    if (begin == std::string_view::npos)
        return {};
    int depth = 0;
    std::size_t end = begin;
    for (; end < line.size(); ++end) {
        const char c = line[end];
        if (depth == 0 && (c == ',' || c == ')'))
            break;
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    }
    return end < line.size() ? std::string(line.substr(begin, end - begin)) : std::string();
}

std::map<timeline::stream_id, std::string> stream_names(const scheduler& order,
                                                        place_finder& places) {
    std::map<const void*, int> uses_of_call;
    for (const auto& [id, made_at] : order.streams_made()) {
        if (made_at != nullptr)
            ++uses_of_call[made_at];
    }
    std::set<const void*> calls;
    for (const auto& [call, uses] : uses_of_call)
        calls.insert(call);
    places.prepare({calls.begin(), calls.end()});

    std::map<const void*, std::string> variables;
    std::map<std::string, int> uses_of_name;
    for (const auto& [call, uses] : uses_of_call) {
        variables[call] = variable_of(call, calls, places);
        uses_of_name[variables[call]] += uses;
    }
    std::map<timeline::stream_id, std::string> result;
    for (const auto& [id, made_at] : order.streams_made()) {
        const std::string& variable = variables[made_at];
        const std::string given = order.given_name(id);
        result[id] = id == 0                              ? message("word.legacy_stream")
                     : variable.empty() && !given.empty() ? named("word.named_stream", given, id)
                     : variable.empty()                   ? named("word.stream", "", id)
                     : uses_of_name[variable] == 1        ? named("word.named_stream", variable, id)
                                                   : named("word.shared_stream", variable, id);
    }
    return result;
}

}  // namespace simcuda
