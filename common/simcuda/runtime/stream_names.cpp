#include "common/simcuda/runtime/stream_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/source_text.hpp"

namespace simcuda {
namespace {

constexpr std::string_view create = "cudaStreamCreate";

std::size_t calls_in(std::string_view line) {
    std::size_t n = 0;
    while (!arguments_of(line, create, n).empty())
        ++n;
    return n;
}

/// The variable of the call at `pc`. Calls on one line are told apart by their order in the code;
/// a line that was inlined has more calls in the code than in the source, but usually only one of
/// the latter.
std::string variable_of(const void* pc, const std::set<const void*>& calls, place_finder& places) {
    const timeline::source_place place = places.of(pc);
    const auto on_this_line = [&](const void* other) { return places.of(other) == place; };
    source_text source;
    const std::string line = source.line(place);
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

std::string stream_called(std::string_view name, timeline::stream_id number) {
    // Nobody wants to read "stream stream".
    return named(name == "stream" ? "word.shared_stream" : "word.named_stream", name, number);
}

std::string created_stream(std::string_view line, std::size_t index) {
    const auto arguments = arguments_of(line, create, index);
    if (arguments.empty())
        return {};
    const std::string& first = arguments.front();
    const std::size_t begin = first.find_first_not_of(" &");
    return begin == std::string::npos ? std::string() : first.substr(begin);
}

std::map<timeline::stream_id, std::string> stream_variables(const scheduler& order,
                                                            place_finder& places) {
    std::set<const void*> calls;
    const auto origins = order.origins();
    for (const auto& [id, origin] : origins) {
        if (origin.made_at != nullptr)
            calls.insert(origin.made_at);
    }
    places.prepare({calls.begin(), calls.end()});
    std::map<const void*, std::string> variables;
    for (const void* call : calls)
        variables[call] = variable_of(call, calls, places);
    std::map<timeline::stream_id, std::string> result;
    for (const auto& [id, origin] : origins)
        result[id] = variables[origin.made_at];
    return result;
}

std::map<timeline::stream_id, std::string> stream_names(const scheduler& order,
                                                        place_finder& places) {
    auto variables = stream_variables(order, places);
    const auto origins = order.origins();
    for (auto& [id, variable] : variables) {
        if (variable.empty())
            variable = origins.at(id).given_name;
    }
    std::map<std::string, int> uses;
    for (const auto& [id, variable] : variables)
        ++uses[variable];
    std::map<timeline::stream_id, std::string> result;
    for (const auto& [id, variable] : variables) {
        const std::optional<unsigned> default_of = order.legacy_device(id);
        result[id] = id == 0               ? message("word.legacy_stream")
                     : default_of          ? named("word.legacy_stream_of", "", *default_of)
                     : variable.empty()    ? named("word.stream", "", id)
                     : uses[variable] == 1 ? stream_called(variable, id)
                                           : named("word.shared_stream", variable, id);
    }
    return result;
}

}  // namespace simcuda
