#include "common/simcuda/runtime/defect_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string_view>

#include "common/simcuda/runtime/call_words.hpp"
#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/stream_names.hpp"

namespace simcuda {
namespace {

constexpr std::size_t launch_stream = 3;  // among grid, block, shared memory, stream

}  // namespace

defect_texts::defect_texts(const scheduler& order, place_finder& places, const caller_log& callers)
    : order_(order), places_(places), callers_(callers) {
    std::map<std::string, int> uses;
    const auto made_as = stream_variables(order, places);
    for (const auto& [id, variable] : made_as)
        ++uses[variable];
    for (const auto& [id, variable] : made_as) {
        if (!variable.empty() && uses[variable] == 1)
            unique_[id] = variable;
    }
    for (auto& [id, name] : stream_names(order, places))
        streams_.emplace(fmt::format("stream {}", id), name);
}

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
        const bool is_clear = !alike && name.find('[') == std::string::npos;
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

/// What to add to the change's key: the name of the event that it is about may mean another one
/// where the wait belongs, and a wait for that may stand there already.
std::string defect_texts::which_event(const explanation& cause, const timeline::source_place& later,
                                      facts& all) {
    const CUevent_st* event = cause.useful != 0 ? order_.event_by_id(cause.useful) : nullptr;
    if (event == nullptr || event->records.empty() || !cause.fix.ends_with("_event"))
        return {};
    const std::string name = all["useful_event"];
    if (cause.made_wait && name != message("word.event") && value_of(*cause.made_wait) == name) {
        all["made_wait_call"] = cause.made_wait->call;
        all["made_wait_place"] = place_name(cause.made_wait->pc);
        return "_same_name";
    }
    const void* recorded_at = event->records.back().pc;
    if (cause.depends_on_the_turn)
        return "_of_turn";
    // In the first turn the line has not recorded another one yet. Where it stands behind what is
    // to wait, that comes in another turn.
    const timeline::source_place recorded = place_of(recorded_at);
    const bool depends_on_the_turn =
        std::any_of(order_.events().begin(), order_.events().end(), [&](const auto& other) {
            const auto& records = other.second->records;
            // A compiler that unrolls the loop makes several calls of one.
            return other.second != event &&
                   std::any_of(records.begin(), records.end(), [&](const record_note& r) {
                       return r.pc == recorded_at ||
                              (recorded.line > 0 && place_of(r.pc) == recorded);
                   });
        });
    const bool is_before = recorded.file == later.file && recorded.line < later.line;
    return depends_on_the_turn && !is_before ? "_of_turn" : "";
}

void defect_texts::explain_race(const defect_draft& draft, facts& all) {
    const explanation& cause = draft.cause;
    const site& first = draft.earlier_launch ? draft.earlier_launch : draft.earlier;
    const site& second = draft.later_launch ? draft.later_launch : draft.later;
    const void* later = second->pc != nullptr ? second->pc : draft.places.back();
    const auto never = std::find_if(cause.unrecorded.begin(), cause.unrecorded.end(),
                                    [&](const unrecorded_wait& w) {
                                        const CUevent_st* event = order_.event_by_id(w.event);
                                        return event == nullptr || event->records.empty();
                                    });
    const bool is_unrecorded = never != cause.unrecorded.end();
    if (is_unrecorded) {
        for (const lookup& l : never->lookups)
            all[l.fact] = value_of(l);
    }
    const std::string which = is_unrecorded ? "" : which_event(cause, place_of(later), all);
    const timeline::source_place written = place_of(first->pc);
    const bool is_one_line =
        cause.are_copies_writing && written.line > 0 && written == place_of(second->pc);
    const std::string fix = is_unrecorded                          ? "record"
                            : is_one_line && cause.fix == "device" ? "own_place"
                                                                   : cause.fix + which;
    // A wait for an event of that name is there: whoever else waits does not matter.
    const std::string why = is_unrecorded           ? never->why
                            : which == "_same_name" ? std::string()
                                                    : cause.why;
    all["edge"] = (why.empty() ? "" : message("why." + why) + " ") + message("edge." + fix);
    all["earlier_issued"] = place_name(first->pc);
    all["later_issued"] = place_name(later);
}

control::defect defect_texts::finish(const defect_draft& draft) {
    control::defect d;
    d.id = draft.id;
    d.count = draft.count;
    for (const void* pc : draft.places) {
        timeline::source_place place = place_of(pc);
        if (place.line > 0 && std::find(d.where.begin(), d.where.end(), place) == d.where.end())
            d.where.push_back(std::move(place));
    }
    facts all = draft.facts;
    all.insert(draft.cause.facts.begin(), draft.cause.facts.end());
    for (const lookup& l : draft.cause.lookups)
        all.emplace(l.fact, value_of(l));
    if (!draft.cause.fix.empty())
        explain_race(draft, all);
    name_streams(draft, all);
    fill_addresses(all);
    const auto& places = draft.places;
    all["freed_place"] = places.empty() ? std::string() : place_name(places.back());
    all["earlier_place"] = places.empty() ? std::string() : place_name(places.front());
    all["later_place"] =
        places.empty() ? std::string() : place_name(places[places.size() > 1 ? 1 : 0]);
    // Code that only helps the program's own, such as a library's callback.
    if (draft.later && on_host(draft.later) && place_of(places.back()).line == 0)
        all["later_place"] = message("word.it_does_so");
    all["count"] = std::to_string(draft.count);
    all["meeting"] = std::to_string(draft.meeting);
    d.message = message_with(draft.text, all);
    // Names of the program's own, such as work.consume, stay as they are.
    const std::string first_word = d.message.substr(0, d.message.find(' '));
    const bool is_name =
        first_word.rfind("cuda", 0) == 0 || first_word.find('.') != std::string::npos;
    if (!d.message.empty() && d.message.front() >= 'a' && d.message.front() <= 'z' && !is_name)
        d.message.front() = static_cast<char>(d.message.front() - 'a' + 'A');
    const std::string page = "read." + draft.id;
    if (message(page) != page)
        d.docs = message(page);
    return d;
}

}  // namespace simcuda
