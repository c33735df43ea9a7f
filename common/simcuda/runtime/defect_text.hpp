#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "common/simcuda/control.hpp"
#include "common/simcuda/runtime/caller_log.hpp"
#include "common/simcuda/runtime/explanation.hpp"
#include "common/simcuda/runtime/places.hpp"
#include "common/simcuda/runtime/source_text.hpp"

namespace simcuda {

/// A mistake before its text is made: what only the source tells is still missing.
struct defect_draft {
    std::string id, text;  ///< `text`: the message's key
    std::map<std::string, std::string> facts;
    std::vector<const void*> places;  ///< the earlier first
    std::uint64_t count = 1;
    std::uint64_t meeting = 0;  ///< bytes of a race, in the first of its buffers
    std::uint64_t buffer = 0;   ///< where that begins; 0: no buffer
    explanation cause;
    /// Where the two operations of a race come from, and the launches of the graphs that they are
    /// nodes of.
    site earlier, later;
    site earlier_launch, later_launch;
};

/// Makes the texts of reports, with the program's own names for its streams, events and buffers.
class defect_texts {
public:
    defect_texts(const scheduler& order, place_finder& places, const caller_log& callers);

    [[nodiscard]] control::defect finish(const defect_draft& draft);

private:
    using facts = std::map<std::string, std::string>;
    /// Of the program's own code: if `pc` is in a library, of what has called it.
    [[nodiscard]] timeline::source_place place_of(const void* pc);
    [[nodiscard]] std::string place_name(const void* pc);
    [[nodiscard]] std::string value_of(const lookup& wanted);
    [[nodiscard]] std::string stream_argument(const site& where);
    [[nodiscard]] std::string stream_at(site where);
    [[nodiscard]] std::string handle_of(site where, const std::string& at_call) const;
    void name_streams(const defect_draft& draft, facts& all);
    void fill_addresses(facts& all);
    [[nodiscard]] static std::string apart_from_text(const std::string& name);
    [[nodiscard]] std::string value_at(const std::string& wanted, const void* pc, int index);
    [[nodiscard]] std::string host_memory_of(const void* copy, int index);
    [[nodiscard]] std::string which_event(const explanation& cause,
                                          const timeline::source_place& later, facts& all);
    void find_shared(const std::map<timeline::stream_id, std::string>& made_as);
    [[nodiscard]] std::string which_stream(const explanation& cause, const site& earlier,
                                           facts& all);
    void explain_race(const defect_draft& draft, facts& all);
    [[nodiscard]] std::string variable_made_at(const void* pc);

    const scheduler& order_;
    place_finder& places_;
    const caller_log& callers_;
    source_text source_;
    std::map<timeline::stream_id, std::string> unique_;  // variables that are one stream's alone
    std::set<std::string> shared_;                       // variables of several at once
    facts streams_;                                      // "stream 3": its name
};

}  // namespace simcuda
