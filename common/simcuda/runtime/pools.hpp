#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "common/timeline/units.hpp"

namespace simcuda {

using timeline::bytes;

enum class permission : std::uint8_t { denied, granted };

/// What a memory pool counts. Blocks themselves come from the device's memory like any others; the
/// pool knows how much it holds of it, and for how long it keeps what nobody uses.
///
/// Source: CUDA Runtime API, cudaMemPoolAttr. The grain was measured on an H200.
struct pool_state {
    std::uint64_t id = 0;
    bytes used{}, used_high{}, reserved{}, reserved_high{};
    bytes threshold{};  ///< this much may stay with the pool when somebody waits for the device
    permission follow_events = permission::granted;
    permission opportunistic = permission::granted;
    permission internal_dependencies = permission::granted;

    void take(bytes size);
    void give(bytes size);
    /// Gives back what is not in use, but keeps at least `least`.
    void trim(bytes least);
};

}  // namespace simcuda

// CUDA's handle points to this.
struct CUmemPoolHandle_st : simcuda::pool_state {};

namespace simcuda {

/// All pools of a device: its default pool and those that the program makes.
class pool_table {
public:
    pool_table();

    [[nodiscard]] CUmemPoolHandle_st& standard() { return *standard_; }
    /// The pool that cudaMallocAsync takes from.
    [[nodiscard]] CUmemPoolHandle_st& current() { return *current_; }
    void make_current(CUmemPoolHandle_st& pool) { current_ = &pool; }

    CUmemPoolHandle_st* create();
    /// Its blocks live on. The default pool takes its place if it was the current one.
    void destroy(CUmemPoolHandle_st& pool);
    /// Null for a handle that does not exist (any more).
    [[nodiscard]] CUmemPoolHandle_st* find(CUmemPoolHandle_st* handle);

    /// A block of the pool with this id is freed.
    void give(std::uint64_t pool, bytes size);
    /// The host has waited for device work: pools let go of what lies above their threshold.
    void host_has_waited();

private:
    std::map<std::uint64_t, std::unique_ptr<CUmemPoolHandle_st>> pools_;
    std::uint64_t next_id_ = 1;
    CUmemPoolHandle_st* standard_ = nullptr;
    CUmemPoolHandle_st* current_ = nullptr;
};

}  // namespace simcuda
