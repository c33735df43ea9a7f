#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/timeline/interval.hpp"
#include "common/timeline/text.hpp"

namespace timeline {

/// Maps time to columns. Whole numbers only, so that a drawing is the same on every machine: a
/// moment is counted in `cells`-ths of a nanosecond, of which a column is `span` long.
class time_axis {
public:
    /// The longest time that can be drawn, about 104 days; what is later is drawn at its end.
    static constexpr nanoseconds longest{std::int64_t{1} << 53};

    /// Column 0 begins at `origin`, column `cells` (1 to 1000) would begin at `origin + span`.
    time_axis(nanoseconds origin, nanoseconds span, int cells);

    /// The moment in the axis's own unit, within the axis.
    [[nodiscard]] std::int64_t position(nanoseconds moment) const;
    /// How long a column is, in the same unit.
    [[nodiscard]] std::int64_t cell_length() const { return span_.count(); }
    [[nodiscard]] int cells() const { return cells_; }

    /// The column in which a position lies; the end of the axis lies in the last column.
    [[nodiscard]] int cell_at(std::int64_t position) const;
    /// The boundary between columns (0 to `cells`) that is nearest to the moment.
    [[nodiscard]] int nearest_boundary(nanoseconds moment) const;

private:
    nanoseconds origin_;
    nanoseconds span_;
    int cells_;
};

/// A labelled mark on the axis.
struct tick {
    nanoseconds moment{0};  ///< since the axis's start
    std::string label;      ///< without unit
};

struct tick_marks {
    std::string unit;  ///< of all labels: "ns", "µs", "ms" or "s"
    std::vector<tick> ticks;
};

/// Marks at multiples of 1, 2 or 5 times a power of ten, as many as leave `columns_apart` columns
/// (1 to 100) from one to the next.
[[nodiscard]] tick_marks ticks_for(nanoseconds span, int cells, int columns_apart, charset allowed);

}  // namespace timeline
