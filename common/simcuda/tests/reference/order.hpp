#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

namespace simcuda::reference {

/// What orders one thing before another: all of it, and where it is promised. "[n]" are the
/// sections of the CUDA documentation: [API] Runtime API, "API synchronization behavior"; [STREAM]
/// "Stream synchronization behavior"; [PG] Programming Guide, asynchronous execution; [H] the
/// function's own text in cuda_runtime_api.h.
///
/// Not in the list, because nobody promises it: waiting that merely happens. cudaFree waits for the
/// device in practice, an asynchronous copy from or to pageable memory "might be synchronous", a
/// blocking copy from pageable memory waits for its stream first: each costs time and orders
/// nothing. A cudaMemcpy within the device does not wait at all [API].
enum class rule : std::uint8_t {
    /// A host thread does one thing after another.
    host_program,
    /// A call's work comes after all that the host did before the call.
    issue,
    /// In a stream, each operation comes after the one issued before it. [PG]
    stream,
    /// An operation of the legacy stream (a record or a wait as well) comes after all that was
    /// issued before it into the blocking streams, destroyed ones included. [STREAM]
    legacy_waits,
    /// And everything issued later into a blocking stream comes after it. [STREAM]
    legacy_is_waited_for,
    /// cudaStreamWaitEvent: what the stream does from here on comes after the newest record made
    /// before this call. Without one it orders nothing. [H]
    event_wait,
    /// cudaStreamSynchronize: the host comes after all of the stream. [H]
    stream_synchronize,
    /// The same call for the legacy stream: after the blocking streams' work as well, which its
    /// handle stands for. [STREAM]
    legacy_synchronize,
    /// cudaEventSynchronize: the host comes after the newest record. [H]
    event_synchronize,
    /// cudaDeviceSynchronize: the host comes after everything. [H]
    device_synchronize,
    /// cudaStreamQuery and cudaEventQuery that return success are as good as such a wait. [H]
    successful_query,
    /// cudaMemcpy between pinned memory and the device, and from the device to pageable memory,
    /// returns when the copy is complete. [API]
    blocking_copy,
    /// A copy between two places of the host is fully synchronous in either form. [API]
    host_copy,
    /// cudaMemcpy from pageable memory has read its source when it returns. [API]
    staged_source,
    /// cudaMemset of pinned memory is synchronous. [API]
    pinned_fill,
    count
};

using rule_set = std::bitset<static_cast<std::size_t>(rule::count)>;
[[nodiscard]] inline rule_set all_rules() {
    return rule_set().set();
}

/// The relation itself: a matrix of everything against everything.
class order {
public:
    static constexpr std::size_t most = 512;

    explicit order(rule_set rules) : rules_(rules) {}

    /// One more thing that happens.
    [[nodiscard]] int add() {
        before_.emplace_back();
        return static_cast<int>(before_.size()) - 1;
    }
    /// `first` comes before `second` because of a rule, if that rule holds.
    void edge(rule why, int first, int second) {
        if (rules_.test(static_cast<std::size_t>(why)))
            before_[at(second)].set(at(first));
    }
    /// Whatever comes before something that comes before comes before.
    void close() {
        for (std::size_t k = 0; k < before_.size(); ++k) {
            for (std::bitset<most>& row : before_) {
                if (row.test(k))
                    row |= before_[k];
            }
        }
    }
    [[nodiscard]] bool is_before(int first, int second) const {
        return before_[at(second)].test(at(first));
    }

private:
    [[nodiscard]] static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    rule_set rules_;
    std::vector<std::bitset<most>> before_;  // by the later one
};

}  // namespace simcuda::reference
