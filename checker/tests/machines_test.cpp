// A device that stands for several machines, and the rule on copies of both directions.

#include "checker/harness/as_machine.hpp"
#include "checker/harness/rules/directions.hpp"
#include "checker/harness/rules/pick.hpp"
#include "checker/harness/simulated_session.hpp"
#include "checker/harness/stages.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;

namespace {

nanoseconds us(int n) {
    return nanoseconds{1000 * n};
}

operation copy(op_kind kind, timeline::stream_id stream, int start, int end) {
    operation op;
    op.kind = kind;
    op.stream = stream;
    op.start = us(start);
    op.end = us(end);
    op.name = "cudaMemcpyAsync";
    op.where = {"lab.cu", start + 1};
    return op;
}

observation seen_with(std::vector<operation> operations) {
    observation seen;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        operations[i].id = i + 1;
    }
    seen.recorded.operations = std::move(operations);
    seen.overlap = timeline::measure_overlap(seen.recorded);
    seen.chunks = 2;
    return seen;
}

std::string text_of(const std::optional<finding>& found) {
    return found ? found->text : "nothing";
}

std::string behind(std::vector<operation> operations) {
    return text_of(upload_behind_download(seen_with(std::move(operations))));
}

constexpr auto up = op_kind::copy_h2d;
constexpr auto down = op_kind::copy_d2h;

}  // namespace

TEST_CASE("a simulated device becomes other machines and itself again") {
    const auto device = simulated_session("h200");
    CHECK(device->machines().front() == "h200");
    CHECK(device->machines().size() >= 4);
    CHECK(device->copy_engines() == 2);
    {
        const as_machine now(*device, "laptop");
        CHECK(device->copy_engines() == 1);
        CHECK(device->can_overlap());
    }
    {
        const as_machine now(*device, "no-overlap");
        CHECK(device->copy_engines() == 0);
        CHECK_FALSE(device->can_overlap());
    }
    CHECK(device->copy_engines() == 2);
    CHECK(machine_with(*device, 2) == "h200");
    CHECK(machine_with(*device, 1) == "laptop");
    CHECK(machine_with(*device, 0) == "no-overlap");
    CHECK(device->copy_engines() == 2);
}

TEST_CASE("a device behind another one is the one that is asked") {
    const auto device = simulated_session("h200");
    const auto engines_of = [](int number) {
        int engines = -1;
        static_cast<void>(cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, number));
        return engines;
    };
    const auto current = [] {
        int number = -1;
        static_cast<void>(cudaGetDevice(&number));
        return number;
    };
    {
        const as_machine now(*device, "laptop");
        REQUIRE(device->stand_behind("h200"));
        CHECK(current() == 1);
        CHECK(engines_of(1) == 1);
        CHECK(engines_of(0) == 3);
        CHECK(device->copy_engines() == 1);
        device->start_afresh();
        CHECK(current() == 1);
    }
    CHECK(current() == 0);
    CHECK(engines_of(0) == 3);
    CHECK(engines_of(1) == -1);
}

TEST_CASE("whether copies of both directions take turns is measured") {
    const auto device = simulated_session("h200");
    CHECK(measure_stages(*device, 1 << 16, 1).copies == directions::at_once);
    const as_machine now(*device, "laptop");
    CHECK(measure_stages(*device, 1 << 16, 1).copies == directions::in_turns);
}

TEST_CASE("the host's calls are measured, and what the device has to do meanwhile") {
    const auto device = simulated_session("h200");
    const auto usual = measure_stages(*device, 1 << 18, 1);
    CHECK(usual.calls > us(5));
    CHECK(usual.calls < us(15));
    CHECK(usual.calls < time_of_further_chunk(usual));
    const as_machine now(*device, "coherent");
    const auto fast = measure_stages(*device, 1 << 18, 1);
    CHECK(fast.calls > time_of_further_chunk(fast));
    CHECK(time_of_further_chunk({us(10), us(50), us(12), us(10), us(12)}) == us(50));
}

TEST_CASE("where they take turns, all copies together are one stage") {
    stage_times stages{us(10), us(5), us(12), us(10), us(12), directions::in_turns};
    CHECK(pipeline_bound(stages, 4) == us(4 * 22));
    stages.kernel = us(50);
    CHECK(pipeline_bound(stages, 4) == us(10 + 4 * 50 + 12));
    CHECK(pipeline_bound(stages, 1) == us(72));
    CHECK(pipeline_bound(stages, 0) == us(0));
}

TEST_CASE("copies in both directions that never meet") {
    CHECK(text_of(one_direction_at_a_time(
              seen_with({copy(up, 1, 0, 10), copy(up, 2, 10, 20), copy(down, 1, 20, 30),
                         copy(down, 2, 30, 40)}))) == "one-direction-at-a-time/copies");
    CHECK(text_of(one_direction_at_a_time(
              seen_with({copy(up, 3, 0, 10), copy(down, 3, 10, 20), copy(up, 3, 20, 30),
                         copy(down, 3, 30, 40)}))) == "one-direction-at-a-time/one-stream");
}

TEST_CASE("uploads behind downloads that wait for their kernels") {
    CHECK(behind({copy(up, 1, 0, 10), copy(down, 1, 20, 30), copy(up, 2, 30, 40),
                  copy(down, 2, 50, 60), copy(up, 1, 60, 70)}) ==
          "not-enough-overlap/behind-download");
    // Here the engine had something to do, and the download did not wait.
    CHECK(behind({copy(up, 1, 0, 10), copy(up, 2, 10, 20), copy(down, 1, 20, 30),
                  copy(up, 1, 30, 40), copy(down, 2, 40, 50), copy(up, 2, 50, 60)}) == "nothing");
    // And here the upload has to wait in any case: it is in the download's stream.
    CHECK(behind({copy(up, 1, 0, 10), copy(down, 1, 20, 30), copy(up, 1, 30, 40),
                  copy(down, 1, 50, 60), copy(up, 1, 60, 70)}) == "nothing");
}

TEST_CASE("copies that meet, or of which there is only one, are in order") {
    CHECK(text_of(one_direction_at_a_time(
              seen_with({copy(up, 1, 0, 10), copy(up, 2, 10, 20), copy(down, 1, 15, 25),
                         copy(down, 2, 25, 35)}))) == "nothing");
    CHECK(text_of(one_direction_at_a_time(
              seen_with({copy(up, 1, 0, 10), copy(down, 1, 10, 20)}))) == "nothing");
}
