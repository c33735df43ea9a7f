#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>

#include "common/timeline/operation.hpp"

namespace simcuda {

/// A call that issues operations, as a report names it. Interned: one object for all operations
/// that the same call issues, whatever their stream.
struct call_site {
    timeline::op_kind kind = timeline::op_kind::api_call;
    std::string name;          ///< kernel or runtime call
    const void* pc = nullptr;  ///< return address of the call

    /// A copy or memset of the blocking kind. What it leaves behind when it returns is the driver's
    /// own affair: freeing its target, or ending the program, is in order then.
    [[nodiscard]] bool is_blocking_copy() const {
        using timeline::op_kind;
        const bool copies = kind == op_kind::copy_h2d || kind == op_kind::copy_d2h ||
                            kind == op_kind::copy_d2d || kind == op_kind::copy_p2p ||
                            kind == op_kind::memset;
        return copies && !name.ends_with("Async") && !name.starts_with("cudaGraph");
    }

    /// A stream-ordered allocation's place in its stream.
    [[nodiscard]] bool is_allocation() const {
        return kind == timeline::op_kind::event_record && name.starts_with("cudaMalloc");
    }

    friend bool operator<(const call_site& a, const call_site& b) {
        return std::tie(a.pc, a.kind, a.name) < std::tie(b.pc, b.kind, b.name);
    }
};

/// Where an operation comes from: the call, and the stream that it was issued into.
struct site {
    const call_site* call = nullptr;  ///< null: no operation that a report could name
    timeline::stream_id stream = timeline::host_lane;

    [[nodiscard]] const call_site* operator->() const { return call; }
    explicit operator bool() const { return call != nullptr; }
    friend bool operator==(const site&, const site&) = default;
};

/// Owns the calls; their number is bounded by the program's text, not by how long it runs.
class site_table {
public:
    site intern(call_site s, timeline::stream_id stream) {
        return {&*calls_.insert(std::move(s)).first, stream};
    }

private:
    std::set<call_site> calls_;
};

}  // namespace simcuda
