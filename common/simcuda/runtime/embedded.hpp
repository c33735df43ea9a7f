#pragma once

#include <string_view>
#include <vector>

namespace simcuda {

/// A data file of the source tree, carried inside the library by runtime/embed.py so that a
/// program built for the simulated device needs no files beside it.
struct embedded_file {
    std::string_view name;  ///< without folder and extension
    std::string_view text;
};

[[nodiscard]] const std::vector<embedded_file>& embedded_profiles();
[[nodiscard]] const std::vector<embedded_file>& embedded_messages();

}  // namespace simcuda
