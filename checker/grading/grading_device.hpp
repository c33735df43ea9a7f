#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace checker {

/// What a class is graded on.
enum class grading_device : std::uint8_t {
    sim,   ///< the simulated device: the same points on any machine
    both,  ///< order and results there, overlap on a GPU
};

[[nodiscard]] std::string_view to_text(grading_device d);
/// Nothing for any other word.
[[nodiscard]] std::optional<grading_device> grading_device_from_text(std::string_view text);

}  // namespace checker
