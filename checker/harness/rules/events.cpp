#include <map>

#include "checker/harness/places.hpp"
#include "checker/harness/rules/edges.hpp"
#include "checker/harness/rules/rules.hpp"

namespace checker {
namespace {

/// Work that waits for the chunk just before it. That one has the other buffer, so whoever waits
/// for it has nothing beside it.
std::vector<reuse_edge> neighbour_edges(const observation& seen) {
    auto edges = reuse_edges(seen.recorded);
    std::erase_if(edges, [](const reuse_edge& e) { return e.chunks_apart != 1; });
    return edges;
}

words work_name(const operation& op) {
    return op.kind == op_kind::kernel     ? phrase("kernel")
           : op.kind == op_kind::copy_h2d ? phrase("upload")
           : op.kind == op_kind::copy_d2h ? phrase("download")
                                          : words(op.name);
}

finding finding_of(const std::string& text, const std::vector<reuse_edge>& edges,
                   const observation& seen) {
    const auto& first = edges.front();
    return {text,
            {{"waits", std::to_string(edges.size())},
             {"chunks", std::to_string(seen.chunks)},
             {"waiter", is_on_host(first.wait) ? phrase("the host, before it refills a buffer,")
                                               : phrase("the {}", work_name(first.consumer))},
             {"awaited", work_name(first.producer)}},
            known_places({first.record, first.wait})};
}

}  // namespace

std::optional<finding> shared_event(const observation& seen) {
    std::map<std::uint64_t, std::size_t> records;
    for (const auto& op : seen.recorded.operations) {
        records[op.event] += op.kind == op_kind::event_record ? 1 : 0;
    }
    std::map<std::uint64_t, std::vector<reuse_edge>> by_event;
    for (const auto& edge : neighbour_edges(seen)) {
        by_event[edge.record.event].push_back(edge);
    }
    // Of several such events, the one that holds the device back: the host's waits come on top.
    const std::vector<reuse_edge>* worst = nullptr;
    for (const auto& [event, edges] : by_event) {
        // One of two buffers has every other chunk.
        const bool stands_for_all = records[event] * 4 >= seen.chunks * 3;
        const bool is_worse = worst == nullptr || is_on_host(worst->front().wait);
        if (stands_for_all && is_in_every_turn(edges.size(), seen.chunks) && is_worse) {
            worst = &edges;
        }
    }
    return worst == nullptr ? std::nullopt
                            : std::optional(finding_of("shared-event/neighbour", *worst, seen));
}

std::optional<finding> waits_for_the_neighbour(const observation& seen) {
    const auto edges = neighbour_edges(seen);
    if (!is_in_every_turn(edges.size(), seen.chunks)) {
        return std::nullopt;
    }
    return finding_of("not-enough-overlap/neighbour", edges, seen);
}

std::optional<finding> upload_waits_for_the_neighbour(const observation& seen) {
    auto edges = neighbour_edges(seen);
    std::erase_if(edges, [](const reuse_edge& e) { return e.consumer.kind != op_kind::copy_h2d; });
    if (!is_in_every_turn(edges.size(), seen.chunks)) {
        return std::nullopt;
    }
    return finding_of("not-enough-overlap/upload-held", edges, seen);
}

std::optional<finding> input_held_for_download(const observation& seen) {
    auto edges = reuse_edges(seen.recorded);
    std::erase_if(edges, [](const reuse_edge& e) {
        return e.consumer.kind != op_kind::copy_h2d || e.producer.kind != op_kind::copy_d2h;
    });
    if (!is_in_every_turn(edges.size(), seen.chunks)) {
        return std::nullopt;
    }
    return finding_of("not-enough-overlap/input-held", edges, seen);
}

std::optional<finding> waits_for_both_uploads(const observation& seen) {
    const auto uploads =
        pick(seen.recorded, [](const operation& op) { return op.kind == op_kind::copy_h2d; });
    const auto kernels =
        pick(seen.recorded, [](const operation& op) { return op.kind == op_kind::kernel; });
    if (uploads.size() < 2 || kernels.empty() || kernels.front().start < uploads.back().end) {
        return std::nullopt;
    }
    const auto waits = pick(seen.recorded, [&](const operation& op) {
        return op.kind == op_kind::event_wait && op.id < kernels.front().id;
    });
    return finding{"not-enough-overlap/both-uploads",
                   {{"kernel", kernels.front().name}},
                   known_places(waits.empty() ? kernels : waits)};
}

}  // namespace checker
