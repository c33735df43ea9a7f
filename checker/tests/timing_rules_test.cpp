// The rules about times on recordings made by hand: what a reported time stands for.

#include "checker/harness/rules/timing.hpp"

#include <cmath>

#include "checker/harness/rules/right_time.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/recording_script.hpp"

using namespace checker;
using namespace checker::tests;

namespace {

measured_stage stage(const script& s, double reported_ms, unsigned int runs = 2) {
    return {"kernel_ms", op_kind::kernel, reported_ms, runs, s.recorded()};
}

/// A warm-up and two runs of 100 us, with records at the given places around the two, and the time
/// between them asked for.
script timed_runs(stream_id of_events) {
    script s;
    s.work(op_kind::kernel, compute, 0, 100).record(1, of_events, 100);
    s.work(op_kind::kernel, compute, 100, 200).work(op_kind::kernel, compute, 200, 300);
    s.record(2, of_events, 300).ask(1, 2, 301);
    return s;
}

std::string evidence_in(const measured_stage& s) {
    const auto found = wrong_time(s);
    return text_of(found) == "timed-by-the-host" ? found->arguments.at("evidence").english()
                                                 : text_of(found);
}

}  // namespace

TEST_CASE("a time within 5 % of what was recorded, as the events tell it, is right") {
    const auto s = timed_runs(compute);
    CHECK(text_of(wrong_time(stage(s, 0.100))) == "none");
    CHECK(text_of(wrong_time(stage(s, 0.1009))) == "none");
    CHECK(text_of(wrong_time(stage(s, 0.0991))) == "none");
    // Not far off, but none that two events have told: the host's clock, with waits.
    CHECK(text_of(wrong_time(stage(s, 0.1049))) == "timed-by-the-host");
    CHECK(text_of(wrong_time(stage(s, 0.0951))) == "timed-by-the-host");
    CHECK(text_of(wrong_time(stage(s, 0.106))) == "wrong-result/reckoned");
    CHECK(text_of(wrong_time(stage(s, std::nan("")))) == "missing-output/figure");
    CHECK(text_of(wrong_time(stage(script{}, 0.1))) == "missing-output/stage");
    CHECK(text_of(wrong_time(stage(s, 0.1, 3))) == "wrong-result/runs-not-asked");
    const auto too_few = wrong_time(stage(s, 0.1, 4));
    CHECK(text_of(too_few) == "wrong-result/too-few-runs");
    CHECK(too_few->arguments.at("ran") == "3 times");
}

TEST_CASE(
    "where runs take different times, the mean of those that count is right, and the median") {
    script s;
    s.work(op_kind::kernel, compute, 0, 300).record(1, compute, 300);  // to warm up
    s.work(op_kind::kernel, compute, 300, 400).work(op_kind::kernel, compute, 400, 500);
    s.work(op_kind::kernel, compute, 500, 600).work(op_kind::kernel, compute, 600, 800);
    s.record(2, compute, 800).ask(1, 2, 801);
    CHECK(recorded_ms(stage(s, 0, 4)) == 0.125);
    CHECK(text_of(wrong_time(stage(s, 0.125, 4))) == "none");
    CHECK(text_of(wrong_time(stage(s, 0.100, 4))) == "timed-by-the-host");  // no event tells it
    CHECK(text_of(wrong_time(stage(s, 0.112, 4))) == "wrong-result/reckoned");
    CHECK(text_of(wrong_time(stage(s, 0.160, 4))) == "wrong-result/reckoned");  // of all five
}

TEST_CASE("a mean or a median of the times of single runs is right, that of fewer runs is not") {
    script s;
    s.work(op_kind::kernel, compute, 0, 100).record(1, compute, 100);
    s.work(op_kind::kernel, compute, 100, 200).record(2, compute, 200);
    s.work(op_kind::kernel, compute, 200, 300).record(3, compute, 300);
    s.work(op_kind::kernel, compute, 300, 420).record(4, compute, 420);
    s.ask(1, 2, 421).ask(2, 3, 422);
    CHECK(text_of(wrong_time(stage(s, 0.100, 3))) == "wrong-result/runs-not-asked");
    s.ask(3, 4, 423);
    CHECK(text_of(wrong_time(stage(s, 0.1067, 3))) == "none");
    CHECK(text_of(wrong_time(stage(s, 0.100, 3))) == "none");
    // Not every device tells what the time was asked of.
    script untold = timed_runs(compute);
    untold.host("cudaEventElapsedTime", 302, 303);
    CHECK(text_of(wrong_time(stage(untold, 0.100))) == "none");
}

