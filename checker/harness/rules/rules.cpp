#include "checker/harness/rules/rules.hpp"
#include "common/timeline/working_time.hpp"

namespace checker {

observation observe(const attempt& run, std::size_t chunks, bytes chunk_size) {
    observation seen;
    seen.recorded = run.recorded;
    seen.overlap = timeline::measure_overlap(run.recorded);
    seen.chunks = chunks;
    seen.chunk_size = chunk_size;
    seen.device_peak = run.after.device_peak - run.before.device;
    seen.pinned_peak = run.after.pinned_peak - run.before.pinned;
    seen.measured = working_time(run.recorded).length();
    return seen;
}

std::optional<finding> first_of(const std::vector<rule>& rules, const observation& seen) {
    for (const auto& each : rules) {
        if (auto found = each(seen)) {
            return found;
        }
    }
    return std::nullopt;
}

}  // namespace checker
