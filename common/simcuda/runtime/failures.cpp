#include "common/simcuda/runtime/failures.hpp"

#include <algorithm>
#include <utility>

namespace simcuda {

void failure_plan::note(failed_call call) {
    constexpr std::size_t enough = 8;
    const bool is_known = std::any_of(failed_.begin(), failed_.end(), [&](const failed_call& f) {
        return f.pc == call.pc && f.error == call.error && std::string_view(f.api) == call.api &&
               f.why.reason == call.why.reason;
    });
    if (!is_known && failed_.size() < enough)
        failed_.push_back(std::move(call));
}

void failure_plan::came_ready(const void* pc) {
    std::erase_if(failed_,
                  [&](const failed_call& f) { return f.pc == pc && f.error == cudaErrorNotReady; });
}

std::vector<failed_call> failure_plan::take_failed() {
    return std::exchange(failed_, {});
}

void failure_plan::clear() {
    plans_.clear();
    struck_ = {};
}

void failure_plan::fail(std::string_view api, int nth, cudaError_t error) {
    plans_[std::string(api)] = {0, nth, error};
}

int failure_plan::calls_of(std::string_view api) const {
    const auto it = plans_.find(api);
    return it == plans_.end() ? 0 : it->second.calls;
}

std::optional<cudaError_t> failure_plan::next(std::string_view api) {
    if (plans_.empty())
        return std::nullopt;
    const auto it = plans_.find(api);
    if (it == plans_.end() || ++it->second.calls != it->second.nth)
        return std::nullopt;
    struck_ = std::this_thread::get_id();
    return it->second.error;
}

}  // namespace simcuda
