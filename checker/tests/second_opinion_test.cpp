// How far measurements with noise can be believed, and when they are made again.

#include "checker/harness/second_opinion.hpp"

#include "checker/harness/steadiness.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;

namespace {

constexpr double noise = 0.03;

std::vector<nanoseconds> times(std::initializer_list<int> all) {
    std::vector<nanoseconds> result;
    for (const int t : all) {
        result.emplace_back(t);
    }
    return result;
}

/// Serial 300, bound 100; so a `measured` of 100 closes all of the gap and one of 140 80 %.
comparison measured(int time, double doubt = 0.01) {
    comparison c;
    c.serial = nanoseconds{300'000};
    c.bound = nanoseconds{100'000};
    c.measured = nanoseconds{1000 * time};
    c.spread = doubt;
    c.doubt = doubt;
    return c;
}

struct told {
    comparison best;
    int pauses = 0;
    std::size_t measurements = 0;
};

/// What comes of these measurements, of which as many are made as it takes.
told ask(const std::vector<comparison>& answers, double wanted = 0.85) {
    told t;
    t.best = best_opinion([&] { return answers.at(t.measurements++); }, gap_closed(wanted), noise,
                          [&] { ++t.pauses; });
    CHECK(t.pauses + 1 == static_cast<int>(t.measurements));
    return t;
}

}  // namespace

TEST_CASE("the spread is that of the middle half, whatever the others are") {
    CHECK(spread_of(times({100, 100, 100, 100, 900})) == 0);
    CHECK(spread_of(times({90, 95, 100, 105, 110})) == 0.05);
    CHECK(spread_of(times({110, 90, 105, 100, 95})) == 0.05);
    CHECK(spread_of({}) == 0);
}

TEST_CASE("few times leave the median in doubt, many do not") {
    CHECK(doubt_about_median(times({90, 95, 100, 105, 110})) == 0.1);
    CHECK(doubt_about_median(times({100, 100, 100, 100, 200})) == 0.5);
    std::vector<nanoseconds> many;
    for (int i = 0; i < 8; ++i) {
        for (const int t : {90, 95, 100, 105, 110}) {
            many.emplace_back(t);
        }
    }
    CHECK(spread_of(many) == 0.05);
    CHECK(doubt_about_median(many) == 0.05);
    CHECK(doubt_about_median(times({7})) == 0);
    CHECK(doubt_about_median({}) == 0);
}

TEST_CASE("measuring goes on while another round may still help") {
    CHECK(is_steady_enough(1, 0.01, 0.05));
    CHECK_FALSE(is_steady_enough(1, 0.01, 0.07));  // one of five was far off
    CHECK_FALSE(is_steady_enough(3, 0.05, 0.03));
    CHECK(is_steady_enough(4, 0.05, 0.03));
    CHECK_FALSE(is_steady_enough(7, 0.08, 0.05));
    CHECK(is_steady_enough(8, 0.30, 0.20));
}

TEST_CASE("what is good is measured once") {
    const auto t = ask({measured(105)});
    CHECK(t.measurements == 1);
    CHECK(t.best.measured.count() == 105'000);
}

TEST_CASE("what is clearly too slow is measured once") {
    CHECK(ask({measured(280)}).measurements == 1);
    CHECK(ask({measured(170)}).measurements == 1);
}

TEST_CASE("what a disturbance may have slowed down gets a second opinion") {
    const auto second = ask({measured(140), measured(110)});
    CHECK(second.measurements == 2);
    CHECK(second.best.measured.count() == 110'000);
    const auto third = ask({measured(140), measured(138), measured(120)});
    CHECK(third.measurements == 3);
    CHECK(third.best.measured.count() == 120'000);
    // The least slow of three that agree.
    const auto none = ask({measured(140), measured(136), measured(142)});
    CHECK(none.measurements == 3);
    CHECK(none.best.measured.count() == 136'000);
}

TEST_CASE("times that vary, or that nobody believes, are measured again") {
    const auto unsteady = ask({measured(105, 0.2), measured(106)});
    CHECK(unsteady.measurements == 2);
    CHECK(unsteady.best.measured.count() == 106'000);
    const auto too_fast = ask({measured(80), measured(103)});
    CHECK(too_fast.best.measured.count() == 103'000);
    // Steady and slow says more than fast and unsteady.
    const auto mixed = ask({measured(105, 0.2), measured(139), measured(104, 0.3)});
    CHECK(mixed.measurements == 3);
    CHECK(mixed.best.measured.count() == 139'000);
    const auto all = ask({measured(105, 0.2), measured(106, 0.1), measured(107, 0.3)});
    CHECK(all.best.doubt == 0.1);
}

TEST_CASE("another goal than a share of the gap") {
    const auto no_slower = [](const comparison& c) { return c.measured <= c.serial; };
    int calls = 0;
    const auto best =
        best_opinion([&] { return measured(calls++ == 0 ? 310 : 299); }, no_slower, noise, [] {});
    CHECK(calls == 2);
    CHECK(best.measured.count() == 299'000);
}
