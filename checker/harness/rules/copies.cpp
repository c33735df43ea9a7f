#include <fmt/core.h>

#include "checker/harness/counted.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/harness/rules/rules.hpp"

namespace checker {
namespace {

using timeline::memory_kind;

bytes total(const std::vector<operation>& copies) {
    bytes sum{};
    for (const auto& op : copies) {
        sum += op.size;
    }
    return sum;
}

/// How long the host was inside the calls that started these operations.
nanoseconds time_in_calls(const timeline::recording& recorded,
                          const std::vector<operation>& started) {
    nanoseconds sum{0};
    for (const auto& op : recorded.operations) {
        const bool is_call = is_on_host(op) && op.correlation != 0;
        const bool is_theirs =
            is_call && std::any_of(started.begin(), started.end(), [&](const operation& s) {
                return s.correlation == op.correlation;
            });
        sum += is_theirs ? op.end - op.start : nanoseconds{0};
    }
    return sum;
}

std::string mib(bytes size) {
    return fmt::format("{:.2f} MiB", static_cast<double>(size.value) / (1024.0 * 1024.0));
}

std::string kib(double bytes_of_one) {
    return fmt::format("{:.0f} KiB", bytes_of_one / 1024.0);
}

std::vector<operation> uploads(const observation& seen) {
    return pick(seen.recorded, [](const operation& op) { return op.kind == op_kind::copy_h2d; });
}

}  // namespace

std::optional<finding> pageable_async(const observation& seen) {
    const auto copies = pick(seen.recorded, [](const operation& op) {
        return is_transfer(op) && is_async(op) && op.host_memory == memory_kind::pageable;
    });
    if (copies.empty()) {
        return std::nullopt;
    }
    return finding{
        "pageable-async/copies",
        {{"copies", copies.size() == 1 ? phrase("One call") : phrase("{} calls", copies.size())},
         {"size", mib(total(copies))},
         {"ms", fmt::format("{:.2f}", timeline::to_ms(time_in_calls(seen.recorded, copies)))}},
        known_places(copies)};
}

std::optional<finding> pageable_copy(const observation& seen) {
    const auto transfers = pick(seen.recorded, is_transfer);
    const auto slow = pick(seen.recorded, [](const operation& op) {
        return is_transfer(op) && op.host_memory == memory_kind::pageable;
    });
    if (slow.empty()) {
        return std::nullopt;
    }
    return finding{"pageable-copy",
                   {{"copies", std::to_string(slow.size())},
                    {"all", std::to_string(transfers.size())},
                    {"size", mib(total(slow))}},
                   known_places(slow)};
}

std::optional<finding> blocking_copy(const observation& seen) {
    const auto copies = pick(seen.recorded, [](const operation& op) {
        return (is_transfer(op) || op.kind == op_kind::copy_d2d) && !is_async(op);
    });
    if (copies.empty() || (seen.chunks > 1 && !is_in_every_turn(copies.size(), seen.chunks))) {
        return std::nullopt;
    }
    return finding{"blocking-copy/copies",
                   {{"times", times_of(copies.size())}, {"call", copies.front().name}},
                   known_places(copies)};
}

std::optional<finding> write_combined_read(const observation& seen) {
    const auto reads = pick(seen.recorded, [](const operation& op) {
        return op.kind == op_kind::host_work && op.host_memory == memory_kind::write_combined;
    });
    if (reads.empty()) {
        return std::nullopt;
    }
    const auto made = pick(seen.recorded, [](const operation& op) {
        return is_on_host(op) && op.name == "cudaHostAlloc";
    });
    return finding{"write-combined-read", {}, known_places(made)};
}

std::optional<finding> chunk_too_small(const observation& seen) {
    const auto copies = uploads(seen);
    if (copies.size() < 2 * seen.chunks || copies.empty()) {
        return std::nullopt;
    }
    const double mean =
        static_cast<double>(total(copies).value) / static_cast<double>(copies.size());
    if (mean * 2 > static_cast<double>(seen.chunk_size.value)) {
        return std::nullopt;
    }
    return finding{"chunk-too-small/copies",
                   {{"copies", std::to_string(copies.size())},
                    {"size", kib(mean)},
                    {"chunks", std::to_string(seen.chunks)},
                    {"chunk", kib(static_cast<double>(seen.chunk_size.value))}},
                   known_places(copies)};
}

std::optional<finding> chunk_too_large(const observation& seen) {
    const auto copies = uploads(seen);
    if (copies.empty() || seen.chunks < 3 || copies.size() * 2 > seen.chunks) {
        return std::nullopt;
    }
    return finding{
        "chunk-too-large/copies",
        {{"copies", copies.size() == 1 ? phrase("one copy") : phrase("{} copies", copies.size())},
         {"size", mib(total(copies))},
         {"chunks", std::to_string(seen.chunks)}},
        known_places(copies)};
}

}  // namespace checker
