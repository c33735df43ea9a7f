#pragma once

#include "checker/harness/rules/rules.hpp"

namespace checker {

/// Work in the legacy default stream between work of blocking streams: each stands in the way of
/// all of them. Found from the order of the calls, however long it holds anything up. What comes
/// before the first or after the last work of the other streams separates nothing.
[[nodiscard]] std::optional<finding> implicit_barriers(const observation& seen);

/// A thread that waits for more streams than one: the default streams of the other threads, too.
[[nodiscard]] std::optional<finding> thread_waits_for_others(const observation& seen);

/// Several threads whose work is all in the legacy default stream: one queue for everybody.
[[nodiscard]] std::optional<finding> threads_share_the_default_stream(const observation& seen);

}  // namespace checker
