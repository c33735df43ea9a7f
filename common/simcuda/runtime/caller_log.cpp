#include "common/simcuda/runtime/caller_log.hpp"

#include <unwind.h>

#include <algorithm>

namespace simcuda {
namespace {

constexpr std::size_t deepest = 64;

_Unwind_Reason_Code keep_frame(_Unwind_Context* frame, void* out) {
    auto& frames = *static_cast<std::vector<const void*>*>(out);
    frames.push_back(reinterpret_cast<const void*>(_Unwind_GetIP(frame)));
    return frames.size() < deepest ? _URC_NO_REASON : _URC_END_OF_STACK;
}

}  // namespace

void caller_log::note(const void* pc) {
    const auto [entry, fresh] = known_.try_emplace(pc);
    if (!fresh)
        return;
    std::vector<const void*> frames;
    _Unwind_Backtrace(keep_frame, &frames);
    const auto inner = std::find(frames.begin(), frames.end(), pc);
    if (inner != frames.end())
        entry->second.assign(inner + 1, frames.end());
}

const std::vector<const void*>& caller_log::of(const void* pc) const {
    static const std::vector<const void*> none;
    const auto found = known_.find(pc);
    return found == known_.end() ? none : found->second;
}

}  // namespace simcuda
