#include "checker/harness/rules/barriers.hpp"

#include <fmt/core.h>

#include <set>

#include "checker/harness/places.hpp"
#include "checker/harness/rules/pick.hpp"

namespace checker {
namespace {

constexpr timeline::stream_id legacy = 0;

std::set<timeline::stream_id> streams_without_barrier(const timeline::recording& recorded) {
    std::set<timeline::stream_id> ids;
    for (const auto& stream : recorded.streams) {
        if (stream.non_blocking) {
            ids.insert(stream.id);
        }
    }
    return ids;
}

/// A record or a wait in the legacy default stream is a barrier as work is.
bool is_of_a_stream(const operation& op) {
    return is_device_work(op) || op.kind == op_kind::event_record || op.kind == op_kind::event_wait;
}

std::vector<operation> barriers_in(const timeline::recording& recorded) {
    const auto ignored = streams_without_barrier(recorded);
    const auto held_up = pick(recorded, [&](const operation& op) {
        return is_device_work(op) && op.stream != legacy && !ignored.contains(op.stream);
    });
    if (held_up.empty()) {
        return {};
    }
    return pick(recorded, [&](const operation& op) {
        return is_of_a_stream(op) && op.stream == legacy && op.id > held_up.front().id &&
               op.id < held_up.back().id;
    });
}

words name_of(const operation& op) {
    return op.kind == op_kind::kernel ? phrase("the kernel {}", op.name) : words(op.name);
}

/// "cudaMemset 8 times, the kernel scale once", in the order of their first calls.
words listed_times(const std::vector<operation>& barriers) {
    std::vector<std::pair<words, int>> times;
    for (const auto& op : barriers) {
        const auto name = name_of(op);
        const auto found = std::find_if(times.begin(), times.end(),
                                        [&](const auto& one) { return one.first == name; });
        if (found == times.end()) {
            times.emplace_back(name, 1);
        } else {
            ++found->second;
        }
    }
    std::vector<words> list;
    for (const auto& [name, n] : times) {
        list.push_back(n == 1 ? phrase("{} once", name) : phrase("{} {} times", name, n));
    }
    return listed(list);
}

bool holds_the_host_up(const operation& op) {
    return is_transfer(op) && !is_async(op);
}

}  // namespace

std::optional<finding> implicit_barriers(const observation& seen) {
    const auto barriers = barriers_in(seen.recorded);
    if (barriers.empty()) {
        return std::nullopt;
    }
    // A copy that also makes the host wait has a name of its own, once the others are gone.
    const bool only_copies = std::all_of(barriers.begin(), barriers.end(), holds_the_host_up);
    return finding{only_copies ? "blocking-copy/readback" : "legacy-default-stream/barriers",
                   {{"list", listed_times(barriers)},
                    {"barriers", barriers.size() == 1 ? phrase("one barrier")
                                                      : phrase("{} barriers", barriers.size())},
                    {"chunks", std::to_string(seen.chunks)}},
                   known_places(barriers)};
}

std::optional<finding> thread_waits_for_others(const observation& seen) {
    const auto streams_awaited = [&](const operation& wait) {
        std::set<timeline::stream_id> streams;
        for (const auto& op : seen.recorded.operations) {
            const auto& ids = wait.waits_for;
            if (std::find(ids.begin(), ids.end(), op.id) != ids.end()) {
                streams.insert(op.stream);
            }
        }
        return streams.size();
    };
    const auto waits = pick(seen.recorded, [&](const operation& op) {
        return op.kind == op_kind::host_wait && op.name.ends_with("Synchronize") &&
               streams_awaited(op) > 1;
    });
    if (waits.empty()) {
        return std::nullopt;
    }
    return finding{
        "device-wide-wait/threads",
        {{"call", waits.front().name}, {"streams", std::to_string(streams_awaited(waits.front()))}},
        known_places(waits)};
}

std::optional<finding> threads_share_the_default_stream(const observation& seen) {
    const auto work = pick(seen.recorded, is_device_work);
    const bool all_there =
        std::all_of(work.begin(), work.end(), [](const operation& op) { return op.stream == 0; });
    if (work.empty() || !all_there) {
        return std::nullopt;
    }
    return finding{"legacy-default-stream/threads",
                   {{"chunks", std::to_string(seen.chunks)}},
                   known_places(work)};
}

}  // namespace checker
