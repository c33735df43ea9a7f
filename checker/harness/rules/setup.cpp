#include <fmt/core.h>

#include <set>

#include "checker/harness/places.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/harness/rules/rules.hpp"

namespace checker {
namespace {

std::optional<finding> in_every_turn(const observation& seen, const std::string& text,
                                     const std::set<std::string>& names) {
    const auto calls = between_device_work(
        seen.recorded, [&](const operation& op) { return names.contains(op.name); });
    if (!is_in_every_turn(calls.size(), seen.chunks)) {
        return std::nullopt;
    }
    nanoseconds spent{0};
    for (const auto& op : calls) {
        spent += op.end - op.start;
    }
    return finding{text,
                   {{"call", calls.front().name},
                    {"calls", std::to_string(calls.size())},
                    {"chunks", std::to_string(seen.chunks)},
                    {"ms", fmt::format("{:.2f}", timeline::to_ms(spent))},
                    {"total", fmt::format("{:.2f}", timeline::to_ms(seen.measured))}},
                   known_places(calls)};
}

std::vector<operation> calls_of(const observation& seen, const std::set<std::string>& names) {
    return pick(seen.recorded,
                [&](const operation& op) { return is_on_host(op) && names.contains(op.name); });
}

const std::set<std::string>& pinning_calls() {
    static const std::set<std::string> names = {"cudaMallocHost", "cudaHostAlloc"};
    return names;
}

words chunks_of(std::uint64_t n) {
    return n == 1 ? phrase("one chunk") : phrase("{} chunks", n);
}

/// Little more than what is allowed is not to look like what is allowed.
words amount_of(bytes used, std::uint64_t allowed_chunks, bytes chunk) {
    const double chunks = static_cast<double>(used.value) / static_cast<double>(chunk.value);
    const auto over = used.value - allowed_chunks * chunk.value;
    return chunks - static_cast<double>(allowed_chunks) < 0.1
               ? phrase("{} and {} bytes more", chunks_of(allowed_chunks), over)
               : phrase("{:.3g} chunks", chunks);
}

/// `in_the_loop` is the rule for those who allocate in each turn: then that is the cause.
std::optional<finding> beyond(const observation& seen, bytes used, std::uint64_t allowed_chunks,
                              const std::string& text, const std::set<std::string>& makers,
                              rule in_the_loop) {
    if (used.value <= allowed_chunks * seen.chunk_size.value) {
        return std::nullopt;
    }
    if (auto loop = in_the_loop(seen)) {
        return loop;
    }
    return finding{text,
                   {{"used", amount_of(used, allowed_chunks, seen.chunk_size)},
                    {"allowed", chunks_of(allowed_chunks)}},
                   known_places(calls_of(seen, makers))};
}

constexpr std::uint64_t a_few = 8;

}  // namespace

std::optional<finding> allocation_in_loop(const observation& seen) {
    return in_every_turn(
        seen, "allocation-in-loop/calls",
        {"cudaMalloc", "cudaFree", "cudaMallocPitch", "cudaStreamCreate",
         "cudaStreamCreateWithFlags", "cudaStreamCreateWithPriority", "cudaStreamDestroy"});
}

std::optional<finding> pinned_per_chunk(const observation& seen) {
    return in_every_turn(seen, "pinned-per-chunk/calls",
                         {"cudaMallocHost", "cudaHostAlloc", "cudaFreeHost", "cudaHostRegister",
                          "cudaHostUnregister"});
}

std::optional<finding> device_memory_beyond_one_chunk(const observation& seen) {
    return beyond(seen, seen.device_peak, 1, "too-much-memory/device", {"cudaMalloc"},
                  allocation_in_loop);
}

std::optional<finding> device_memory_beyond_three_chunks(const observation& seen) {
    return beyond(seen, seen.device_peak, 3, "too-much-memory/device", {"cudaMalloc"},
                  allocation_in_loop);
}

std::optional<finding> device_memory_beyond_four_chunks(const observation& seen) {
    return beyond(seen, seen.device_peak, 4, "too-much-memory/device", {"cudaMalloc"},
                  allocation_in_loop);
}

std::optional<finding> device_memory_beyond_a_few_chunks(const observation& seen) {
    return beyond(seen, seen.device_peak, a_few, "too-much-memory/device", {"cudaMalloc"},
                  allocation_in_loop);
}

std::optional<finding> pinned_memory_beyond_a_few_chunks(const observation& seen) {
    return beyond(seen, seen.pinned_peak, 2, "too-much-memory/pinned", pinning_calls(),
                  pinned_per_chunk);
}

}  // namespace checker
