// Times that two events were asked for, on recordings made by hand: what lies between the two.

#include "checker/harness/rules/asked_time.hpp"

#include "checker/harness/rules/timing.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/recording_script.hpp"

using namespace checker;
using namespace checker::tests;

namespace {

constexpr stream_id legacy = 0;

measured_stage stage(const script& s, double reported_ms, unsigned int runs = 2) {
    return {"kernel_ms", op_kind::kernel, reported_ms, runs, s.recorded()};
}

std::string told(const script& s, double reported_ms) {
    return text_of(wrong_time(stage(s, reported_ms)));
}

/// A warm-up of 100 us.
script warm() {
    script s;
    s.stream(compute, true).work(op_kind::kernel, compute, 0, 100);
    return s;
}

script& two_runs(script& s, int from = 100) {
    s.work(op_kind::kernel, compute, from, from + 100);
    return s.work(op_kind::kernel, compute, from + 100, from + 200);
}

}  // namespace

TEST_CASE("one event of the two in another stream") {
    auto first = warm();
    first.record(1, legacy, 50);
    two_runs(first).record(2, compute, 300).ask(1, 2, 301);
    const auto found = wrong_time(stage(first, 0.125));
    REQUIRE(text_of(found) == "events-on-other-stream/one");
    CHECK(found->arguments.at("which") == "The first event");
    CHECK(found->arguments.at("work") == "stream 2");
    CHECK(found->where.front().line == 2);

    auto second = warm();
    second.record(1, compute, 100);
    two_runs(second).record(2, legacy, 50).ask(1, 2, 301);
    CHECK(wrong_time(stage(second, -0.025))->arguments.at("which") == "The second event");

    auto both = warm();
    both.record(1, legacy, 50);
    two_runs(both).record(2, legacy, 60).ask(1, 2, 301);
    CHECK(told(both, 0.005) == "events-on-other-stream/records");
}

TEST_CASE("events in the legacy default stream stand for work in a blocking stream") {
    script s;
    s.stream(compute, false).work(op_kind::kernel, compute, 0, 100).record(1, legacy, 100);
    s.work(op_kind::kernel, compute, 100, 200).host_waits_for_stream("cudaStreamSynchronize", 0, 1);
    s.work(op_kind::kernel, compute, 250, 350).record(2, legacy, 350).ask(1, 2, 351);
    CHECK(told(s, 0.125) == "wrong-result/wait-between");
}

TEST_CASE("exchanged events, and one for both") {
    auto exchanged = warm();
    exchanged.record(1, compute, 100);
    two_runs(exchanged).record(2, compute, 300).ask(2, 1, 301);
    CHECK(told(exchanged, -0.1) == "wrong-result/exchanged");

    auto one = warm();
    one.record(1, compute, 100);
    two_runs(one).record(1, compute, 300).ask(1, 1, 301);
    CHECK(told(one, 0) == "wrong-result/one-event");
}

TEST_CASE("no time from events that the host's wait was not enough for") {
    auto elsewhere = warm();
    elsewhere.record(1, compute, 100);
    two_runs(elsewhere).record(2, legacy, 50).ask(1, 2, 60);
    const auto found = marks_without_time(elsewhere.recorded());
    REQUIRE(text_of(found) == "events-on-other-stream/no-time");
    CHECK(found->arguments.at("second") == "the legacy default stream");

    auto exchanged = warm();
    exchanged.record(2, compute, 100);
    two_runs(exchanged).record(1, compute, 300).ask(1, 2, 110);
    CHECK(text_of(marks_without_time(exchanged.recorded())) == "call-failed/exchanged");

    auto early = warm();
    early.record(1, compute, 100);
    two_runs(early).record(2, compute, 300).ask(1, 2, 110);
    CHECK(text_of(marks_without_time(early.recorded())) == "none");
}

TEST_CASE("no run between the events, although there are records before and behind") {
    auto s = warm();
    s.record(1, compute, 100).record(2, compute, 100);
    two_runs(s).ask(1, 2, 301).record(1, compute, 300).record(2, compute, 300);
    CHECK(told(s, 0) == "timed-the-launch/nothing-between");
}

TEST_CASE("more or less than the runs between the events") {
    script with_warm_up;
    with_warm_up.record(1, compute, 0).work(op_kind::kernel, compute, 0, 100);
    two_runs(with_warm_up).record(2, compute, 300).ask(1, 2, 301);
    const auto found = wrong_time(stage(with_warm_up, 0.15));
    REQUIRE(text_of(found) == "wrong-result/runs-between");
    CHECK(found->arguments.at("between") == "3 times");

    auto others = warm();
    others.record(1, compute, 100).work(op_kind::copy_d2h, compute, 100, 180);
    two_runs(others, 180).record(2, compute, 380).ask(1, 2, 381);
    REQUIRE(told(others, 0.14) == "wrong-result/other-work");
    CHECK(wrong_time(stage(others, 0.14))->arguments.at("work") == "a download (cudaMemcpyAsync)");

    // Right within what is allowed, and from events.
    auto small = warm();
    small.record(1, compute, 100).work(op_kind::memset, compute, 100, 104);
    two_runs(small, 104).record(2, compute, 304).ask(1, 2, 305);
    CHECK(told(small, 0.102) == "none");
}

TEST_CASE("what the host does between the events") {
    const auto with = [](auto in_the_loop) {
        auto s = warm();
        s.record(1, compute, 100).work(op_kind::kernel, compute, 100, 200);
        in_the_loop(s);
        s.work(op_kind::kernel, compute, 250, 350).record(2, compute, 350).ask(1, 2, 351);
        return wrong_time(stage(s, 0.125));
    };
    const auto waits =
        with([](script& s) { s.host_waits_for_stream("cudaDeviceSynchronize", 150, 205); });
    REQUIRE(text_of(waits) == "wrong-result/wait-between");
    CHECK(waits->arguments.at("call") == "cudaDeviceSynchronize");
    CHECK(waits->arguments.at("idle") == "0.05");
    CHECK(text_of(with([](script& s) {
              s.host("cudaMalloc", 110, 240).host_waits_for_stream("cudaStreamSynchronize", 0, 1);
          })) == "wrong-result/allocation-between");
    CHECK(text_of(with([](script&) {})) == "wrong-result/idle-between");
}

TEST_CASE("right events, and a figure that is not theirs") {
    auto s = warm();
    s.record(1, compute, 100);
    two_runs(s).record(2, compute, 300).ask(1, 2, 301);
    CHECK(told(s, 0.1) == "none");
    CHECK(told(s, 0) == "wrong-result/reckoned");
    CHECK(told(s, 0.2) == "wrong-result/not-divided");
}
