#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/timeline/overlap.hpp"
#include "common/timeline/tests/samples.hpp"

using namespace timeline;

namespace {

operation op(op_kind kind, int start, int end) {
    operation result;
    result.kind = kind;
    result.start = nanoseconds{start};
    result.end = nanoseconds{end};
    return result;
}

recording of(std::vector<operation> operations) {
    for (std::size_t i = 0; i < operations.size(); ++i) {
        operations[i].id = i + 1;
    }
    return {{}, std::move(operations)};
}

constexpr nanoseconds ns(std::int64_t count) {
    return nanoseconds{count};
}

/// What happens in one nanosecond.
struct moment {
    bool engines[3] = {};
    bool kernel = false, work = false, wait = false, call = false;
    [[nodiscard]] bool any() const { return engines[0] || engines[1] || engines[2]; }
};

std::vector<moment> moments_of(const recording& recorded, int span) {
    std::vector<moment> result(static_cast<std::size_t>(span));
    for (const operation& each : recorded.operations) {
        for (auto t = each.start.count(); t < each.end.count(); ++t) {
            moment& now = result[static_cast<std::size_t>(t)];
            if (const auto unit = engine_of(each.kind)) {
                now.engines[static_cast<std::size_t>(*unit)] = true;
            }
            now.kernel |= each.kind == op_kind::kernel;
            now.work |= each.kind == op_kind::host_work || each.kind == op_kind::copy_h2h;
            now.wait |= each.kind == op_kind::host_wait;
            now.call |= each.kind == op_kind::api_call;
        }
    }
    return result;
}

template <class Predicate>
nanoseconds time_when(const std::vector<moment>& moments, Predicate holds) {
    return nanoseconds{std::count_if(moments.begin(), moments.end(), holds)};
}

}  // namespace

TEST_CASE("nothing recorded, nothing measured") {
    const overlap_figures figures = measure_overlap({});
    CHECK(figures.elapsed() == ns(0));
    CHECK(figures.any_busy == ns(0));
    CHECK(figures.hidden_share() == 0.0);
    CHECK(figures.of(engine::compute).share == 0.0);
}

TEST_CASE("a copy beside a kernel of another chunk") {
    const overlap_figures figures = measure_overlap(of({
        op(op_kind::copy_h2d, 100, 200),
        op(op_kind::kernel, 200, 300),
        op(op_kind::copy_h2d, 250, 350),
        op(op_kind::copy_d2h, 300, 360),
        op(op_kind::kernel, 350, 400),
    }));
    CHECK(figures.elapsed() == ns(300));
    CHECK(figures.any_busy == ns(300));
    CHECK(figures.of(engine::h2d).busy == ns(200));
    CHECK(figures.of(engine::compute).busy == ns(150));
    CHECK(figures.h2d_compute == ns(50));
    CHECK(figures.compute_d2h == ns(10));
    CHECK(figures.h2d_d2h == ns(50));
    CHECK(figures.all_three == ns(0));
    CHECK(figures.longest_stage == ns(200));
    CHECK(figures.copies_beside_kernels == ns(60));
    CHECK(figures.copies == 3);
    CHECK(figures.copies_beside_kernel == 2);
    CHECK(figures.of(engine::h2d).gaps == 1);
    CHECK(figures.of(engine::h2d).longest_gap == ns(50));
    CHECK(figures.of(engine::d2h).gaps == 0);
}

TEST_CASE("two operations at once on one engine count once") {
    const overlap_figures figures =
        measure_overlap(of({op(op_kind::kernel, 0, 100), op(op_kind::memset, 50, 120)}));
    CHECK(figures.of(engine::compute).busy == ns(120));
    CHECK(figures.of(engine::compute).operations == 2);
}

