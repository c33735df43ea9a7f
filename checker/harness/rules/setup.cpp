#include <fmt/core.h>

#include <set>

#include "checker/harness/counted.hpp"
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

const std::set<std::string>& allocating_calls() {
    static const std::set<std::string> names = {"cudaMalloc", "cudaMallocAsync", "cudaMallocPitch",
                                                "cudaMallocFromPoolAsync", "cudaMallocManaged"};
    return names;
}

words parts_of(std::uint64_t n, part_of_data part) {
    if (part == part_of_data::block) {
        return blocks_of(n);
    }
    return n == 1 ? phrase("one chunk") : phrase("{} chunks", n);
}

/// Little more than what is allowed is not to look like what is allowed.
words amount_of(bytes used, std::uint64_t allowed_chunks, const observation& seen) {
    const auto one = seen.chunk_size.value;
    const double chunks = static_cast<double>(used.value) / static_cast<double>(one);
    const auto over = used.value - allowed_chunks * one;
    if (chunks - static_cast<double>(allowed_chunks) < 0.1) {
        return phrase("{} and {} bytes more", parts_of(allowed_chunks, seen.part), over);
    }
    return seen.part == part_of_data::block ? phrase("{:.3g} blocks", chunks)
                                            : phrase("{:.3g} chunks", chunks);
}

/// Of the calls that allocate, those of the loop if there are any: what was there before it may be
/// all that is allowed.
std::vector<operation> makers_of(const observation& seen, const std::set<std::string>& names) {
    const auto in_the_loop = between_device_work(
        seen.recorded, [&](const operation& op) { return names.contains(op.name); });
    return in_the_loop.empty() ? calls_of(seen, names) : in_the_loop;
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
                   {{"used", amount_of(used, allowed_chunks, seen)},
                    {"allowed", parts_of(allowed_chunks, seen.part)}},
                   known_places(makers_of(seen, makers))};
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
    return beyond(seen, seen.device_peak, 1, "too-much-memory/device", allocating_calls(),
                  allocation_in_loop);
}

std::optional<finding> device_memory_beyond_three_chunks(const observation& seen) {
    return beyond(seen, seen.device_peak, 3, "too-much-memory/device", allocating_calls(),
                  allocation_in_loop);
}

std::optional<finding> device_memory_beyond_four_chunks(const observation& seen) {
    return beyond(seen, seen.device_peak, 4, "too-much-memory/device", allocating_calls(),
                  allocation_in_loop);
}

std::optional<finding> device_memory_beyond_a_few_chunks(const observation& seen) {
    return beyond(seen, seen.device_peak, a_few, "too-much-memory/device", allocating_calls(),
                  allocation_in_loop);
}

std::optional<finding> pinned_memory_beyond_a_few_chunks(const observation& seen) {
    return beyond(seen, seen.pinned_peak, 2, "too-much-memory/pinned", pinning_calls(),
                  pinned_per_chunk);
}

}  // namespace checker
