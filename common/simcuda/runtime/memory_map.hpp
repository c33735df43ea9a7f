#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "common/simcuda/runtime/managed.hpp"
#include "common/simcuda/runtime/shadow.hpp"
#include "common/simcuda/runtime/variables.hpp"
#include "common/timeline/units.hpp"

namespace simcuda {

using timeline::bytes;
using address = std::uintptr_t;

enum class space : std::uint8_t {
    device,      ///< cudaMalloc
    pinned,      ///< cudaMallocHost, cudaHostAlloc
    registered,  ///< host memory that the program made and registered
    managed,     ///< cudaMallocManaged
    symbol,      ///< a __device__ or __constant__ variable
    managed_variable,
    pageable,  ///< any other host memory that a copy has met
};

[[nodiscard]] constexpr bool is_device(space s) {
    return s == space::device || s == space::symbol;
}
[[nodiscard]] constexpr bool is_managed(space s) {
    return s == space::managed || s == space::managed_variable;
}
[[nodiscard]] constexpr bool is_variable(space s) {
    return s == space::symbol || s == space::managed_variable;
}

/// A piece of memory that the runtime handed out or was told of.
struct allocation {
    address base = 0;
    std::uint64_t size = 0;
    space where = space::device;
    unsigned flags = 0;
    unsigned device = 0;  ///< whose it is; of host memory: the current one when it was allocated
    std::uint64_t number = 0;    ///< grows from one to the next
    const char* name = nullptr;  ///< variables: what the program calls it; null: nobody knows
    const void* allocated_at = nullptr;
    const void* freed_at = nullptr;
    bool live = true;
    std::uint64_t pool = 0;                ///< stream-ordered ones: the pool they come from
    std::unique_ptr<access_record> birth;  ///< stream-ordered ones: who comes after it may use them
    std::uint32_t attached_to = 0;         ///< managed: its stream, when `flags` say a single one
    std::vector<shadow_page> pages;        // those with addresses of ours
    std::vector<managed_page> residences;  // managed ones only

    /// The page of managed memory that holds `a`, an address of this block.
    [[nodiscard]] managed_page* managed_at(address a) {
        return &residences[(a >> page_shift) - (base >> page_shift)];
    }

    [[nodiscard]] bool contains(address a, std::uint64_t n = 1) const {
        return a >= base && n <= size && a - base <= size - n;
    }
};

/// A page of ordinary host memory of which `tracked` bytes take part in transfers.
struct host_page {
    shadow_page shadow;
    byte_set tracked;
    byte_set out_of_reach;  ///< of the host: variables on the device
};

/// A stretch of reserved addresses from which blocks are taken, each followed by a guard page.
/// Freed blocks stay unusable for a while, so that a late access is told from a new owner's.
class arena {
public:
    explicit arena(std::uint64_t reserve);
    ~arena();
    arena(const arena&) = delete;
    arena& operator=(const arena&) = delete;

    [[nodiscard]] bool holds(address a) const { return a - base_ < reserved_; }
    /// Zero when the addresses or the system's memory are used up.
    [[nodiscard]] address take(std::uint64_t size);
    void give(address base, std::uint64_t size);

private:
    address base_ = 0;
    std::uint64_t reserved_ = 0, used_ = 0;
    std::deque<std::pair<address, std::uint64_t>> quarantine_;
    std::multimap<std::uint64_t, address> reusable_;
};

/// All memory of which the simulated device knows.
class memory_map {
public:
    memory_map();

    /// Null when out of memory. `size` above zero.
    allocation* allocate(space where, std::uint64_t size, const void* pc, unsigned device = 0);
    /// The block stays known as freed until its addresses are handed out again.
    void release(allocation& a, const void* pc);

    /// Registered host memory and symbols: the range is tracked from now on.
    allocation* add_variable(const noted_variable& v);
    allocation* add_host_range(space where, address base, std::uint64_t size, const void* pc);
    void remove_host_range(allocation& a);
    /// A registered range or symbol that shares bytes with this range; null if none.
    [[nodiscard]] allocation* overlapping_host_range(address base, std::uint64_t size) const;

    /// Starts to track ordinary host memory that a copy uses.
    void track_pageable(address base, std::uint64_t size);
    /// The program has freed ordinary host memory.
    void forget_pageable(address base, std::uint64_t size);
    [[nodiscard]] bool tracks_any_pageable(address base, std::uint64_t size) const;

    /// The block whose range (guard page included) holds `a`; null if none. May be a freed one.
    [[nodiscard]] allocation* find(address a);
    /// The block in the arena of `a` that holds `a` or lies nearest to it, freed ones included.
    [[nodiscard]] const allocation* nearest(address a) const;
    /// Block, registered range or symbol that covers `a` and lives; null for anything else.
    [[nodiscard]] allocation* find_live(address a);
    [[nodiscard]] host_page* find_host_page(address a);
    /// What is known of the tracked page that holds `a`; null if it is not tracked.
    [[nodiscard]] shadow_page* find_page(address a);

    [[nodiscard]] bool in_device_arena(address a) const { return device_.holds(a); }
    [[nodiscard]] bool in_pinned_arena(address a) const { return pinned_.holds(a); }

    struct totals {
        bytes device_live, device_peak, pinned_live, pinned_peak;
        std::uint64_t device_count = 0, pinned_count = 0, registered_count = 0;
    };
    [[nodiscard]] const totals& usage() const { return totals_; }
    /// Whatever comes has this number or a higher one.
    [[nodiscard]] std::uint64_t next_number() const { return next_number_; }
    /// What one of the devices has allocated.
    [[nodiscard]] bytes live_on(unsigned device) const {
        const auto it = live_on_.find(device);
        return it == live_on_.end() ? bytes{} : it->second;
    }
    void reset_peaks();

    /// Records come and go with every operation; these are at hand for the next one.
    [[nodiscard]] std::unique_ptr<access_record> take_record();
    void give_record(std::unique_ptr<access_record> r);

    /// Every live allocation, by address.
    template <class F>
    void each_live(F f) {
        for (auto& [base, a] : blocks_) {
            if (a->live)
                f(*a);
        }
        for (auto& [base, a] : host_ranges_)
            f(*a);
    }

private:
    [[nodiscard]] static bool counts_as_device(const allocation& a);

    arena device_, pinned_;
    std::map<address, std::unique_ptr<allocation>> blocks_;       // device and pinned arenas
    std::map<address, std::unique_ptr<allocation>> host_ranges_;  // registered, symbols
    std::unordered_map<address, host_page> host_pages_;           // by page number
    address lowest_host_ = ~address{0}, highest_host_ = 0;
    totals totals_;
    std::uint64_t next_number_ = 1;
    allocation* last_range_ = nullptr;  // of `find_live`, outside the arenas
    std::map<unsigned, bytes> live_on_;
    allocation* last_found_ = nullptr;  // of `find`: most questions follow one another
    std::vector<std::unique_ptr<access_record>> spare_records_;
};

/// Calls f(address, first byte in page, count) for each page of a range.
template <class F>
void each_page(address base, std::uint64_t size, F f) {
    while (size > 0) {
        const auto first = static_cast<unsigned>(base & (page_size - 1));
        const auto count = static_cast<unsigned>(std::min<std::uint64_t>(page_size - first, size));
        f(base, first, count);
        base += count;
        size -= count;
    }
}

}  // namespace simcuda
