#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/simcuda/driver/compile.hpp"
#include "common/simcuda/driver/flags.hpp"

namespace simcuda::driver {

/// Of an output that is being made, beside its final place: a rename must not cross file systems.
inline constexpr std::string_view output_extension = ".new";

/// By the file's extension; empty for what is no source.
[[nodiscard]] std::optional<source_kind> kind_of(const std::filesystem::path& source);

/// What makes a request impossible, each as a sentence with the change to make.
[[nodiscard]] std::vector<std::string> mistakes_in(const request& wanted);

/// Tells that the compiler `wanted` (empty: any) is not there.
[[nodiscard]] std::string no_compiler(std::string_view wanted);

}  // namespace simcuda::driver
