#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/simcuda/driver/compile.hpp"
#include "common/simcuda/driver/flags.hpp"
#include "common/simcuda/driver/reporting.hpp"
#include "common/simcuda/driver/temporary.hpp"

namespace simcuda::driver {

/// One source on its way to an object file.
struct built_unit {
    build_status status = build_status::built;
    std::optional<temporary_file> object;  ///< where `status` is `built`
    std::string diagnostics;
    stage_times times;
    std::vector<std::string> files;
};

/// Builds one source in the folder `work`, after a kept preamble where `preambles` has it (may be
/// null). Throws std::system_error when a stage cannot be started
/// and std::filesystem::filesystem_error when a file cannot be written.
[[nodiscard]] built_unit build_unit(const command_lines& lines, compiler_family family,
                                    const std::filesystem::path& source,
                                    const std::filesystem::path& work, ink colour,
                                    preamble_store* preambles);

}  // namespace simcuda::driver
