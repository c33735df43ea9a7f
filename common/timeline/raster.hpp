#pragma once

#include <cstdint>
#include <vector>

#include "common/timeline/axis.hpp"
#include "common/timeline/lanes.hpp"

namespace timeline {

/// One column of a device lane.
struct device_cell {
    static constexpr std::int32_t nobody = -1;
    std::int32_t owner = nobody;  ///< index of the lane's item that is drawn here
    bool first = false;           ///< the owner's first column
    bool only = false;            ///< and its last, too
    bool crowded = false;         ///< several operations at once for half of the column
    std::int64_t busy = 0;        ///< busy time, in parts of the axis's `cell_length`
};

struct device_row {
    std::vector<device_cell> cells;
    nanoseconds drawn{0};   ///< total length of the operations that own a column
    nanoseconds hidden{0};  ///< and of those that don't: too short beside their neighbours
};

/// Gives each column to the operation that takes most of it, if at least half of it is busy; an
/// operation that would get no column takes one that is left. Linear in operations and columns.
[[nodiscard]] device_row raster(const lane& row, const time_axis& axis);

/// One column of the host's lane.
enum class host_cell : std::uint8_t { idle, call, waiting, working };

/// Gives each column to what the host did for most of it. A call or wait that begins shows as one
/// `call` column, so that many blocking calls look different from one long wait.
[[nodiscard]] std::vector<host_cell> raster_host(const lane& row, const time_axis& axis);

}  // namespace timeline
