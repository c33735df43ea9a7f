#include "checker/tests/catch.hpp"
#include "common/simcuda/tests/reference/trial.hpp"

using namespace simcuda::reference;

TEST_CASE("a thousand programs: order, times and mistakes as the reference has them",
          "[reference]") {
    tally count;
    for (std::uint32_t seed = 0; seed < 1000; ++seed) {
        const std::string difference = try_seed(seed, count);
        INFO("seed " << seed << "\n" << difference);
        REQUIRE(difference.empty());
    }
    CHECK(count.racing > 1000);
}
