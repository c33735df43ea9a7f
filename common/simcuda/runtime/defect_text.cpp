#include "common/simcuda/runtime/defect_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/stream_names.hpp"

namespace simcuda {
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
    find_shared(made_as);
    for (auto& [id, name] : stream_names(order, places))
        streams_.emplace(fmt::format("stream {}", id), name);
}

/// Of streams that were there at the same time. One that is made anew in each turn is not meant.
void defect_texts::find_shared(const std::map<timeline::stream_id, std::string>& made_as) {
    std::map<std::string, timeline::stream_id> taken_before;
    for (const auto& [id, origin] : order_.origins()) {
        const auto made = made_as.find(id);
        if (made == made_as.end() || made->second.empty())
            continue;
        auto& before = taken_before[made->second];
        if (id < before)
            shared_.insert(made->second);
        constexpr auto never = std::numeric_limits<timeline::stream_id>::max();
        before = std::max(before, origin.gone_before == 0 ? never : origin.gone_before);
    }
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

/// What to add to the key of a wait by the host, where the name of the stream that it is for means
/// another one in other turns.
std::string defect_texts::which_stream(const explanation& cause, const site& earlier, facts& all) {
    const bool is_named = cause.fix == "host" || cause.fix == "host_gone";
    if (!is_named || !shared_.contains(stream_at(earlier)))
        return {};
    all["earlier_stream"] = stream_placeholder(earlier.stream);
    return "_of_several";
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
    const std::string of_several = is_unrecorded ? "" : which_stream(cause, first, all);
    const std::string which = is_unrecorded        ? ""
                              : of_several.empty() ? which_event(cause, place_of(later), all)
                                                   : of_several;
    const timeline::source_place written = place_of(first->pc);
    const bool is_one_line =
        cause.are_copies_writing && written.line > 0 && written == place_of(second->pc);
    const std::string fix = is_unrecorded ? "record" : cause.fix + which;
    // A wait for an event of that name is there: whoever else waits does not matter.
    const std::string why = is_unrecorded           ? never->why
                            : which == "_same_name" ? std::string()
                            : !of_several.empty() && cause.why == "host_other_stream"
                                ? "host_other_stream_of_several"
                                : cause.why;
    all["edge"] = (is_one_line ? message("edge.own_place") + " " : "") +
                  (why.empty() ? "" : message("why." + why) + " ") + message("edge." + fix);
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
