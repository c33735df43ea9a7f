// The parts of the harness that need no learner: bound, report, faults' words, results' words.

#include <algorithm>
#include <array>
#include <cmath>

#include "checker/harness/block_job.hpp"
#include "checker/harness/comparison.hpp"
#include "checker/harness/host_array.hpp"
#include "checker/harness/producer.hpp"
#include "checker/harness/report.hpp"
#include "checker/harness/simulated_session.hpp"
#include "checker/harness/stages.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

constexpr const char* messages = "checker/messages/en.toml";

nanoseconds us(int n) {
    return nanoseconds{1000 * n};
}

request asked() {
    request r;
    r.lab = "04-streams";
    r.max_points = 10;
    r.points = {{"first", 4}, {"second", 6}};
    r.messages = messages;
    return r;
}

bool is_near(double a, double b) {
    return std::abs(a - b) < 1e-6;
}

template <class Check>
void run_check(lab_report& report, const std::string& name, Check check) {
    report.begin_check(name);
    bool is_sound = true;
    try {
        check();
    } catch (const check_is_over&) {
        is_sound = false;
    }
    report.end_check(is_sound);
}

}  // namespace

TEST_CASE("the bound is the longest stage, with filling and draining") {
    // The kernel is the longest.
    CHECK(pipeline_bound({us(10), us(30), us(10), us(11), us(11)}, 4) == us(10 + 4 * 30 + 10));
    // Both directions are, at 10/11 of their rates: alone for an upload's and a kernel's time
    // before and for a kernel's and a download's after; 80 us of each are left to be done at once.
    CHECK(pipeline_bound({us(10), us(10), us(10), us(11), us(11)}, 10) == us(20 + 88 + 20));
    // The upload is, and is slower only while there is something to download.
    CHECK(pipeline_bound({us(20), us(10), us(10), us(22), us(11)}, 10) == us(200 + 8 + 20));
    // Uploads that give way to downloads catch up when those are through.
    CHECK(pipeline_bound({us(10), us(1), us(10), us(20), us(10)}, 10) ==
          us(11 + 89) + nanoseconds{89'000 / 2} + us(11));
    // Two that only take from each other are no faster at once.
    CHECK(pipeline_bound({us(10), us(1), us(10), us(20), us(20)}, 10) == us(200));
    // One chunk has nothing to overlap with.
    CHECK(pipeline_bound({us(10), us(10), us(10), us(12), us(12)}, 1) == us(30));
    CHECK(pipeline_bound({us(10), us(10), us(10), us(12), us(12)}, 0) == us(0));
}

TEST_CASE("the device is measured as its profile says") {
    const auto device = simulated_session("h200");
    device->start_afresh();
    constexpr std::size_t chunk = std::size_t{1} << 18;
    const auto steps = calibrated_steps(*device, chunk, 1.0);
    const auto t = measure_stages(*device, chunk, steps);
    // 1 MiB at 55 GB/s and the engine's own 1.6 us.
    CHECK(t.h2d > us(19));
    CHECK(t.h2d < us(22));
    CHECK(t.h2d_beside > t.h2d);
    const double ratio = static_cast<double>(t.kernel.count()) / static_cast<double>(t.h2d.count());
    CHECK(ratio > 0.99);
    CHECK(ratio < 1.01);
    CHECK(device->held().device_buffers == 0);
    CHECK(device->held().streams == 0);
}

TEST_CASE("points are given for passed checks") {
    lab_report report(asked());
    run_check(report, "first", [&] { report.note("all is well"); });
    run_check(report, "second", [&] {
        report.fail(finding{"exception-thrown", {{"said", "oh"}}, {}}, "5 elements");
    });
    const auto v = report.finish();
    CHECK(v.outcome == status::fail);
    CHECK(v.points == 4);
    CHECK(v.checks.at(0).message == "all is well");
    CHECK(v.checks.at(1).message == "An exception came out of the function (5 elements).");
    REQUIRE(v.diagnoses.size() == 1);
    CHECK(v.diagnoses.front().id == "exception-thrown");
}

TEST_CASE("a check that fails may give a part of its points") {
    lab_report report(asked());
    run_check(report, "first", [&] {
        report.give_partly(0.99);
        report.fail(finding{"single-stream", {}, {}});
    });
    run_check(report, "second", [&] {
        report.give_partly(0.5);  // and then it passes after all
    });
    const auto v = report.finish();
    CHECK(v.outcome == status::fail);
    CHECK(is_near(v.points, 3.9 + 6));  // rounded down: less than all of the first
    CHECK(is_near(v.checks.at(0).points, 3.9));
    CHECK(v.checks.at(0).max_points == 4);
    CHECK(v.checks.at(1).points == 6);
}

TEST_CASE("a share of the points begins where stages no longer take turns, and grows") {
    comparison c;
    c.serial = us(100);
    c.bound = us(20);
    const auto share = [&](int measured) {
        c.measured = us(measured);
        return share_of_points(c, us(76), 0.9);  // the stages in turn close 30 % of the gap
    };
    CHECK(share(120) == 0);
    CHECK(is_near(share(76), 0));
    CHECK(is_near(share(52), 0.5));
    CHECK(is_near(share(28), 1));
    CHECK(is_near(share(20), 1));
    for (int measured = 119; measured >= 20; --measured) {
        CHECK(share(measured) >= share(measured + 1));
    }
    CHECK(stages_in_turn({us(3), us(4), us(5), us(6), us(7)}, 2) == us(24));
}

TEST_CASE("a check that depends on another waits for it") {
    lab_report report(asked());
    run_check(report, "first", [&] { report.fail(finding{"leak", {}, {}}); });
    run_check(report, "second", [&] { report.require_passed("first"); });
    const auto v = report.finish();
    CHECK(v.checks.at(0).its_turn == turn::had);
    CHECK(v.checks.at(1).outcome == status::fail);
    CHECK(v.checks.at(1).its_turn == turn::to_come);
    CHECK_THAT(v.checks.at(1).message, ContainsSubstring("once \"first\" passes"));
}

TEST_CASE("the same cause is told once, the checker's own fault is an error") {
    lab_report report(asked());
    const finding cause{"leak", {}, {{"lab.cu", 7}}};
    run_check(report, "first", [&] { report.fail(cause); });
    run_check(report, "second", [&] { report.fail(cause); });
    report.begin_check("third");
    report.end_check(false);
    const auto v = report.finish();
    CHECK(v.diagnoses.size() == 1);
    CHECK(v.outcome == status::error);
}

TEST_CASE("a device that cannot show it leaves the verdict open") {
    lab_report report(asked());
    run_check(report, "first", [&] { report.leave_open("no copy engine"); });
    run_check(report, "second", [&] { report.require_passed("first"); });
    const auto v = report.finish();
    CHECK(v.outcome == status::inconclusive);
    CHECK(v.points == 0);
    CHECK(v.checks.at(1).outcome == status::inconclusive);
    CHECK_THAT(v.checks.at(1).message, ContainsSubstring("\"first\" cannot be shown"));
}

TEST_CASE("a report is in the language that was asked for") {
    auto chinese = asked();
    chinese.messages = "checker/messages/zh-CN.toml";
    chinese.words = "checker/messages/zh-CN.words.toml";
    lab_report report(chinese);
    run_check(report, "right results", [&] {
        const job_size size{5333, 1000, 7};
        report.fail({"single-stream/work",
                     {{"chunks", "8"}, {"stream", phrase("the legacy default stream")}},
                     {}},
                    size.text());
    });
    run_check(report, "overlap", [&] { report.require_passed("right results"); });
    const auto v = report.finish();
    CHECK(v.checks[0].name == "right results");
    CHECK(v.checks[0].message == "一切都在一个流里（5333 个元素，分 6 块，每块 1000 个）。");
    CHECK(v.checks[1].message == "“结果正确”通过之后才检查。");
    CHECK(v.diagnoses[0].id == "single-stream");
    CHECK_THAT(v.diagnoses[0].message,
               ContainsSubstring("8 块的全部工作都在传统默认流里，所以没有两件事同时进行。"));
    CHECK(v.diagnoses[0].docs == "docs/zh-CN/04-streams.md");
}

TEST_CASE("results in words") {
    const auto catalogue = catalogue::load(messages);
    const job_size size{5333, 1000, 7};
    workload::verification v;
    v.kind = workload::fault::other_element;
    v.first = 2000;
    v.wrong = v.of_kind = 1000;
    v.wrong_chunks = 1;
    v.wrong_in_chunk = v.chunk_length = 1000;
    v.belongs_to = 0;
    const auto d = explain(catalogue, wrong_result_of(v, size));
    CHECK(d.id == "wrong-result");
    CHECK_THAT(d.message,
               ContainsSubstring("Wrong: 1000 of 5333 elements, in 1 of 6 chunks. The first is "
                                 "element 2000 (chunk 2, its element 0): it holds the result of "
                                 "element 0, which belongs to chunk 0."));
}

TEST_CASE("a recording knows nothing of what was before it") {
    const auto device = simulated_session("h200");
    device->start_afresh();
    device->start_recording();
    for (int i = 0; i < 3; ++i) {
        device->launch_kernel(nullptr, 1000, 1, nullptr);
    }
    CHECK(device->take_recording().operations.front().id == 1);
    device->start_recording();
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    device->launch_kernel(nullptr, 1000, 1, nullptr);
    const auto recorded = device->take_recording();
    REQUIRE_FALSE(recorded.operations.empty());
    CHECK(recorded.operations.front().id == 1);
    CHECK(recorded.operations.front().waits_for.empty());
    device->start_afresh();
}

TEST_CASE("a cold start is paid once, and only when it was asked for") {
    const auto device = simulated_session("h200");
    const auto slowest_call = [&] {
        device->start_recording();
        device->launch_kernel(nullptr, 1000, 1, nullptr);
        nanoseconds slowest{0};
        for (const auto& op : device->take_recording().operations) {
            slowest = std::max(
                slowest, op.stream == timeline::host_lane ? op.end - op.start : nanoseconds{0});
        }
        return slowest;
    };
    device->start_afresh();
    CHECK(slowest_call() < us(10));
    device->start_cold();
    CHECK(slowest_call() >= us(200'000));  // the context
    CHECK(slowest_call() < us(10));
    device->start_cold();
    CHECK(cudaFree(nullptr) == cudaSuccess);
    const auto load = slowest_call();
    CHECK(load > us(100));
    CHECK(load < us(200));
    device->start_afresh();
    CHECK(slowest_call() < us(10));
    device->start_afresh();
}

TEST_CASE("a report calls the checker's memory and code by the learner's words") {
    const auto device = simulated_session("h200");
    device->start_afresh();
    host_array output(*device, 100, host_memory::pinned, 16);
    output.name("work.output");
    void* buffer = nullptr;
    cudaStream_t stream = nullptr;
    REQUIRE(cudaMalloc(&buffer, 400) == cudaSuccess);
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    const auto told_after = [&](const std::string& who) {
        REQUIRE(cudaMemsetAsync(buffer, 0, 400, stream) == cudaSuccess);
        REQUIRE(cudaMemcpyAsync(output.data(), buffer, 400, cudaMemcpyDeviceToHost, stream) ==
                cudaSuccess);
        {
            const acting_as somebody(*device, who);
            device->host_reads(output.data() + 1, {4});
        }
        const auto defects = device->take_defects();
        REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
        return defects.size() == 1 ? defects.front().message : "not one defect";
    };
    CHECK_THAT(told_after("work.consume"),
               StartsWith("work.consume reads work.output (400 bytes) from byte 4 on while "
                          "cudaMemcpyAsync in "));
    device->start_afresh();
}

TEST_CASE("the line of a check names the mistake and not its family") {
    lab_report report(asked());
    run_check(report, "first", [&] {
        report.fail({"too-few-buffers/slots", {{"slots", "2"}, {"closed", "50"}}, {}});
    });
    CHECK(report.finish().checks[0].message == "Too few slots.");
}

TEST_CASE("a producer takes as long as it says, and writes what a job's input holds") {
    const auto device = simulated_session("h200");
    device->start_afresh();
    const producer produce(*device, 1000, 7, 3.0);
    std::vector<std::uint32_t> to(1000);
    device->start_recording();
    const auto before = device->now();
    produce(200, 500, to.data());
    CHECK(device->now() - before == nanoseconds{1500});
    const auto recorded = device->take_recording();
    REQUIRE(recorded.operations.size() == 1);
    CHECK(recorded.operations.front().kind == timeline::op_kind::host_work);
    CHECK(to[0] == workload::pattern(7).value(200));
}

TEST_CASE("what a producer is wrongly asked for is told as that, not as an exception") {
    const auto device = simulated_session("h200");
    device->start_afresh();
    const producer produce(*device, 1000, 7);
    std::vector<std::uint32_t> to(1000);
    const auto told = [&](std::size_t first, std::size_t count, std::uint32_t* where) {
        const auto run = run_once(*device, [&] {
            produce(first, count, where);
            return cudaSuccess;
        });
        const auto causes = causes_in(run);
        REQUIRE(causes.size() == 1);
        return explain(catalogue::load("checker/messages/en.toml"), causes.front());
    };
    const auto too_long = told(900, 101, to.data());
    CHECK(too_long.id == "out-of-bounds");
    CHECK_THAT(too_long.message, ContainsSubstring("101 elements from element 900 on") &&
                                     ContainsSubstring("100 are left"));
    CHECK_THAT(told(1000, 1, to.data()).message, ContainsSubstring("none begins there"));
    // A length below zero, read as one without a sign.
    CHECK(told(900, std::size_t{0} - 900, to.data()).id == "out-of-bounds");
    CHECK(told(0, 1, nullptr).id == "call-failed");
}
