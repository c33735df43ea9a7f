#pragma once

#include <vector>

#include "checker/grading/graded.hpp"
#include "checker/grading/object_listing.hpp"
#include "checker/grading/symbol_rules.hpp"
#include "checker/messages/translation.hpp"

/// Looks at a learner's object file, as binutils print it, before anything of it runs.
namespace checker {

/// Why the object is not run; empty where it is. Ids: `imports`, `overrides`, `constructor`,
/// `sections`, `system-call`.
[[nodiscard]] std::vector<flag> scan_object(const object_listing& listing,
                                            const symbol_rules& rules, const translation& say);

}  // namespace checker
