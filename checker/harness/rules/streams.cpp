#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "checker/harness/counted.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/harness/rules/rules.hpp"

namespace checker {
namespace {

std::set<timeline::stream_id> used_streams(const observation& seen) {
    std::set<timeline::stream_id> used;
    for (const auto& op : seen.recorded.operations) {
        if (is_device_work(op)) {
            used.insert(op.stream);
        }
    }
    return used;
}

/// What makes things slower has closed nothing of the gap.
std::string percent(double share) {
    return fmt::format("{:.0f}", 100 * std::max(share, 0.0));
}

/// Does any stream come after this host function? Who waits for it on the host does as if the host
/// had done the same after its wait.
bool holds_a_stream(const operation& function, const timeline::recording& recorded) {
    const auto& all = recorded.operations;
    const auto any_later = [&](const operation& op, auto wanted) {
        return std::any_of(all.begin(), all.end(), [&](const operation& later) {
            return later.id > op.id && wanted(later);
        });
    };
    const auto is_awaited_by_a_stream = [&](const operation& record) {
        return any_later(record, [&](const operation& later) {
            return later.kind == op_kind::event_wait && later.event == record.event;
        });
    };
    return any_later(function, [&](const operation& later) {
        const auto& awaited = later.waits_for;
        if (later.stream != function.stream) {
            return later.stream != timeline::host_lane &&
                   std::find(awaited.begin(), awaited.end(), function.id) != awaited.end();
        }
        return is_device_work(later) ||
               (later.kind == op_kind::event_record && is_awaited_by_a_stream(later));
    });
}

double closed_gap(const observation& seen) {
    return timeline::share_of(seen.serial - seen.measured, seen.serial - seen.bound);
}

}  // namespace

std::optional<finding> single_stream(const observation& seen) {
    const auto used = used_streams(seen);
    if (used.size() != 1 || seen.chunks < 2) {
        return std::nullopt;
    }
    return finding{
        "single-stream/work",
        {{"chunks", std::to_string(seen.chunks)}, {"stream", stream_name(*used.begin())}},
        known_places(pick(seen.recorded, is_device_work))};
}

std::optional<finding> legacy_default_stream(const observation& seen) {
    const auto in_legacy = pick(
        seen.recorded, [](const operation& op) { return is_device_work(op) && op.stream == 0; });
    const bool others = used_streams(seen).size() > 1;
    if (!others || !is_in_every_turn(in_legacy.size(), seen.chunks)) {
        return std::nullopt;
    }
    return finding{"legacy-default-stream/work",
                   {{"times", times_of(in_legacy.size())}, {"work", work_name(in_legacy.front())}},
                   known_places(in_legacy)};
}

std::optional<finding> too_few_buffers(const observation& seen) {
    // Upload, kernel and download of three chunks at once need three buffers when each chunk stays
    // in its own from beginning to end.
    constexpr std::uint64_t enough = 3;
    const auto buffers = seen.device_peak.value / std::max<std::uint64_t>(seen.chunk_size.value, 1);
    if (buffers == 0 || buffers >= enough || seen.chunks <= buffers) {
        return std::nullopt;
    }
    const auto made = pick(seen.recorded, [](const operation& op) {
        return is_on_host(op) && op.name == "cudaMalloc";
    });
    return finding{"too-few-buffers/count",
                   {{"buffers", buffers == 1 ? phrase("one device buffer")
                                             : phrase("{} device buffers", buffers)},
                    {"closed", percent(closed_gap(seen))}},
                   known_places(made)};
}

std::optional<finding> too_few_slots(const observation& seen) {
    // Three stages of the device, and the host, which is one as well.
    constexpr std::uint64_t enough = 4;
    const auto slots = seen.device_peak.value / std::max<std::uint64_t>(seen.chunk_size.value, 1);
    if (slots == 0 || slots >= enough || seen.chunks <= slots) {
        return std::nullopt;
    }
    const auto made = pick(seen.recorded, [](const operation& op) {
        return is_on_host(op) && op.name == "cudaMalloc";
    });
    return finding{"too-few-buffers/slots",
                   {{"slots", slots == 1 ? phrase("one slot") : phrase("{} slots", slots)},
                    {"closed", percent(closed_gap(seen))}},
                   known_places(made)};
}

std::optional<finding> too_few_buffers_of_each_kind(const observation& seen) {
    const auto of_one_chunk = [&](bytes all) {
        return all.value / std::max<std::uint64_t>(seen.chunk_size.value, 1);
    };
    // Three in place do as well on the device as two of each kind.
    constexpr std::uint64_t enough_on_device = 3;
    constexpr std::uint64_t enough_pinned = 2;
    const auto on_device = of_one_chunk(seen.device_peak);
    const auto pinned = of_one_chunk(seen.pinned_peak);
    const bool enough = on_device >= enough_on_device && pinned >= enough_pinned;
    if (on_device == 0 || pinned == 0 || enough || seen.chunks <= on_device) {
        return std::nullopt;
    }
    const auto made = pick(seen.recorded, [](const operation& op) {
        return is_on_host(op) && (op.name == "cudaMalloc" || op.name == "cudaMallocHost" ||
                                  op.name == "cudaHostAlloc");
    });
    return finding{"too-few-buffers/of-each-kind",
                   {{"device", std::to_string(on_device)},
                    {"pinned", std::to_string(pinned)},
                    {"closed", percent(closed_gap(seen))}},
                   known_places(made)};
}

std::optional<finding> one_buffer_used(const observation& seen) {
    const auto all_in_one_place = [&](op_kind kind) {
        const auto copies =
            pick(seen.recorded, [&](const operation& op) { return op.kind == kind; });
        const auto in_the_first = [&](const operation& op) {
            return op.device_place != 0 && op.device_place == copies.front().device_place;
        };
        const bool is_one = is_in_every_turn(copies.size(), seen.chunks) &&
                            std::all_of(copies.begin(), copies.end(), in_the_first);
        return is_one ? copies : std::vector<operation>{};
    };
    const auto uploads = all_in_one_place(op_kind::copy_h2d);
    const auto copies = uploads.empty() ? all_in_one_place(op_kind::copy_d2h) : uploads;
    if (copies.empty()) {
        return std::nullopt;
    }
    return finding{
        uploads.empty() ? "too-few-buffers/one-result" : "too-few-buffers/one-input",
        {{"copies", std::to_string(copies.size())}, {"closed", percent(closed_gap(seen))}},
        known_places(copies)};
}

std::optional<finding> held_by_host_functions(const observation& seen) {
    const auto functions = pick(seen.recorded, [&](const operation& op) {
        return op.kind == op_kind::host_function && holds_a_stream(op, seen.recorded);
    });
    nanoseconds spent{0};
    for (const auto& op : functions) {
        spent += op.end - op.start;
    }
    if (functions.empty() || 2 * spent < seen.measured - seen.bound) {
        return std::nullopt;
    }
    const auto longest = std::max_element(
        functions.begin(), functions.end(),
        [](const operation& a, const operation& b) { return a.end - a.start < b.end - b.start; });
    return finding{"not-enough-overlap/host-function",
                   {{"times", times_of(functions.size())},
                    {"ms", fmt::format("{:.2f}", timeline::to_ms(spent))},
                    {"stream", stream_name(longest->stream)},
                    {"closed", percent(closed_gap(seen))}},
                   known_places(functions)};
}

std::optional<finding> overlap_without_gain(const observation& seen) {
    const bool overlaps = seen.overlap.copies_beside_kernel * 2 >= seen.overlap.copies;
    if (!overlaps || seen.overlap.copies == 0 || closed_gap(seen) > 0.1) {
        return std::nullopt;
    }
    return finding{"overlap-without-gain/times",
                   {{"copies", std::to_string(seen.overlap.copies_beside_kernel)},
                    {"all", std::to_string(seen.overlap.copies)},
                    {"measured", fmt::format("{:.2f}", timeline::to_ms(seen.measured))},
                    {"serial", fmt::format("{:.2f}", timeline::to_ms(seen.serial))}},
                   {}};
}

std::optional<finding> slower_than_serial(const observation& seen) {
    return finding{"overlap-without-gain/slower",
                   {{"measured", fmt::format("{:.2f}", timeline::to_ms(seen.measured))},
                    {"serial", fmt::format("{:.2f}", timeline::to_ms(seen.serial))}},
                   {}};
}

std::optional<finding> not_enough_overlap(const observation& seen) {
    return finding{"not-enough-overlap/gap",
                   {{"closed", percent(closed_gap(seen))},
                    {"copies", std::to_string(seen.overlap.copies_beside_kernel)},
                    {"all", std::to_string(seen.overlap.copies)},
                    {"measured", fmt::format("{:.2f}", timeline::to_ms(seen.measured))},
                    {"bound", fmt::format("{:.2f}", timeline::to_ms(seen.bound))}},
                   {}};
}

}  // namespace checker
