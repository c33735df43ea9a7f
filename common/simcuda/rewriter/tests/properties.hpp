#pragma once

#include <functional>
#include <string>

#include "common/simcuda/rewriter/rewriter.hpp"

namespace simcuda::rewriter::testing {

/// What holds for the rewriting of any text: each problem has a place and a sentence; without a
/// problem no launch is left in, and every name that the text holds once is where it was, in the
/// file, the line and the column. Says in words what does not; empty if all holds.
[[nodiscard]] std::string broken_rule(const std::string& text, const options& options);

/// The shortest text found, by leaving out parts of `text`, for which `fails` still holds.
[[nodiscard]] std::string shrunk(std::string text,
                                 const std::function<bool(const std::string&)>& fails);

}  // namespace simcuda::rewriter::testing
