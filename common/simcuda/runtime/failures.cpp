#include "common/simcuda/runtime/failures.hpp"

#include <utility>

namespace simcuda {

void failure_plan::note(const failed_call& call) {
    constexpr std::size_t enough = 8;
    if (failed_.size() < enough)
        failed_.push_back(call);
}

std::vector<failed_call> failure_plan::take_failed() {
    return std::exchange(failed_, {});
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
    return it->second.error;
}

}  // namespace simcuda
