#include "common/simcuda/runtime/launch_refusal.hpp"

#include <fmt/format.h>

namespace simcuda {
namespace {

// "Technical Specifications per Compute Capability" (CUDA Programming Guide): the same for all
// devices that there are.
constexpr std::uint64_t most_threads = 1024, most_threads_in_z = 64;
constexpr std::uint64_t most_blocks_in_x = 2147483647, most_blocks_in_y_or_z = 65535;

std::uint64_t volume(const dim3& d) {
    return std::uint64_t{d.x} * d.y * d.z;
}

std::string in_words(const dim3& d) {
    return d.y == 1 && d.z == 1 ? std::to_string(d.x) : fmt::format("{} x {} x {}", d.x, d.y, d.z);
}

bool is_empty(const dim3& d) {
    return d.x == 0 || d.y == 0 || d.z == 0;
}

bool is_possible_grid(const dim3& g) {
    return !is_empty(g) && g.x <= most_blocks_in_x && g.y <= most_blocks_in_y_or_z &&
           g.z <= most_blocks_in_y_or_z;
}

bool is_possible_block(const dim3& b) {
    return !is_empty(b) && b.x <= most_threads && b.y <= most_threads && b.z <= most_threads_in_z &&
           volume(b) <= most_threads;
}

/// Too much shared memory is mostly something else than a size.
refusal too_much_shared(call& c, std::size_t asked, std::size_t most) {
    std::map<std::string, std::string> facts{{"size", std::to_string(asked)},
                                             {"signed", std::to_string(static_cast<long>(asked))},
                                             {"most", std::to_string(most)}};
    scheduler& order = c.on().order();
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it is a handle or nothing
    const CUstream_st* stream = order.find_stream(reinterpret_cast<CUstream_st*>(asked));
    static_cast<void>(order.take_stale());
    if (stream != nullptr) {
        facts["stream"] = defect_log::stream_name(stream->id);
        return {"shared_is_stream", facts};
    }
    if (static_cast<std::int64_t>(asked) < 0)
        return {"negative_shared", facts};
    constexpr std::size_t larger_than_any = std::size_t{1} << 32;
    return {asked >= larger_than_any ? "shared_is_pointer" : "shared_too_large", facts};
}

}  // namespace

cudaError_t check_shape(call& c, const grid_shape& s) {
    const auto most_shared = static_cast<std::size_t>(c.on().profile().shared_bytes_per_block);
    const std::map<std::string, std::string> facts{{"grid", in_words(s.grid)},
                                                   {"block", in_words(s.block)},
                                                   {"threads", std::to_string(volume(s.block))}};
    // CUDA 13 says 1 (invalid value) where older ones said 9 (invalid configuration).
    constexpr auto error = cudaErrorInvalidValue;
    if (is_empty(s.grid))
        return c.refuse(error, {"no_blocks", facts});
    if (is_empty(s.block))
        return c.refuse(error, {"no_threads", facts});
    if (!is_possible_block(s.block)) {
        constexpr std::uint64_t usual = 32;  // threads, at least
        const bool would_fit_exchanged = is_possible_block(s.grid) && volume(s.grid) >= usual;
        const bool is_row = s.block.y == 1 && s.block.z == 1;
        return c.refuse(error, {would_fit_exchanged ? "block_or_grid"
                                : is_row            ? "block_too_long"
                                                    : "block_too_large",
                                facts});
    }
    if (!is_possible_grid(s.grid))
        return c.refuse(error, {"grid_too_large", facts});
    if (s.shared_bytes > most_shared)
        return c.refuse(error, too_much_shared(c, s.shared_bytes, most_shared));
    return cudaSuccess;
}

cudaError_t refuse_dynamic_shared(call& c, std::size_t asked, std::size_t most) {
    return c.refuse(cudaErrorInvalidValue,
                    {"shared_not_asked_for",
                     {{"size", std::to_string(asked)}, {"most", std::to_string(most)}}});
}

}  // namespace simcuda
