#pragma once

#include "common/simcuda/runtime/scheduler.hpp"

namespace simcuda {

/// No more than a place in its stream.
[[nodiscard]] bool is_marker(const issue_note& n);

/// Where one operation stands in the order of issue, and what the records around it were meant for.
/// As far as it is remembered: the newest few of each stream.
class issue_history {
public:
    issue_history(const scheduler& order, const stamp& operation);

    /// Number of the operation; 0 when that was long ago.
    [[nodiscard]] std::uint64_t issued() const { return issued_; }
    [[nodiscard]] bool is_of_its_stream(const record_note& r) const {
        return r.last.at != 0 && r.last.who == operation_.who;
    }
    /// A record behind the operation, and nothing in its stream in between.
    [[nodiscard]] bool stands_for_it_alone(const record_note& r) const;
    /// A record in the operation's stream, right before it: it stands for nothing that has come
    /// since the record before.
    [[nodiscard]] bool is_too_early(const record_note& r) const;
    /// A record made right behind the operation and in another stream, to which nothing had been
    /// given since the record before: it was meant for the operation.
    [[nodiscard]] bool is_astray(const record_note& r) const;

private:
    [[nodiscard]] std::uint64_t record_before(const record_note& r) const;

    const scheduler& order_;
    stamp operation_;
    const stream_state* stream_;  ///< null: it is gone
    std::uint64_t issued_ = 0;
};

}  // namespace simcuda
