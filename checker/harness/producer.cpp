#include "checker/harness/producer.hpp"

#include <cmath>

#include "checker/harness/asked_wrongly.hpp"

namespace checker {

producer::producer(device_session& device, std::size_t count, std::uint64_t seed)
    : device_(&device), count_(count), data_(seed) {}

producer::producer(device_session& device, std::size_t count, std::uint64_t seed,
                   double ns_per_element)
    : device_(&device), count_(count), data_(seed), ns_per_element_(ns_per_element) {}

void producer::operator()(std::size_t first, std::size_t count, std::uint32_t* to) const {
    require_elements("work.produce", first, count, count_);
    require_memory("work.produce", to);
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