TEST_CASE("where the runs take different times, that of one of them is not their mean") {
    script s;
    s.work(op_kind::kernel, compute, 0, 100).record(1, compute, 100);
    s.work(op_kind::kernel, compute, 100, 250).work(op_kind::kernel, compute, 250, 350);
    s.work(op_kind::kernel, compute, 350, 500).work(op_kind::kernel, compute, 500, 620);
    s.record(2, compute, 620).ask(1, 2, 621);
    const auto which = [&](double ms) {
        const auto found = not_the_mean(stage(s, ms, 4));
        return found ? found->arguments.at("which").english() : "none";
    };
    CHECK(which(0.130) == "none");  // the mean
    CHECK(which(0.150) == "none");  // the median
    CHECK(which(0.100) == "that of the shortest run");
    CHECK(which(0.115) == "that of the last run");
    CHECK(which(0.200) == "neither their mean nor their median");
    CHECK(not_the_mean(stage(s, 0.2, 4))->arguments.at("times") == "0.15, 0.1, 0.15, 0.12");
}

TEST_CASE("a kernel that is over sooner than it can be has done less") {
    auto timed = stage(timed_runs(compute), 0.100);
    timed.least_ms = 0.104;
    CHECK(text_of(wrong_time(timed)) == "none");
    timed.least_ms = 0.200;
    CHECK(text_of(wrong_time(timed)) == "wrong-result/less-work");
}

TEST_CASE("a time in the wrong unit or for another number of runs") {
    const auto s = timed_runs(compute);
    CHECK(text_of(wrong_time(stage(s, 100))) == "wrong-result/microseconds");
    CHECK(text_of(wrong_time(stage(s, 1e-4))) == "wrong-result/seconds");
    CHECK(text_of(wrong_time(stage(s, 0.2))) == "wrong-result/not-divided");
    CHECK(text_of(wrong_time(stage(s, 0.05))) == "wrong-result/divided-twice");
}

TEST_CASE("a time that is too short has a place to look at") {
    const auto elsewhere = timed_runs(0);
    CHECK(text_of(wrong_time(stage(elsewhere, 0.003))) == "events-on-other-stream/records");
    CHECK(wrong_time(stage(elsewhere, 0.003))->arguments.at("work") == "stream 2");

    script clock;
    clock.work(op_kind::kernel, compute, 0, 100).work(op_kind::kernel, compute, 100, 200);
    CHECK(text_of(wrong_time(stage(clock, 0.003))) == "timed-the-launch/host-clock");
    clock.record(1, compute, 200).record(2, compute, 200).ask(1, 2, 201);
    CHECK(text_of(wrong_time(stage(clock, 0))) == "timed-the-launch/nothing-between");
}

TEST_CASE("marks and work that are not in one stream") {
    const auto with_marks = [](stream_id begin, stream_id end) {
        script s;
        s.work(op_kind::kernel, compute, 0, 100).record(1, begin, 80);
        s.work(op_kind::kernel, compute, 100, 200).work(op_kind::kernel, compute, 200, 300);
        s.record(2, end, 300).ask(1, 2, 301);
        return s;
    };
    const auto begin = wrong_time(stage(with_marks(up, compute), 0.110));
    CHECK(text_of(begin) == "events-on-other-stream/one");
    REQUIRE(begin->where.size() == 1);
    CHECK(begin->where.front().line == 2);
    CHECK(text_of(wrong_time(stage(with_marks(compute, up), -0.01))) ==
          "events-on-other-stream/one");
    CHECK(text_of(wrong_time(stage(with_marks(up, up), 0.003))) ==
          "events-on-other-stream/records");

    script astray;
    astray.work(op_kind::kernel, 0, 0, 100).record(1, compute, 1);
    astray.work(op_kind::kernel, 0, 100, 200).work(op_kind::kernel, 0, 200, 300);
    astray.record(2, compute, 5).ask(1, 2, 301);
    CHECK(text_of(wrong_time(stage(astray, 0.002))) == "events-on-other-stream/work");
}

TEST_CASE("two marks side by side, and those of another stage before") {
    script s;
    s.record(1, compute, 0).work(op_kind::copy_d2h, compute, 0, 100).record(2, compute, 100);
    s.work(op_kind::kernel, compute, 100, 200).work(op_kind::kernel, compute, 200, 300);
    s.record(1, compute, 300).record(2, compute, 300).ask(1, 2, 301);
    CHECK(text_of(wrong_time(stage(s, 0.0))) == "timed-the-launch/nothing-between");
}

