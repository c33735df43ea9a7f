#pragma once

#include <cstdint>
#include <vector>

#include "common/simcuda/runtime/byte_set.hpp"

namespace simcuda {

/// Where a page of managed memory lies, or should.
enum class residence : std::uint8_t { nowhere, host, device, both };

enum class toucher : std::uint8_t { host, device, copy };
enum class touch_kind : std::uint8_t { reads, writes };

/// One page of managed memory with the advice that was given about it. Source: CUDA Runtime API,
/// cudaMallocManaged and cudaMemAdvise.
struct managed_page {
    enum class sharing : std::uint8_t { moves, duplicated_while_read };
    enum class reach : std::uint8_t { migrates, mapped };

    residence where = residence::nowhere;
    residence preferred = residence::nowhere;  ///< nowhere: no preference
    residence prefetched = residence::nowhere;
    sharing copies = sharing::moves;      ///< cudaMemAdviseSetReadMostly
    reach from_device = reach::migrates;  ///< mapped: cudaMemAdviseSetAccessedBy a device
};

/// What has to happen before an access: nothing, a first page of its own, a move from the other
/// side, or a trip over the link because the page stays where it is.
enum class page_visit : std::uint8_t { resident, made, moved, remote };

/// Moves the page as the access makes the system do.
page_visit visit(managed_page& page, toucher who, touch_kind how);

/// Work done to bring pages where they are used.
struct migration {
    std::uint64_t made = 0, moved = 0;  ///< bytes
    std::uint64_t faults = 0;           ///< stretches of memory that were looked for in vain

    void add(page_visit what, std::uint64_t page_number);

private:
    std::uint64_t last_stretch_ = ~0ull;
};

}  // namespace simcuda
