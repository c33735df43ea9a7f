#include <algorithm>
#include <random>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/timeline/interval.hpp"

using timeline::interval;
using timeline::interval_set;
using timeline::nanoseconds;

namespace {

constexpr int horizon = 60;

interval between(int start, int end) {
    return {nanoseconds{start}, nanoseconds{end}};
}

/// The same set as one truth for each nanosecond: slow and obviously right.
using moments = std::vector<bool>;

moments moments_of(const std::vector<interval>& parts) {
    moments result(horizon, false);
    for (const interval& part : parts) {
        for (auto t = part.start.count(); t < part.end.count(); ++t) {
            result[static_cast<std::size_t>(t)] = true;
        }
    }
    return result;
}

template <class Combine>
moments combined(const moments& a, const moments& b, Combine combine) {
    moments result(horizon, false);
    for (std::size_t t = 0; t < result.size(); ++t) {
        result[t] = combine(static_cast<bool>(a[t]), static_cast<bool>(b[t]));
    }
    return result;
}

void require_same(const interval_set& set, const moments& expected) {
    CHECK(moments_of(set.parts()) == expected);
    CHECK(set.length().count() == std::count(expected.begin(), expected.end(), true));
    for (std::size_t i = 0; i < set.parts().size(); ++i) {
        CHECK(set.parts()[i].start < set.parts()[i].end);
        CHECK((i == 0 || set.parts()[i - 1].end < set.parts()[i].start));
    }
}

std::vector<interval> random_parts(std::mt19937& source) {
    std::vector<interval> parts;
    for (auto n = source() % 9; n > 0; --n) {
        const int start = static_cast<int>(source() % horizon);
        const int end = start + static_cast<int>(source() % 12) - 2;  // some empty, some reversed
        parts.push_back(between(start, std::min(end, horizon)));
    }
    return parts;
}

}  // namespace

TEST_CASE("an interval set joins what overlaps or touches") {
    const interval_set set({between(5, 7), between(0, 2), between(2, 3), between(6, 9)});
    CHECK(set.parts() == std::vector{between(0, 3), between(5, 9)});
    CHECK(set.length() == nanoseconds{7});
    CHECK(set.gaps() == std::vector{between(3, 5)});
}

TEST_CASE("empty and reversed intervals contribute nothing") {
    const interval_set set({between(4, 4), between(9, 3)});
    CHECK(set.empty());
    CHECK(set.length() == nanoseconds{0});
    CHECK(set.gaps().empty());
    CHECK(set.covered(between(0, 100)) == nanoseconds{0});
}

TEST_CASE("set operations agree with counting every nanosecond") {
    std::mt19937 source(20);
    for (int round = 0; round < 2000; ++round) {
        const auto a_parts = random_parts(source);
        const auto b_parts = random_parts(source);
        const interval_set a(a_parts);
        const interval_set b(b_parts);
        const moments a_moments = moments_of(a_parts);
        const moments b_moments = moments_of(b_parts);
        INFO("round " << round);
        require_same(a, a_moments);
        require_same(a | b, combined(a_moments, b_moments, [](bool x, bool y) { return x || y; }));
        require_same(a & b, combined(a_moments, b_moments, [](bool x, bool y) { return x && y; }));
        require_same(a - b, combined(a_moments, b_moments, [](bool x, bool y) { return x && !y; }));

        const int start = static_cast<int>(source() % horizon);
        const interval window = between(start, static_cast<int>(source() % horizon));
        CHECK(a.covered(window) == (a & interval_set({window})).length());
    }
}
