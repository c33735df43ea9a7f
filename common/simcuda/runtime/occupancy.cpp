#include "common/simcuda/runtime/occupancy.hpp"

#include <algorithm>

namespace simcuda {
namespace {

constexpr int warp = 32, most_threads = 1024;

/// As far as threads and blocks go, without shared memory.
int blocks_by_threads(const machine_profile& profile, int threads) {
    if (threads > most_threads)
        return 0;
    const int warps = (threads + warp - 1) / warp;
    return std::min(profile.blocks_per_multiprocessor,
                    profile.threads_per_multiprocessor / warp / warps);
}

/// Shared memory of a multiprocessor that is to hold at least `least` bytes and, where the function
/// does not say what it prefers, `wish`.
std::size_t carveout(const machine_profile& profile, const function_settings& function,
                     std::size_t least, std::size_t wish) {
    const std::size_t whole = static_cast<std::size_t>(profile.shared_kib_choices.back()) << 10;
    const bool prefers = function.carveout != cudaSharedmemCarveoutDefault;
    const std::size_t wanted =
        prefers ? whole * static_cast<std::size_t>(function.carveout) / 100 : wish;
    for (const int kib : profile.shared_kib_choices) {
        const std::size_t size = static_cast<std::size_t>(kib) << 10;
        if (size >= std::max(least, wanted))
            return size;
    }
    return whole;
}

}  // namespace

int reserved_shared(const machine_profile& profile) {
    return profile.capability_major >= 8 ? 1024 : 0;
}

int resident_blocks(const machine_profile& profile, const function_settings& function, int threads,
                    std::size_t dynamic_shared) {
    if (dynamic_shared > static_cast<std::size_t>(function.most_dynamic_shared))
        return 0;
    const int blocks = blocks_by_threads(profile, threads);
    const std::size_t each = dynamic_shared + static_cast<std::size_t>(reserved_shared(profile));
    if (each == 0 || blocks == 0)
        return blocks;
    const std::size_t shared =
        carveout(profile, function, each, each * static_cast<std::size_t>(blocks));
    return static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(blocks), shared / each));
}

long room_for_blocks(const machine_profile& profile, const function_settings& function, int blocks,
                     int threads) {
    if (blocks > blocks_by_threads(profile, threads))
        return -1;
    const long whole = static_cast<long>(profile.shared_kib_choices.back()) << 10;
    // Without what the system keeps of each block: so an H200 answers.
    return std::min<long>(function.most_dynamic_shared, whole / blocks);
}

}  // namespace simcuda
