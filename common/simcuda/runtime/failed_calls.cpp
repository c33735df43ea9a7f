// What is told about calls that were refused.
#include "common/simcuda/runtime/defects.hpp"
#include "common/simcuda/runtime/messages.hpp"

namespace simcuda {

std::vector<control::failed_call> defect_log::tell(const std::vector<failed_call>& failed,
                                                   place_finder& places) const {
    std::vector<control::failed_call> result;
    if (failed.empty())
        return result;
    result.reserve(failed.size());
    std::vector<const void*> addresses;
    for (const failed_call& f : failed)
        addresses.push_back(f.pc);
    places.prepare(addresses);
    defect_texts texts(order_, places, callers_);
    for (const failed_call& f : failed) {
        control::failed_call told{f.api, f.error, places.of(f.pc)};
        if (!f.why.reason.empty()) {
            const std::string reason = "refused." + f.why.reason;
            defect_draft draft;
            draft.facts = f.why.facts;
            draft.places = {f.pc};
            draft.text = reason + ".why";
            told.why = texts.finish(draft).message;
            draft.text = reason + ".fix";
            told.fix = texts.finish(draft).message;
            told.docs = message(reason + ".read");
        }
        result.push_back(std::move(told));
    }
    return result;
}

}  // namespace simcuda
