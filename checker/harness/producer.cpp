#include "checker/harness/producer.hpp"

#include <fmt/core.h>

#include <cmath>
#include <stdexcept>

namespace checker {

producer::producer(device_session& device, std::size_t count, std::uint64_t seed)
    : device_(&device), count_(count), data_(seed) {}

producer::producer(device_session& device, std::size_t count, std::uint64_t seed,
                   double ns_per_element)
    : device_(&device), count_(count), data_(seed), ns_per_element_(ns_per_element) {}

void producer::operator()(std::size_t first, std::size_t count, std::uint32_t* to) const {
    if (first + count > count_) {
        throw std::out_of_range(fmt::format("produce was asked for elements {} to {} of {}", first,
                                            first + count - 1, count_));
    }
    if (to == nullptr) {
        throw std::invalid_argument("produce was given a null pointer to write to");
    }
    const acting_as itself(*device_, "work.produce");
    device_->host_begins();
    data_.fill_some({to, count}, first, ns_per_element_ ? device_->data_stride() : 1);
    const bytes size{count * sizeof(std::uint32_t)};
    if (ns_per_element_) {
        const auto duration = std::llround(*ns_per_element_ * static_cast<double>(count));
        device_->host_writes_for(to, size, nanoseconds{duration});
    } else {
        device_->host_writes(to, size);
    }
}

}  // namespace checker
