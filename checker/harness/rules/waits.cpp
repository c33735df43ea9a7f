#include <set>

#include "checker/harness/counted.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/harness/rules/rules.hpp"

namespace checker {
namespace {

/// Was there anything to wait for when the host began to?
bool has_waited(const operation& wait, const timeline::recording& recorded) {
    const auto& awaited = wait.waits_for;
    return std::any_of(
        recorded.operations.begin(), recorded.operations.end(), [&](const operation& op) {
            // Where nobody has noted what it was for, it is for all that there was.
            const bool is_awaited =
                awaited.empty() ? is_device_work(op) && op.id < wait.id
                                : std::find(awaited.begin(), awaited.end(), op.id) != awaited.end();
            return is_awaited && op.end > wait.start;
        });
}

/// The host's waits at whose end the device has nothing left to do although more is to come: each
/// is a moment at which the whole pipeline stands still. A wait for one buffer while others are at
/// work is none, nor is one that finds the device idle.
std::vector<operation> draining_waits(const timeline::recording& recorded) {
    std::vector<operation> draining;
    const auto waits = between_device_work(recorded, [&](const operation& op) {
        return op.kind == op_kind::host_wait && has_waited(op, recorded);
    });
    for (const auto& wait : waits) {
        const bool is_drained = std::all_of(
            recorded.operations.begin(), recorded.operations.end(), [&](const operation& op) {
                return !is_device_work(op) || op.id > wait.id || op.end <= wait.end;
            });
        if (is_drained) {
            draining.push_back(wait);
        }
    }
    return draining;
}

/// Are these for work of an earlier turn? Then at first there is nothing to wait for yet, or more
/// than one chunk is under way.
bool are_for_earlier_turns(const std::vector<operation>& waits, const observation& seen) {
    const auto& all = seen.recorded.operations;
    const auto& first = waits.front();
    const auto work = std::find_if(all.begin(), all.end(), is_device_work);
    bytes uploaded{};
    for (const auto& op : all) {
        if (op.kind == op_kind::copy_h2d && op.id < first.id) {
            uploaded.value += op.size.value;
        }
    }
    const bool is_called_before_all = std::any_of(all.begin(), work, [&](const operation& op) {
        return is_on_host(op) && op.name == first.name && op.where == first.where;
    });
    return is_called_before_all || uploaded.value > seen.chunk_size.value;
}

std::optional<finding> waits_called(const observation& seen, const std::string& text,
                                    const std::set<std::string>& names) {
    auto waits = draining_waits(seen.recorded);
    waits.erase(std::remove_if(waits.begin(), waits.end(),
                               [&](const operation& op) { return !names.contains(op.name); }),
                waits.end());
    if (!is_in_every_turn(waits.size(), seen.chunks)) {
        return std::nullopt;
    }
    nanoseconds waited{0};
    for (const auto& op : waits) {
        waited += op.end - op.start;
    }
    const auto percent = 100 * timeline::share_of(waited, seen.measured);
    return finding{text,
                   {{"call", waits.front().name},
                    {"waits", std::to_string(waits.size())},
                    {"chunks", std::to_string(seen.chunks)},
                    {"percent", std::to_string(static_cast<int>(percent + 0.5))}},
                   known_places(waits)};
}

}  // namespace

std::optional<finding> sync_in_loop(const observation& seen) {
    return waits_called(seen, "sync-in-loop/waits",
                        {"cudaStreamSynchronize", "cudaEventSynchronize"});
}

std::optional<finding> one_stream_to_wait_for(const observation& seen) {
    const auto waits = draining_waits(seen.recorded);
    if (waits.empty() || !are_for_earlier_turns(waits, seen)) {
        return std::nullopt;
    }
    return single_stream(seen);
}

std::optional<finding> device_wide_wait(const observation& seen) {
    return waits_called(seen, "device-wide-wait/waits", {"cudaDeviceSynchronize"});
}

std::optional<finding> host_between_streams(const observation& seen) {
    const auto waits = between_device_work(seen.recorded, [&](const operation& op) {
        return op.kind == op_kind::host_wait && !is_allocation(op) && has_waited(op, seen.recorded);
    });
    if (waits.empty()) {
        return std::nullopt;
    }
    return finding{"needless-host-wait",
                   {{"call", waits.front().name}, {"times", times_of(waits.size())}},
                   known_places(waits)};
}

}  // namespace checker
