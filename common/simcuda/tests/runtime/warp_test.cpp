#include "common/simcuda/runtime/warp.hpp"

#include <string>

#include "checker/tests/catch.hpp"

using namespace simcuda;

namespace {

lane_calls numbered(int operand, int width) {
    lane_calls calls;
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
        calls[lane] = {100 + lane, operand, width};
    return calls;
}

}  // namespace

TEST_CASE("a shuffle from a lane that is not there gives garbage or the own value", "[warp]") {
    const unsigned present = 0x0000ffff;
    const auto garbage =
        settle(meeting::shuffle_down, present, numbered(8, 32), absent_lane::gives_garbage);
    CHECK(garbage[7] == 115);
    CHECK(garbage[8] == 0xcbcbcbcbcbcbcbcb);
    CHECK(garbage[15] == 0xcbcbcbcbcbcbcbcb);
    const auto own =
        settle(meeting::shuffle_down, present, numbered(8, 32), absent_lane::gives_own_value);
    CHECK(own[7] == 115);
    CHECK(own[8] == 108);
}

TEST_CASE("of a shuffle's operand five bits count", "[warp]") {
    for (const meeting how :
         {meeting::shuffle, meeting::shuffle_up, meeting::shuffle_down, meeting::shuffle_xor}) {
        for (const int operand : {0, 5, 31}) {
            INFO(name_of(how) << " by " << operand);
            CHECK(settle(how, ~0u, numbered(operand, 16), absent_lane::gives_garbage) ==
                  settle(how, ~0u, numbered(operand + 64, 16), absent_lane::gives_garbage));
        }
    }
}

TEST_CASE("an exchange by mask reaches an earlier segment and no later one", "[warp]") {
    const auto results =
        settle(meeting::shuffle_xor, ~0u, numbered(8, 8), absent_lane::gives_garbage);
    CHECK(results[3] == 103);
    CHECK(results[11] == 103);
}

TEST_CASE("votes, matches and reductions take only those that are there", "[warp]") {
    lane_calls calls = numbered(0, 32);
    calls[1].value = 0;
    calls[9].value = 7;
    constexpr auto garbage = absent_lane::gives_garbage;
    CHECK(settle(meeting::any, 0b10, calls, garbage)[1] == 0);
    CHECK(settle(meeting::all, 0b11, calls, garbage)[0] == 0);
    CHECK(settle(meeting::all, 0b101, calls, garbage)[2] == 1);
    CHECK(settle(meeting::ballot, 0b111, calls, garbage)[0] == 0b101);
    CHECK(settle(meeting::match_all, 0b10, calls, garbage)[1] == 0b10);
    CHECK(settle(meeting::match_all, 0b110, calls, garbage)[1] == 0);
    CHECK(settle(meeting::match_any, 0b1000000110, calls, garbage)[9] == 1u << 9);
    CHECK(settle(meeting::reduce_add, 1u << 9 | 1u, calls, garbage)[9] == 107);
    CHECK(settle(meeting::reduce_min, 1u << 9 | 1u, calls, garbage)[0] == 7);
}

TEST_CASE("every function has its name", "[warp]") {
    for (unsigned i = 0; i <= static_cast<unsigned>(meeting::reduce_xor); ++i)
        CHECK(std::string(name_of(static_cast<meeting>(i))).substr(0, 2) == "__");
    CHECK(std::string(name_of(meeting::reduce_xor)) == "__reduce_xor_sync");
    CHECK(std::string(name_of(meeting::ballot)) == "__ballot_sync");
}
