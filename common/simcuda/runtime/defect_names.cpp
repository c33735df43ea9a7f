// What things are called: places, streams, variables and memory, as the program's text shows them.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "common/simcuda/runtime/call_words.hpp"
#include "common/simcuda/runtime/defect_text.hpp"
#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/stream_names.hpp"

namespace simcuda {
namespace {

constexpr std::size_t launch_stream = 3;  // among grid, block, shared memory, stream

}  // namespace

timeline::source_place defect_texts::place_of(const void* pc) {
    timeline::source_place place = places_.of(pc);
    if (place.line > 0)
        return place;
    const std::vector<const void*>& callers = callers_.of(pc);
    places_.prepare(callers);
    for (const void* caller : callers) {
        if (timeline::source_place outer = places_.of(caller); outer.line > 0)
            return outer;
    }
    return place;
}

std::string defect_texts::place_name(const void* pc) {
    const timeline::source_place p = place_of(pc);
    return p.line > 0 ? fmt::format("{}:{}", p.file.substr(p.file.rfind('/') + 1), p.line)
                      : message("word.unknown_place");
}

std::string defect_texts::value_of(const lookup& wanted) {
    if (wanted.call.empty())
        return place_name(wanted.pc);
    const auto found = arguments_of(source_.statement(places_.of(wanted.pc)), wanted.call);
    const auto index = static_cast<std::size_t>(wanted.argument);
    return index < found.size() ? found[index] : message("word.event");
}

/// What the call at `where` names as its stream.
std::string defect_texts::stream_argument(const site& where) {
    using timeline::op_kind;
    const std::string text = source_.statement(places_.of(where->pc));
    if (where->kind == op_kind::kernel) {
        const auto launch = launch_configuration(text);
        return launch.size() > launch_stream ? launch[launch_stream] : std::string();
    }
    if (where->kind != op_kind::host_function && where->kind != op_kind::event_wait)
        return stream_among(where->name, arguments_of(text, where->name));
    for (const char* const call :
         {"cudaLaunchHostFunc", "cudaStreamAddCallback", "cudaStreamWaitEvent"}) {
        if (const auto found = arguments_of(text, call); !found.empty())
            return found.front();
    }
    return {};
}

/// The same; if that call does not tell, another call of the same stream.
std::string defect_texts::stream_at(site where) {
    if (!where)
        return {};
    if (std::string name = stream_argument(where); !name.empty())
        return name;
    for (const stream_state* s : order_.streams_by_slot()) {
        if (s->id != where.stream)
            continue;
        for (auto n = s->issues.rbegin(); n != s->issues.rend(); ++n) {
            if (!n->where)
                continue;
            if (std::string name = stream_argument(n->where); !name.empty())
                return name;
        }
    }
    return {};
}

/// What one would type for the operation's stream next to the operation itself.
std::string defect_texts::handle_of(site where, const std::string& at_call) const {
    if (where.stream == 0)
        return "0";
    if (!at_call.empty())
        return at_call;
    const auto unique = unique_.find(where.stream);
    return unique != unique_.end() ? unique->second : message("word.a_handle");
}

/// The calls' own words for their streams are the best names, as far as they tell the two apart.
void defect_texts::name_streams(const defect_draft& draft, facts& all) {
    all.insert(streams_.begin(), streams_.end());
    all.emplace("earlier_handle", message("word.a_handle"));
    if (!draft.later)
        return;
    site first = draft.earlier_launch ? draft.earlier_launch : draft.earlier;
    site second = draft.later_launch ? draft.later_launch : draft.later;
    const std::string earlier = stream_at(first);
    const std::string later = stream_at(second);
    all["earlier_handle"] = handle_of(first, earlier);
    all["later_handle"] = handle_of(second, later);
    if (draft.cause.beside)
        all["beside_handle"] = handle_of(draft.cause.beside, stream_at(draft.cause.beside));
    const bool alike = earlier == later && first.stream != second.stream;
    const auto rename = [&](site s, const std::string& name) {
        if (s.stream <= 0 || name.empty())
            return;
        const bool is_clear =
            !alike && name.find('[') == std::string::npos && !shared_.contains(name);
        all[fmt::format("stream {}", s.stream)] =
            is_clear ? stream_called(name, s.stream)
                     : fmt::format(fmt::runtime(message("word.shared_stream")),
                                   fmt::arg("name", name), fmt::arg("number", s.stream));
    };
    for (const auto& other : draft.cause.streams) {
        const auto found =
            arguments_of(source_.statement(places_.of(other.name.pc)), other.name.call);
        const auto index = static_cast<std::size_t>(other.name.argument);
        if (index < found.size() && found[index] != earlier && found[index] != later)
            rename({nullptr, other.id}, found[index]);
    }
    rename(first, earlier);
    rename(second, later);
}

std::string defect_texts::variable_made_at(const void* pc) {
    const timeline::source_place place = places_.of(pc);
    const std::string line = source_.line(place);
    const std::string text = source_.statement(place);
    // The statement's text goes on over the next lines: the first of the calls is meant.
    std::string_view made_by;
    std::size_t first = std::string::npos;
    for (const std::string_view call : {"cudaMalloc", "cudaHostAlloc", "cudaHostRegister"}) {
        if (const std::size_t at = text.find(call); at < first) {
            first = at;
            made_by = call;
        }
    }
    const auto found = made_by.empty() ? std::vector<std::string>() : arguments_of(text, made_by);
    const bool only_one = !found.empty() && arguments_of(line, made_by, 1).empty();
    return only_one ? variable_in(found.front()) : std::string();
}

/// What a copy calls the host's memory that it uses: its argument number `index`.
std::string defect_texts::host_memory_of(const void* copy, int index) {
    const timeline::source_place place = places_.of(copy);
    const auto found = arguments_of(source_.statement(place), "cudaMemcpy");
    const bool only_one = arguments_of(source_.line(place), "cudaMemcpy", 1).empty();
    const auto wanted = static_cast<std::size_t>(index);
    const std::string name =
        only_one && wanted < found.size() ? variable_in(found[wanted]) : std::string();
    return name.empty() ? message("word.host_memory")
                        : fmt::format(fmt::runtime(message("word.named_host_memory")),
                                      fmt::arg("name", name));
}

/// "the device buffer buffer" reads like a slip: names that are words of the reports are quoted.
std::string defect_texts::apart_from_text(const std::string& name) {
    const std::string first = name.substr(0, name.find_first_of(".[-("));
    std::istringstream own_words(message("word.own_words"));
    const bool is_own = std::find(std::istream_iterator<std::string>(own_words), {}, first) !=
                        std::istream_iterator<std::string>();
    return is_own ? fmt::format(fmt::runtime(message("word.quoted")), fmt::arg("name", name))
                  : name;
}

/// What a placeholder of two or more words stands for: the first says what is wanted, the second
/// is an address of the program's code.
std::string defect_texts::value_at(const std::string& wanted, const void* pc, int index) {
    if (wanted == "place")
        return place_name(pc);
    if (wanted == "host")
        return host_memory_of(pc, index);
    if (wanted == "made") {
        const std::string variable = variable_made_at(pc);
        return variable.empty() ? "" : apart_from_text(variable) + " ";
    }
    return places_.of(pc).line == 0 ? std::string()
                                    : fmt::format(fmt::runtime(message("word.allocated_at")),
                                                  fmt::arg("place", place_name(pc)));
}

/// Fills {made ADDRESS} and {from ADDRESS}, the variable of an allocation and its place; {place
/// ADDRESS}; {host ADDRESS ARGUMENT}.
void defect_texts::fill_addresses(facts& all) {
    facts found;
    for (const auto& [key, value] : all) {
        for (std::size_t at = value.find('{'); at != std::string::npos;
             at = value.find('{', at + 1)) {
            const std::string name = value.substr(at + 1, value.find('}', at) - at - 1);
            std::istringstream words(name);
            std::string wanted;
            std::uintptr_t pc = 0;
            int index = 0;
            words >> wanted >> std::hex >> pc >> std::dec >> index;
            if (wanted == "place" || wanted == "host" || wanted == "made" || wanted == "from")
                found[name] = value_at(wanted, reinterpret_cast<const void*>(pc), index);
        }
    }
    all.merge(found);
}

}  // namespace simcuda
