#pragma once

#include <driver_types.h>

#include <utility>
#include <vector>

#include "common/simcuda/runtime/memory_map.hpp"
#include "common/simcuda/tests/reference/program.hpp"

namespace simcuda::reference {

/// A program's buffers while it runs on the device. Each call's error is the device's.
class run_buffers {
public:
    explicit run_buffers(const program& p) : p_(p), addresses_(p.buffers.size(), nullptr) {}
    ~run_buffers();
    run_buffers(const run_buffers&) = delete;
    run_buffers& operator=(const run_buffers&) = delete;

    cudaError_t allocate(int b);
    cudaError_t allocate_async(int b, cudaStream_t stream);
    cudaError_t free(int b);
    [[nodiscard]] char* of(int b) const { return addresses_[static_cast<std::size_t>(b)]; }
    [[nodiscard]] char* at(const piece& w) const { return of(w.buffer) + w.first; }
    /// Which buffer holds `a`, and how far from its start; -1: none.
    [[nodiscard]] std::pair<int, unsigned> place_of(address a) const;

private:
    const program& p_;
    std::vector<char*> addresses_;
    std::vector<void*> pageable_;
};

}  // namespace simcuda::reference