TEST_CASE("a moment of the host counts once: work, else waiting, else a call") {
    const overlap_figures figures = measure_overlap(of({
        op(op_kind::api_call, 0, 100),    // a blocking copy ...
        op(op_kind::host_wait, 10, 90),   // ... which mostly waits
        op(op_kind::host_work, 80, 130),  // another thread works
        op(op_kind::kernel, 100, 110),
    }));
    CHECK(figures.host.working == ns(50));
    CHECK(figures.host.waiting == ns(70));
    CHECK(figures.host.busy == ns(60));
    CHECK(figures.host.working_beside_device == ns(10));
}

TEST_CASE("the hidden share is 0 for turns and 1 when all hides behind the busiest engine") {
    CHECK(measure_overlap(samples::blocking(5)).hidden_share() == 0.0);
    CHECK(measure_overlap(of({op(op_kind::kernel, 0, 100), op(op_kind::copy_h2d, 0, 40),
                              op(op_kind::copy_d2h, 40, 100)}))
              .hidden_share() == 1.0);
}

TEST_CASE("a pipeline keeps its engines busier than blocking calls do") {
    const overlap_figures serial = measure_overlap(samples::blocking(32));
    const overlap_figures pipeline = measure_overlap(samples::pipelined(32, 3));
    CHECK(serial.longest_stage == pipeline.longest_stage);
    CHECK(pipeline.elapsed() * 5 < serial.elapsed() * 2);
    CHECK(serial.of(engine::h2d).share < 0.34);
    CHECK(pipeline.of(engine::h2d).share > 0.9);
    CHECK(serial.copies_beside_kernel == 0);
    CHECK(pipeline.copies_beside_kernel == pipeline.copies - 2);
}

TEST_CASE("figures agree with counting every nanosecond") {
    constexpr int span = 200;
    for (unsigned seed = 1; seed <= 600; ++seed) {
        const recording recorded =
            samples::random(seed, static_cast<int>(seed % 40), nanoseconds{span});
        const auto moments = moments_of(recorded, span + 1);
        const overlap_figures figures = measure_overlap(recorded);
        INFO("seed " << seed);

        for (const engine unit : all_engines) {
            const auto slot = static_cast<std::size_t>(unit);
            const auto busy = [slot](const moment& now) { return now.engines[slot]; };
            CHECK(figures.of(unit).busy == time_when(moments, busy));
            const auto gaps = idle_gaps(recorded, unit);
            CHECK(figures.of(unit).gaps == gaps.size());
            const auto first = std::find_if(moments.begin(), moments.end(), busy);
            const auto last = std::find_if(moments.rbegin(), moments.rend(), busy).base();
            const auto idle =
                first == moments.end() ? 0 : std::count_if(first, last, std::not_fn(busy));
            CHECK(figures.of(unit).idle_in_gaps == ns(idle));
        }
        CHECK(figures.any_busy == time_when(moments, [](auto& now) { return now.any(); }));
        CHECK(figures.h2d_compute ==
              time_when(moments, [](auto& now) { return now.engines[0] && now.engines[1]; }));
        CHECK(figures.compute_d2h ==
              time_when(moments, [](auto& now) { return now.engines[1] && now.engines[2]; }));
        CHECK(figures.h2d_d2h ==
              time_when(moments, [](auto& now) { return now.engines[0] && now.engines[2]; }));
        CHECK(figures.all_three == time_when(moments, [](auto& now) {
                  return now.engines[0] && now.engines[1] && now.engines[2];
              }));
        CHECK(figures.copies_beside_kernels == time_when(moments, [](auto& now) {
                  return now.kernel && (now.engines[0] || now.engines[2]);
              }));
        CHECK(figures.host.working == time_when(moments, [](auto& now) { return now.work; }));
        CHECK(figures.host.waiting ==
              time_when(moments, [](auto& now) { return now.wait && !now.work; }));
        CHECK(figures.host.busy ==
              time_when(moments, [](auto& now) { return now.work || (now.call && !now.wait); }));
        CHECK(figures.host.working_beside_device ==
              time_when(moments, [](auto& now) { return now.work && now.any(); }));
        CHECK(figures.hidden_share() >= 0.0);
        CHECK(figures.hidden_share() <= 1.0);
    }
}