TEST_CASE("the time of a part of what was to be copied") {
    script s;
    s.record(1, up, 0).work(op_kind::copy_h2d, up, 0, 100).record(2, up, 100);
    s.host("cudaEventElapsedTime", 101, 102);
    auto recorded = s.recorded();
    recorded.operations[1].size = {1000};
    const auto with_size = [&](std::uint64_t size) {
        return wrong_time({"upload_ms", op_kind::copy_h2d, 0.1, 1, recorded, {size}});
    };
    CHECK(text_of(with_size(1000)) == "none");
    REQUIRE(with_size(4000));
    CHECK(with_size(4000)->text == "wrong-result/size-of-the-copy");
    CHECK(with_size(4000)->arguments.at("copied") == "1000");
}

TEST_CASE("what was issued is called what it is") {
    const auto issued = [](op_kind kind) {
        script s;
        s.work(kind, compute, 0, 100).work(kind, compute, 100, 200);
        s.record(1, compute, 200).record(2, compute, 200).ask(1, 2, 201);
        auto timed = stage(s, 0);
        timed.kind = kind;
        const auto found = wrong_time(timed);
        CHECK(text_of(found) == "timed-the-launch/nothing-between");
        return found->arguments.at("issued").english();
    };
    CHECK(issued(op_kind::copy_h2d) == "upload");
    CHECK(issued(op_kind::kernel) == "launch");
    CHECK(issued(op_kind::copy_d2h) == "download");
}

TEST_CASE("a time that was asked for before there was one") {
    script s;
    s.record(1, compute, 0).work(op_kind::kernel, compute, 0, 100).record(2, compute, 100);
    s.ask(1, 2, 5);
    CHECK(text_of(wrong_time(stage(s, 0))) == "error-ignored/not-ready");
}

TEST_CASE("a time that is too long by what happens only once") {
    script cold;
    cold.host("cudaEventCreate", 0, 250'000).host("cudaLaunchKernel", 250'000, 250'130);
    cold.work(op_kind::kernel, compute, 250'130, 250'230).record(1, compute, 250'000);
    cold.host("cudaLaunchKernel", 250'130, 250'134).work(op_kind::kernel, compute, 1, 101);
    CHECK(text_of(wrong_time(stage(cold, 0.165))) == "no-warm-up/first-launch");
    CHECK(text_of(wrong_time(stage(cold, 125.1))) == "first-use-in-timing/context");
}

TEST_CASE("a right time that no events can have told") {
    script clock;
    clock.work(op_kind::kernel, compute, 0, 100).work(op_kind::kernel, compute, 100, 200);
    CHECK(evidence_in(stage(clock, 0.1)) == "cudaEventElapsedTime was never called");

    script for_show = clock;
    for_show.record(1, compute, 200).work(op_kind::kernel, compute, 200, 300);
    for_show.work(op_kind::kernel, compute, 300, 400).record(2, compute, 400);
    CHECK(evidence_in(stage(for_show, 0.1)) == "cudaEventElapsedTime was never called");
    for_show.host("cudaEventElapsedTime", 400, 401);
    CHECK(evidence_in(stage(for_show, 0.1)) == "none");

    // Records of other stages before and behind it are none of this one's.
    script between;
    between.record(1, up, 0).work(op_kind::copy_h2d, up, 0, 100);
    between.work(op_kind::kernel, up, 100, 200).work(op_kind::kernel, up, 200, 300);
    between.work(op_kind::copy_d2h, up, 300, 400).record(2, up, 400);
    between.host("cudaEventElapsedTime", 400, 401);
    CHECK(evidence_in(stage(between, 0.1)) == "no two events were recorded around its runs alone");

    CHECK(text_of(too_few_from_events(for_show.recorded(), 1)) == "none");
    const auto some = too_few_from_events(for_show.recorded(), 3);
    CHECK(text_of(some) == "timed-by-the-host/some");
    CHECK(some->arguments.at("asked") == "once");
}

TEST_CASE("a time that is too long by the host's part, with no events to tell it") {
    script clock;
    clock.work(op_kind::kernel, compute, 0, 100).work(op_kind::kernel, compute, 100, 200);
    CHECK(text_of(wrong_time(stage(clock, 0.12))) == "timed-by-the-host");
}

TEST_CASE("rates in other units") {
    constexpr timeline::bytes size{4'000'000};
    const auto rate = [&](double reported) {
        return text_of(wrong_rate("upload_gb_per_s", reported, size, 0.1));
    };
    CHECK(rate(40) == "none");
    CHECK(rate(40 / 1.073741824) == "wrong-result/gibibytes");
    CHECK(rate(320) == "wrong-result/bits");
    CHECK(rate(10) == "wrong-result/elements");
    CHECK(rate(80) == "wrong-result/rate");
    CHECK(rate(std::nan("")) == "missing-output/rate");
}
