#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <functional>

/// Blocks that somebody produces, one after the other, and somebody else consumes. How many there
/// are is known when there are no more. Each of the functions may be called from any host thread,
/// but only by one at a time.
struct job {
    /// Copies the next block from the producer's own memory, which is pageable, to `to`: host
    /// memory of your choice for `largest` elements. Stores how many elements the block has: from 1
    /// to `largest`, or 0 when there are no more blocks.
    std::function<cudaError_t(std::uint32_t* to, std::size_t& count)> produce;

    /// Takes the result of a block. It is done with `from` when it returns.
    std::function<cudaError_t(const std::uint32_t* from, std::size_t count)> consume;

    /// Has somebody asked to stop? To be asked before each block.
    std::function<bool()> stop_requested;

    std::size_t largest;  ///< elements of the largest block
    unsigned int steps;   ///< the kernel's last argument
};

/// Brings block after block through `advance` (common/workload/advance.cuh) and delivers the
/// results in the order in which the blocks were produced, each once.
///
/// Bounds: at most 8 blocks at a time that were produced and are not consumed yet, device memory
/// for at most 8 blocks of `largest` elements, and pinned memory for at most 16.
///
/// The end: when there are no more blocks, or somebody has asked to stop, no further block is
/// produced; all that were are delivered; returns cudaSuccess.
///
/// An error: of a call for a block, or of `produce` for it: no further block is produced, all
/// blocks before it are delivered, it and later ones are not. An error of `consume`, or of waiting
/// for a block: nothing more is delivered. Returns the first error.
///
/// Either way nothing that it has created is left, and no work is under way, when it returns.
cudaError_t process(const job& work);
