#include "checker/harness/rules/directions.hpp"

#include <set>

#include "checker/harness/places.hpp"
#include "checker/harness/rules/pick.hpp"

namespace checker {
namespace {

std::vector<operation> of_kind(const observation& seen, op_kind kind) {
    return pick(seen.recorded, [kind](const operation& op) { return op.kind == kind; });
}

std::set<timeline::stream_id> streams_of(const std::vector<operation>& operations) {
    std::set<timeline::stream_id> ids;
    for (const auto& op : operations) {
        ids.insert(op.stream);
    }
    return ids;
}

}  // namespace

std::optional<finding> one_direction_at_a_time(const observation& seen) {
    const auto up = of_kind(seen, op_kind::copy_h2d);
    const auto down = of_kind(seen, op_kind::copy_d2h);
    if (up.size() < 2 || down.size() < 2 || seen.overlap.h2d_d2h.count() > 0) {
        return std::nullopt;
    }
    const bool one_stream = streams_of(up).size() == 1 && streams_of(up) == streams_of(down);
    return finding{
        one_stream ? "one-direction-at-a-time/one-stream" : "one-direction-at-a-time/copies",
        {{"uploads", std::to_string(up.size())},
         {"downloads", std::to_string(down.size())},
         {"stream", stream_name(up.front().stream)}},
        known_places({up.front(), down.front()})};
}

std::optional<finding> upload_behind_download(const observation& seen) {
    const auto copies = pick(seen.recorded, is_transfer);  // in the order of issue
    std::vector<operation> pairs;
    for (std::size_t i = 2; i < copies.size(); ++i) {
        const auto& download = copies[i - 1];
        const auto& upload = copies[i];
        const bool is_behind = upload.kind == op_kind::copy_h2d &&
                               download.kind == op_kind::copy_d2h &&
                               upload.stream != download.stream;
        // The engine was free before the download could begin.
        if (is_behind && download.start > copies[i - 2].end) {
            pairs.insert(pairs.end(), {download, upload});
        }
    }
    const auto times = pairs.size() / 2;
    if (!is_in_every_turn(times, seen.chunks)) {
        return std::nullopt;
    }
    return finding{"not-enough-overlap/behind-download",
                   {{"times", std::to_string(times)}, {"chunks", std::to_string(seen.chunks)}},
                   known_places(pairs)};
}

}  // namespace checker
