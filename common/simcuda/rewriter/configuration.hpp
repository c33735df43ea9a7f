#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "common/simcuda/rewriter/launches.hpp"

namespace simcuda::rewriter {

/// What `<<<...>>>` of this launch lacks, or has too much of, in a sentence; empty if it is fine or
/// the text does not tell. `is_macro`: the name may stand for several values.
[[nodiscard]] std::string mistake_in_configuration(
    const sequence& tokens, const launch& found,
    const std::function<bool(std::string_view)>& is_macro);

}  // namespace simcuda::rewriter
