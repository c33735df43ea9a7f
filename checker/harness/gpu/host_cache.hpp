#pragma once

#include <cstddef>

/// What the host's processors keep, in their caches and of the memory that was given back to them.
/// Neither is the learner's doing, and both show in the times of copies.
namespace checker::gpu {

/// Brings what was just written from the caches to the memory, in up to `threads` threads. While it
/// is still in some processor's cache the device has to ask that processor for it, line by line: an
/// upload of 32 MiB took 0.61 to 1.02 ms by what had been written last. Nothing where the processor
/// has no instruction for it.
void write_back(void* p, std::size_t size, std::size_t threads);

/// From here on the program keeps memory that it frees: what is new from the system comes page by
/// page, which in a virtual machine takes longer than all that is measured here.
void keep_freed_memory();

}  // namespace checker::gpu
