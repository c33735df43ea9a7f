#pragma once

#include "checker/harness/attempt.hpp"
#include "checker/harness/stages.hpp"
#include "checker/harness/verdict.hpp"
#include "common/timeline/overlap.hpp"

namespace checker {

/// The learner's code against the blocking baseline and the machine's own bound, in one run.
struct comparison {
    attempt baseline;
    attempt learner;
    nanoseconds serial{0};
    nanoseconds measured{0};
    nanoseconds bound{0};
    timeline::overlap_figures overlap;  ///< of the learner's run
    double spread = 0;  ///< of the times: half of them lie this close to the median, as its share
    double doubt = 0;   ///< about the medians, see steadiness.hpp
    std::size_t runs = 1;

    /// (serial - measured) / (serial - bound); 0 where there is no gap to close.
    [[nodiscard]] double closed_gap() const;
    /// Faster than the bound by more than the noise, which is `least_noise` or more.
    [[nodiscard]] bool is_too_fast(double least_noise) const;
    [[nodiscard]] measured_figures figures() const;
};

/// Runs baseline and learner in turns, as often as the device's noise asks for, and keeps the run
/// with the median time of each. Each run has an input of its own. `bound` is filled in by the
/// caller.
[[nodiscard]] comparison compare(device_session& device, const std::function<attempt()>& baseline,
                                 const std::function<attempt()>& learner);

/// Puts beside the check how its times were found: medians of so many runs. Says nothing where time
/// is exact.
void tell_how_measured(const device_session& device, const comparison& c);

/// The share of a check's points for a run that closes less of the gap than `wanted`: 0 while it
/// takes no less than `in_turn`, the time of all stages one after the other, and from there on the
/// more the closer. So nothing is given for what asynchronous calls gain without any overlap.
[[nodiscard]] double share_of_points(const comparison& c, nanoseconds in_turn, double wanted);

/// The same, but never all: for when `wanted` may be reached and something else is wrong.
[[nodiscard]] double partial_share(const comparison& c, nanoseconds in_turn, double wanted);

/// What all device work of a recording takes, one operation after the other.
[[nodiscard]] nanoseconds time_of_device_work(const timeline::recording& recorded);

/// The blocking way, chunk by chunk through one device buffer: what "serial" means in every lab.
/// `input` and `output` are host memory of any kind.
[[nodiscard]] cudaError_t blocking_baseline(device_session& device, const std::uint32_t* input,
                                            std::uint32_t* output, std::size_t count,
                                            std::size_t chunk, unsigned int steps);

/// One chunk of it, through a device buffer of the caller's.
[[nodiscard]] cudaError_t blocking_chunk(device_session& device, std::uint32_t* buffer,
                                         const std::uint32_t* input, std::uint32_t* output,
                                         std::size_t count, unsigned int steps);

}  // namespace checker
