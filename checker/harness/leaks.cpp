#include "checker/harness/leaks.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "checker/harness/places.hpp"
#include "checker/harness/refused_calls.hpp"
#include "common/timeline/overlap.hpp"

namespace checker {
namespace {

using timeline::op_kind;

struct kept_kind {
    std::uint64_t holdings::*count;
    words (*number_of)(std::uint64_t n);
    std::string_view calls;  ///< the names of the calls that make it contain this
};

constexpr std::array kept_kinds = {
    kept_kind{&holdings::device_buffers,
              [](std::uint64_t n) {
                  return n == 1 ? phrase("{} device buffer", n) : phrase("{} device buffers", n);
              },
              "cudaMalloc"},
    kept_kind{&holdings::pinned_buffers,
              [](std::uint64_t n) {
                  return n == 1 ? phrase("{} pinned buffer", n) : phrase("{} pinned buffers", n);
              },
              "cudaMallocHost"},
    kept_kind{&holdings::registrations,
              [](std::uint64_t n) {
                  return n == 1 ? phrase("{} registration of host memory", n)
                                : phrase("{} registrations of host memory", n);
              },
              "cudaHostRegister"},
    kept_kind{
        &holdings::streams,
        [](std::uint64_t n) { return n == 1 ? phrase("{} stream", n) : phrase("{} streams", n); },
        "cudaStreamCreate"},
    kept_kind{
        &holdings::events,
        [](std::uint64_t n) { return n == 1 ? phrase("{} event", n) : phrase("{} events", n); },
        "cudaEventCreate"},
};

bool makes(std::string_view call, const kept_kind& kind) {
    if (kind.calls == "cudaMalloc") {
        return call == "cudaMalloc" || call == "cudaMallocAsync" || call == "cudaMallocPitch";
    }
    if (kind.calls == "cudaMallocHost") {
        return call == "cudaMallocHost" || call == "cudaHostAlloc";
    }
    return call.starts_with(kind.calls);
}

/// The calls that have made what is still there of this kind; where the device cannot tell which
/// those are, all that make such things.
std::vector<timeline::operation> makers_of(const kept_kind& kind, const attempt& run) {
    std::vector<timeline::operation> result;
    for (const auto& thing : run.kept) {
        if (thing.kind == kind.count) {
            timeline::operation maker;
            maker.where = thing.where;
            result.push_back(std::move(maker));
        }
    }
    if (result.empty()) {
        std::copy_if(run.recorded.operations.begin(), run.recorded.operations.end(),
                     std::back_inserter(result), [&](const timeline::operation& op) {
                         return op.stream == timeline::host_lane &&
                                op.kind != op_kind::annotation && makes(op.name, kind);
                     });
    }
    return result;
}

}  // namespace

bool holds_more(const holdings& before, const holdings& after) {
    return std::any_of(kept_kinds.begin(), kept_kinds.end(), [&](const kept_kind& kind) {
        return after.*kind.count > before.*kind.count;
    });
}

std::optional<finding> leak_in(const attempt& run, const words& when) {
    std::vector<words> things;
    std::uint64_t total = 0;
    std::vector<timeline::operation> makers;
    for (const auto& kind : kept_kinds) {
        const auto had = run.before.*kind.count;
        const auto has = run.after.*kind.count;
        if (has <= had) {
            continue;
        }
        total += has - had;
        things.push_back(kind.number_of(has - had));
        for (auto& op : makers_of(kind, run)) {
            makers.push_back(std::move(op));
        }
    }
    if (things.empty()) {
        return std::nullopt;
    }
    // Who has tried to give it back, in the wrong way, has not forgotten it.
    const auto* refused = failed_giving_back(run);
    const bool was_tried = refused != nullptr && !refused->why.empty();
    finding f =
        was_tried ? finding_about(*refused, {}, "leak/refused") : finding{"leak/things", {}, {}};
    f.arguments["things"] = listed(things);
    f.arguments["exist"] = total == 1 ? phrase("exists") : phrase("exist");
    f.arguments["when"] = when;
    auto places = known_places(makers);
    places.insert(places.end(), f.where.begin(), f.where.end());
    f.where = std::move(places);
    return f;
}

}  // namespace checker
