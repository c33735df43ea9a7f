#include <algorithm>
#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/runtime/spoilt.hpp"
#include "common/workload/calibrate.hpp"
#include "common/workload/launch_shape.hpp"
#include "common/workload/pattern.hpp"
#include "common/workload/recurrence.hpp"
#include "common/workload/verify.hpp"

using namespace workload;

namespace {

constexpr task some_task{100, 37, 5};

static_assert(race_poison == 0x01010101u * simcuda::spoilt_byte);

std::vector<std::uint32_t> right_output(std::size_t count, const task& what = some_task) {
    const pattern data(what.seed);
    std::vector<std::uint32_t> output(count);
    data.fill(output, 0);
    for (auto& x : output) {
        for (unsigned int step = 0; step < what.steps; ++step) {
            x = one_step(x);
        }
    }
    return output;
}

}  // namespace

TEST_CASE("jumping ahead agrees with going step by step") {
    std::uint32_t x = 99;
    for (unsigned int steps = 0; steps < 2000; ++steps) {
        REQUIRE(steps_at_once(steps)(99) == x);
        x = one_step(x);
    }
}

TEST_CASE("a step can be undone") {
    for (std::uint64_t steps : {0ull, 1ull, 2ull, 1000ull, 123456789ull}) {
        const auto there = steps_at_once(steps);
        const auto back = undoing(there);
        for (std::uint32_t x : {0u, 1u, 77u, 0x80000000u, 0xffffffffu}) {
            CHECK(back(there(x)) == x);
        }
    }
}

TEST_CASE("every value tells its element") {
    const pattern data(3);
    for (std::size_t i = 0; i < 100'000; ++i) {
        REQUIRE(data.index_of(data.value(i)) == i);
    }
    CHECK(pattern(3).value(0) != pattern(4).value(0));
}

TEST_CASE("filling from an index continues the same data") {
    const pattern data(8);
    std::vector<std::uint32_t> whole(50);
    std::vector<std::uint32_t> part(20);
    data.fill(whole, 0);
    data.fill(part, 30);
    CHECK(std::equal(part.begin(), part.end(), whole.begin() + 30));
}

TEST_CASE("a right output is right, an empty one too") {
    CHECK(verify(right_output(1050), some_task).ok());
    CHECK(verify(right_output(1), some_task).ok());
    CHECK(verify({}, some_task).ok());
}

TEST_CASE("what is wrong is named") {
    const auto right = right_output(1050);
    auto output = right;
    const pattern data(some_task.seed);

    SECTION("nothing was written from some element on") {
        std::fill(output.begin() + 1000, output.end(), poison);
        const auto v = verify(output, some_task);
        CHECK(v.kind == fault::missing);
        CHECK(v.first == 1000);
        CHECK(v.wrong == 50);
        CHECK(v.wrong_chunks == 1);
        CHECK(v.chunk_length == 50);
        CHECK_FALSE(v.is_torn());
    }
    SECTION("a chunk has another chunk's results") {
        std::copy_n(right.begin(), 100, output.begin() + 300);
        const auto v = verify(output, some_task);
        CHECK(v.kind == fault::other_element);
        CHECK(v.first == 300);
        CHECK(v.belongs_to == 0);
        CHECK(v.of_kind == 100);
    }
    SECTION("the kernel left a chunk out") {
        data.fill(std::span(output).subspan(200, 100), 200);
        CHECK(verify(output, some_task).kind == fault::not_processed);
    }
    SECTION("a chunk has another chunk's input") {
        data.fill(std::span(output).subspan(200, 100), 500);
        const auto v = verify(output, some_task);
        CHECK(v.kind == fault::other_input);
        CHECK(v.belongs_to == 500);
    }
    SECTION("the kernel ran over a chunk three times") {
        for (std::size_t i = 400; i < 500; ++i) {
            output[i] = steps_at_once(2 * some_task.steps)(output[i]);
        }
        const auto v = verify(output, some_task);
        CHECK(v.kind == fault::processed_again);
        CHECK(v.times == 3);
    }
    SECTION("a chunk is right in part only") {
        std::fill_n(output.begin() + 650, 10, poison);
        const auto v = verify(output, some_task);
        CHECK(v.is_torn());
        CHECK(v.wrong_in_chunk == 10);
    }
    SECTION("a missing order was found") {
        output[7] = race_poison;
        CHECK(verify(output, some_task).kind == fault::left_by_race);
    }
    SECTION("something else") {
        output[7] ^= 0x1000;
        CHECK(verify(output, some_task).kind == fault::unknown);
        CHECK(verify(output, some_task).expected == right[7]);
    }
}

TEST_CASE("steps for a wanted time") {
    using timeline::nanoseconds;
    // 500 ns and 2 ns a step.
    const timed_steps few{100, nanoseconds{700}};
    const timed_steps many{1000, nanoseconds{2500}};
    CHECK(steps_for(nanoseconds{10'500}, few, many) == 5000);
    CHECK(steps_for(nanoseconds{600}, few, many) == 50);
    CHECK(steps_for(nanoseconds{1}, few, many) == 1);
    CHECK(steps_for(nanoseconds{1000}, few, {1000, nanoseconds{700}}) == 1);
}

TEST_CASE("blocks cover all elements") {
    CHECK(blocks_for(0) == 0);
    CHECK(blocks_for(1) == 1);
    CHECK(blocks_for(256) == 1);
    CHECK(blocks_for(257) == 2);
}
