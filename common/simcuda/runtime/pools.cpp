#include "common/simcuda/runtime/pools.hpp"

#include <algorithm>

namespace simcuda {
namespace {

/// Pools hold memory in pieces of this size.
constexpr std::uint64_t grain = 32ull << 20;

bytes whole_grains(bytes size) {
    return {(size.value + grain - 1) / grain * grain};
}

}  // namespace

void pool_state::take(bytes size) {
    used += size;
    used_high = std::max(used_high, used);
    reserved = std::max(reserved, whole_grains(used));
    reserved_high = std::max(reserved_high, reserved);
}

void pool_state::give(bytes size) {
    used = used - size;
}

void pool_state::trim(bytes least) {
    reserved = std::max(whole_grains(used), std::min(reserved, whole_grains(least)));
}

pool_table::pool_table() : standard_(create()), current_(standard_) {}

CUmemPoolHandle_st* pool_table::create() {
    auto made = std::make_unique<CUmemPoolHandle_st>();
    made->id = next_id_++;
    return pools_.emplace(made->id, std::move(made)).first->second.get();
}

void pool_table::destroy(CUmemPoolHandle_st& pool) {
    if (current_ == &pool)
        current_ = standard_;
    pools_.erase(pool.id);
}

CUmemPoolHandle_st* pool_table::find(CUmemPoolHandle_st* handle) {
    const auto is_it = [&](const auto& each) { return each.second.get() == handle; };
    return std::any_of(pools_.begin(), pools_.end(), is_it) ? handle : nullptr;
}

void pool_table::give(std::uint64_t pool, bytes size) {
    if (const auto it = pools_.find(pool); it != pools_.end())
        it->second->give(size);
}

void pool_table::host_has_waited() {
    for (const auto& [id, pool] : pools_) {
        if (pool->reserved > pool->threshold)
            pool->trim(pool->threshold);
    }
}

}  // namespace simcuda
