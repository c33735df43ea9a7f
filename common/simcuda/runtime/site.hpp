#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>

#include "common/timeline/operation.hpp"

namespace simcuda {

/// An operation as a report names it. Interned: one object for all operations that were issued by
/// the same call into the same stream.
struct site {
    timeline::op_kind kind = timeline::op_kind::api_call;
    std::string name;  ///< kernel or runtime call
    timeline::stream_id stream = timeline::host_lane;
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

    friend bool operator<(const site& a, const site& b) {
        return std::tie(a.pc, a.stream, a.kind, a.name) < std::tie(b.pc, b.stream, b.kind, b.name);
    }
};

/// Owns the sites; their number is bounded by the program's text, not by how long it runs.
class site_table {
public:
    const site* intern(site s) { return &*sites_.insert(std::move(s)).first; }

private:
    std::set<site> sites_;
};

}  // namespace simcuda
