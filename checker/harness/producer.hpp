#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "checker/harness/device_session.hpp"
#include "common/workload/pattern.hpp"

namespace checker {

/// Where the input of a job comes from when it does not lie in memory yet: writes input elements
/// wherever it is told to, and tells the device that the host did.
class producer {
public:
    /// Of `count` elements in all. Writing takes the host as long as touching that memory does.
    producer(device_session& device, std::size_t count, std::uint64_t seed);
    /// The same, but writing takes this long for each element.
    producer(device_session& device, std::size_t count, std::uint64_t seed, double ns_per_element);

    /// Throws asked_wrongly for what the job does not have.
    void operator()(std::size_t first, std::size_t count, std::uint32_t* to) const;

private:
    device_session* device_;
    std::size_t count_;
    workload::pattern data_;
    std::optional<double> ns_per_element_;
};

}  // namespace checker
