#pragma once

#include <cstdint>
#include <vector>

#include "common/timeline/units.hpp"

namespace simcuda::reference {

using timeline::nanoseconds;

enum class unit : std::uint8_t { none, upload, download, compute, host };

/// Device work before anybody knows when it will run.
struct job {
    unit where = unit::none;
    nanoseconds earliest{0}, work{0};
    double share = 1.0;
    int priority = 0;
    std::vector<int> after;  ///< jobs, by number
};

struct span {
    nanoseconds start{0}, end{0};
    friend bool operator==(const span&, const span&) = default;
};

/// How a machine runs device work.
struct units {
    int copy_engines = 2;
    double two_way_h2d = 1, two_way_d2h = 1;
};

/// When each job runs if no others come. Reckoned anew from the start on every call, from one
/// moment at which something happens to the next:
/// - A job may start at `earliest` and after the jobs that it follows. What is due at the same
///   moment is done in the order of submission.
/// - A copy has its direction's engine for itself, first come, first served. While the other
///   direction is busy too it runs at the two-way rate. With one engine both directions share it,
///   and it takes copies in the order of submission: one that may not start yet makes all behind it
///   wait. With none, copies are kernels that fill the device.
/// - Kernels run side by side while their shares fit. They are taken by priority, then first come,
///   first served; one that does not fit makes all behind it wait. One that finds nine tenths of
///   its share free or more begins with what there is, and keeps that.
/// - Host functions run one at a time.
/// - Anything ends at the first whole nanosecond at which all of its work is done.
[[nodiscard]] std::vector<span> run(const units& machine, const std::vector<job>& jobs);

}  // namespace simcuda::reference
