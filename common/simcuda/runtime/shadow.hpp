#pragma once

#include <memory>
#include <vector>

#include "common/simcuda/runtime/byte_set.hpp"
#include "common/simcuda/runtime/site.hpp"
#include "common/simcuda/runtime/vector_clock.hpp"

namespace simcuda {

/// Which bytes of one page an operation read and wrote.
struct access_record {
    stamp who;
    site where;
    byte_set reads, writes, atomics;
    bool open = true;           ///< its operation still adds to it
    const void* log = nullptr;  ///< while open: the access_log that adds; a copy has two
    std::size_t entry = 0;      ///< while open: which of that log's pages this is

    [[nodiscard]] bool empty() const { return reads.empty() && writes.empty() && atomics.empty(); }
};

/// What is known about one page of tracked memory. Records hold every access that a later one
/// could still race with; an access that is covered by one known to come after it is dropped.
struct shadow_page {
    std::vector<std::unique_ptr<access_record>> records;
    byte_set written;  ///< has a value: anything else reads as uninitialised
    byte_set tainted;  ///< written in a race: whoever reads it gets the worst value
};

}  // namespace simcuda
