// Which of several GPUs: --gpu N.

#include "checker/command/gpu_choice.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;

namespace {

const gpus_here two_gpus{{"A GPU", "Another GPU"}, "13.0", {}};

std::string chosen(const std::string& asked, const std::string& visible = "") {
    return visible_for(context{}, two_gpus, asked, visible);
}

}  // namespace

TEST_CASE("a GPU is chosen by its number, the first where none is named") {
    CHECK(chosen("") == "0");
    CHECK(chosen("0") == "0");
    CHECK(chosen("1") == "1");
}

TEST_CASE("numbers count among the GPUs that the environment leaves") {
    CHECK(chosen("", "2,3") == "2");
    CHECK(chosen("1", "2,3") == "3");
    CHECK(chosen("1", "GPU-aa,MIG-bb") == "MIG-bb");
}

TEST_CASE("what is no GPU of these is told which there are") {
    for (const auto* asked : {"2", "-1", "x", "1x", " 1", "1,0", "99999999999999999999"}) {
        CAPTURE(asked);
        CHECK_THROWS_WITH(chosen(asked), ContainsSubstring("0 (A GPU), 1 (Another GPU)"));
    }
}
