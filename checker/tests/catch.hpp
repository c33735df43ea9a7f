#pragma once

// Catch2 3 or 2.13, whichever the system has. Tests use only what both have.

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>

namespace Catch::Matchers {
/// Catch2 2 calls it Contains.
inline auto ContainsSubstring(const std::string& text) {
    return Contains(text);
}
}  // namespace Catch::Matchers
#endif

/// How many test cases of this program were left with SKIP; the main turns "all" into status 77.
[[nodiscard]] int& skipped_test_cases();

#ifndef SKIP
/// Leaves the test case: what it needs is not on this machine. Only from the test case itself.
#define SKIP(reason)                   \
    do {                               \
        ++skipped_test_cases();        \
        WARN("skipped: " << (reason)); \
        return;                        \
    } while (false)
#endif
