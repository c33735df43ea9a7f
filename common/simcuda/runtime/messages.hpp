#pragma once

#include <map>
#include <string>
#include <string_view>

namespace simcuda {

/// The text under a dotted key of messages/en.toml. A missing one is a fault of ours: its key is
/// returned, so that a report is never lost over it.
[[nodiscard]] std::string message(std::string_view key);

/// The text of diagnosis `id` with {placeholders} filled from `facts`. A fact may hold placeholders
/// itself: a sentence about the missing order names streams, and a stream's name is a fact.
[[nodiscard]] std::string message_with(std::string_view id,
                                       const std::map<std::string, std::string>& facts);

}  // namespace simcuda
