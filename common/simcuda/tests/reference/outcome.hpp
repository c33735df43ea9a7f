#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "common/simcuda/tests/reference/clock.hpp"
#include "common/simcuda/tests/reference/program.hpp"

namespace simcuda::reference {

/// Two steps (the earlier issued first) that meet in a buffer.
struct encounter {
    int earlier = 0, later = 0, buffer = 0;
    friend auto operator<=>(const encounter&, const encounter&) = default;
};
using encounters = std::map<encounter, byte_ranges>;

/// A step reads `count` bytes without a value in one access, or the part of it in one page; the
/// lowest of them at `first`.
struct missing_read {
    int step = 0, buffer = 0;
    unsigned first = 0, count = 0;
    friend auto operator<=>(const missing_read&, const missing_read&) = default;
};

/// What happens in a program, as far as both sides can tell.
///
/// What is owed. For each byte, a pair of accesses races if at least one of them changes the byte,
/// they are not both atomic, and neither is ordered before the other. Whoever reports races
/// - must report no pair that does not race;
/// - must report each pair, with each byte, except where the earlier access X is superseded: an
///   access Z to the same byte comes after X by the rules, was issued before the later access Y,
///   and either writes the byte or, X being a read, reads it. Then Z races with Y, too (were Z
///   ordered before Y, so were X), and the wait that is missing for Z is the one missing for X.
/// It follows that each access which races with anything issued before it is reported as doing so,
/// for exactly the bytes in which it does.
/// A freed block likewise: it is in use if some access to it is not ordered before the free. One
/// such user must be named, except where each is superseded or belongs to a blocking copy.
struct outcome {
    std::vector<nanoseconds> clock;  ///< the host's, after each step
    std::vector<int> result;         ///< what each step's call returned
    std::map<int, float> elapsed;    ///< milliseconds, by step
    std::map<int, span> work;        ///< when each step's device operation ran
    encounters races;
    std::multiset<missing_read> missing;
    std::map<int, std::set<int>> users;         ///< unfinished users, by the step that frees
    std::set<std::pair<int, std::string>> ids;  ///< other mistakes: the step and its defect
};

/// The reference's outcome, with what it owes.
struct expected : outcome {
    encounters owed;          ///< those of `races` that no rule excuses
    std::set<int> must_tell;  ///< frees that have a user which nothing excuses
};

/// Differences in words, the first few; empty when both agree.
[[nodiscard]] std::vector<std::string> compare(const program& p, const expected& reference,
                                               const outcome& found);

}  // namespace simcuda::reference
