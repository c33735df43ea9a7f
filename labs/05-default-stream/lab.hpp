#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

/// A block of data that goes through the kernel a chunk at a time. Each chunk gets a sum, and all
/// sums in their order get one digest. All host memory is pinned.
struct job {
    const std::uint32_t* input;  ///< `count` elements
    std::uint32_t* output;       ///< `count` elements
    std::uint32_t* sums;         ///< one for each chunk
    std::uint32_t* digest;       ///< one
    std::size_t count;           ///< elements in all; may be 0
    std::size_t chunk;           ///< elements in a chunk, at least 1; the last chunk may be shorter
    unsigned int steps;          ///< the last argument of `advance`
};

/// Brings every chunk of the input through `advance` (common/workload/advance.cuh) to the same
/// place of the output. Stores what `add_up` makes of each chunk's result in `sums`, and in
/// `digest` what `append` (both in kernels.cuh) makes of the sums: 0 at first, then one sum after
/// the other, in the order of the chunks. Uses device buffers for at most 8 chunks.
///
/// Chunks overlap: no call is a barrier for work that it has nothing to do with.
///
/// Returns when all results are there: cudaSuccess, or the error of the first call that failed.
/// Either way nothing that it has created is left, and no work is under way, when it returns.
cudaError_t process(const job& work);

/// The share of one of several host threads, which call this at the same time: brings the chunks
/// `number`, `number` + `threads`, ... through `advance`, with a device buffer of its own. Neither
/// `sums` nor `digest` is touched. The threads hold each other up nowhere.
///
/// Returns as `process` does, when this thread's chunks are there.
cudaError_t process_share(const job& work, std::size_t number, std::size_t threads);
