#pragma once

#include <string_view>

namespace checker {

/// The text of a file of checker/pages/data, which the program carries in itself.
/// Throws std::out_of_range for a name that meson.build does not list.
[[nodiscard]] std::string_view page_data(std::string_view name);

}  // namespace checker
