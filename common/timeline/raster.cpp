#include "common/timeline/raster.hpp"

#include <algorithm>

namespace timeline {

namespace {

/// Calls `each(cell, part)` for every column that the positions from `start` to `end` touch.
template <class Each>
void for_cells(const time_axis& axis, std::int64_t start, std::int64_t end, Each each) {
    const std::int64_t length = axis.cell_length();
    const int last = end > start ? axis.cell_at(end - 1) : axis.cell_at(start);
    for (int cell = axis.cell_at(start); cell <= last; ++cell) {
        const std::int64_t from = std::max(start, cell * length);
        const std::int64_t to = std::min(end, (cell + 1) * length);
        each(static_cast<std::size_t>(cell), std::max<std::int64_t>(0, to - from));
    }
}

struct share {
    std::int64_t largest = -1;  ///< the part that the owner takes
    std::int64_t sum = 0;       ///< all parts, however much they overlap
};

bool is_mark(const operation& op) {
    return op.kind == op_kind::event_record || op.kind == op_kind::event_wait;
}

/// First pass: who takes most of each column, and how busy it is.
std::vector<share> measure(const lane& row, const time_axis& axis,
                           std::vector<device_cell>& cells) {
    std::vector<share> shares(cells.size());
    std::int64_t reached = 0;
    for (std::size_t i = 0; i < row.items.size(); ++i) {
        const operation& op = *row.items[i].op;
        if (is_mark(op)) {
            continue;
        }
        const std::int64_t start = axis.position(op.start);
        const std::int64_t end = std::max(start, axis.position(op.end));
        for_cells(axis, start, end, [&](std::size_t cell, std::int64_t part) {
            // Of operations that run at once the later one shows, so that its start can be seen.
            if (part > shares[cell].largest || (part == shares[cell].largest && part > 0)) {
                shares[cell].largest = part;
                cells[cell].owner = static_cast<std::int32_t>(i);
            }
            shares[cell].sum += part;
        });
        // What lies before `reached` is busy already.
        for_cells(axis, std::max(start, reached), std::max(end, reached),
                  [&](std::size_t cell, std::int64_t part) { cells[cell].busy += part; });
        reached = std::max(reached, end);
    }
    return shares;
}

}  // namespace

device_row raster(const lane& row, const time_axis& axis) {
    device_row result;
    result.cells.resize(static_cast<std::size_t>(axis.cells()));
    std::vector<device_cell>& cells = result.cells;
    const std::vector<share> shares = measure(row, axis, cells);

    std::vector<bool> has_cell(row.items.size(), false);
    for (std::size_t c = 0; c < cells.size(); ++c) {
        device_cell& cell = cells[c];
        cell.crowded = (shares[c].sum - cell.busy) * 2 >= axis.cell_length();
        if (cell.busy * 2 < axis.cell_length()) {
            cell.owner = device_cell::nobody;
        } else {
            has_cell[static_cast<std::size_t>(cell.owner)] = true;
        }
    }
    for (std::size_t i = 0; i < row.items.size(); ++i) {
        const operation& op = *row.items[i].op;
        if (is_mark(op)) {
            continue;
        }
        if (!has_cell[i]) {
            std::int64_t largest = -1;
            device_cell* best = nullptr;
            const std::int64_t start = axis.position(op.start);
            for_cells(axis, start, std::max(start, axis.position(op.end)),
                      [&](std::size_t cell, std::int64_t part) {
                          if (cells[cell].owner == device_cell::nobody && part > largest) {
                              largest = part;
                              best = &cells[cell];
                          }
                      });
            if (best != nullptr) {
                best->owner = static_cast<std::int32_t>(i);
                has_cell[i] = true;
            }
        }
        (has_cell[i] ? result.drawn : result.hidden) += op.end - op.start;
    }

    std::vector<device_cell*> first_cell(row.items.size(), nullptr);
    for (device_cell& cell : cells) {
        if (cell.owner == device_cell::nobody) {
            continue;
        }
        device_cell*& first = first_cell[static_cast<std::size_t>(cell.owner)];
        if (first == nullptr) {
            first = &cell;
            cell.first = cell.only = true;
        } else {
            first->only = false;
        }
    }
    return result;
}

std::vector<host_cell> raster_host(const lane& row, const time_axis& axis) {
    struct totals {
        std::int64_t call = 0, waiting = 0, working = 0;
        bool begins = false;
    };
    std::vector<totals> sums(static_cast<std::size_t>(axis.cells()));
    for (const lane_item& item : row.items) {
        const std::int64_t start = axis.position(item.op->start);
        const std::int64_t end = std::max(start, axis.position(item.op->end));
        const bool waits = item.op->kind == op_kind::host_wait;
        const bool calls = item.op->kind == op_kind::api_call;
        for_cells(axis, start, end, [&](std::size_t cell, std::int64_t part) {
            totals& sum = sums[cell];
            (waits ? sum.waiting : calls ? sum.call : sum.working) += part;
        });
        if (waits || calls) {
            sums[static_cast<std::size_t>(axis.cell_at(start))].begins = true;
        }
    }

    std::vector<host_cell> cells;
    for (const totals& sum : sums) {
        const std::int64_t half = axis.cell_length() / 2;
        const bool after_call = !cells.empty() && cells.back() == host_cell::call;
        if (sum.working > 0 && sum.working >= std::max(sum.waiting, half)) {
            cells.push_back(host_cell::working);
        } else if (sum.waiting > half) {
            // Every second column at most: dense blocking calls must not look like dense calling.
            cells.push_back(sum.begins && !after_call ? host_cell::call : host_cell::waiting);
        } else if (sum.begins || sum.call > half) {
            cells.push_back(host_cell::call);
        } else if (sum.working > 0 && sum.working >= sum.waiting) {
            cells.push_back(host_cell::working);
        } else if (sum.waiting > 0 && sum.waiting * 2 >= half) {
            cells.push_back(host_cell::waiting);
        } else {
            cells.push_back(host_cell::idle);
        }
    }
    return cells;
}

}  // namespace timeline
