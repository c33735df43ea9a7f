#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "common/timeline/overlap.hpp"

/// Small questions about operations that several rules ask.
namespace checker {

using timeline::op_kind;
using timeline::operation;

template <class Predicate>
[[nodiscard]] std::vector<operation> pick(const timeline::recording& recorded, Predicate wanted) {
    std::vector<operation> picked;
    std::copy_if(recorded.operations.begin(), recorded.operations.end(), std::back_inserter(picked),
                 wanted);
    return picked;
}

[[nodiscard]] inline bool is_device_work(const operation& op) {
    return timeline::engine_of(op.kind).has_value();
}

/// Between host and device.
[[nodiscard]] inline bool is_transfer(const operation& op) {
    return op.kind == op_kind::copy_h2d || op.kind == op_kind::copy_d2h;
}

[[nodiscard]] inline bool is_async(const operation& op) {
    return op.name.ends_with("Async");
}

[[nodiscard]] inline bool is_on_host(const operation& op) {
    return op.stream == timeline::host_lane && op.kind != op_kind::annotation;
}

/// One of the calls that allocate memory or give it back. Some wait for the device, and that is not
/// what they are there for.
[[nodiscard]] inline bool is_allocation(const operation& op) {
    return op.name.starts_with("cudaMalloc") || op.name.starts_with("cudaFree") ||
           op.name == "cudaHostAlloc" || op.name == "cudaHostRegister" ||
           op.name == "cudaHostUnregister";
}

/// Often enough to be a habit of the loop: in at least every other chunk, and not just once.
[[nodiscard]] inline bool is_in_every_turn(std::size_t times, std::size_t chunks) {
    return times >= 2 && times * 2 >= chunks;
}

/// The host operations of which device work stands on both sides, in the order of the calls.
template <class Predicate>
[[nodiscard]] std::vector<operation> between_device_work(const timeline::recording& recorded,
                                                         Predicate wanted) {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    for (const auto& op : recorded.operations) {
        if (is_device_work(op)) {
            // Clearing memory at the beginning is setting up.
            first = first == 0 && op.kind != op_kind::memset ? op.id : first;
            last = op.id;
        }
    }
    return pick(recorded, [&](const operation& op) {
        return is_on_host(op) && op.id > first && op.id < last && wanted(op);
    });
}

}  // namespace checker
