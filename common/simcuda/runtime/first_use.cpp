#include "common/simcuda/runtime/first_use.hpp"

#include <utility>

namespace simcuda {

void first_use::start_cold() {
    context_is_due_ = kernels_are_due_ = true;
    loaded_.clear();
}

void first_use::start_warm() {
    context_is_due_ = kernels_are_due_ = false;
}

nanoseconds first_use::of_call(const machine_profile& profile) {
    return std::exchange(context_is_due_, false) ? profile.create_context : nanoseconds{0};
}

nanoseconds first_use::of_kernel(const void* kernel, const machine_profile& profile) {
    const bool is_first = kernels_are_due_ && loaded_.insert(kernel).second;
    return is_first ? profile.load_kernel : nanoseconds{0};
}

}  // namespace simcuda
