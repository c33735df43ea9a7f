#include <vector>

#include "checker/tests/catch.hpp"
#include "common/simcuda/tests/program.hpp"

using namespace simcuda::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

/// The annotations of a case's recording, in the order of their ends.
std::vector<nlohmann::json> annotations_of(workshop& shop, const fs::path& program,
                                           const std::string& name) {
    const auto ended = shop.run_reported(program, {{name}, {}});
    INFO(ended.run.output << ended.run.errors);
    CHECK(ended.run.status == 0);
    std::vector<nlohmann::json> found;
    for (const auto& op : ended.report["operations"]) {
        if (op["kind"] == "annotation")
            found.push_back(op);
    }
    return found;
}

std::vector<std::string> names_of(const std::vector<nlohmann::json>& all) {
    std::vector<std::string> names;
    for (const auto& each : all)
        names.push_back(each["name"]);
    return names;
}

bool is_inside(const nlohmann::json& inner, const nlohmann::json& outer) {
    return inner["start_ns"] >= outer["start_ns"] && inner["end_ns"] <= outer["end_ns"];
}

}  // namespace

TEST_CASE("ranges and marks are recorded with their names, times and places", "[nvtx]") {
    using strings = std::vector<std::string>;
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        INFO(way.name());
        const fs::path program = shop.build(program_source("nvtx.cu"), way);

        const auto nested = annotations_of(shop, program, "nested_ranges");
        REQUIRE(names_of(nested) == strings{"upload", "compute \u00b5s", "now", "outer"});
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(is_inside(nested[i], nested[3]));
            CHECK(nested[i]["stream"] == "host");
        }
        CHECK(nested[0]["end_ns"] > nested[0]["start_ns"]);
        CHECK(nested[0]["end_ns"] <= nested[1]["start_ns"]);
        CHECK(nested[2]["end_ns"] == nested[2]["start_ns"]);
        CHECK(nested[3]["where"]["line"] == 14);

        const auto crossing = annotations_of(shop, program, "crossing_ranges");
        REQUIRE(names_of(crossing) == strings{"first", "second", "never ended"});
        CHECK(crossing[0]["start_ns"] < crossing[1]["start_ns"]);
        CHECK(crossing[0]["end_ns"] < crossing[1]["end_ns"]);
        CHECK(crossing[0]["end_ns"] > crossing[1]["start_ns"]);

        const auto attributes = annotations_of(shop, program, "attributes");
        REQUIRE(names_of(attributes) == strings{"green", "library: registered", "own"});
        CHECK(attributes[0]["colour"] == 0xff76b900);
        CHECK_FALSE(attributes[2].contains("colour"));

        const auto cpp = annotations_of(shop, program, "cpp");
        REQUIRE(names_of(cpp) ==
                strings{"step", "step", "half", "library: inside", "handle", "unique", "all"});
        CHECK(is_inside(cpp[0], cpp[1]));
        CHECK(cpp[6]["colour"] == 0xffff0000);
        CHECK(cpp[3]["colour"] == 0xff0000ff);
        // addr2line does not always see through what clang++ inlines.
        if (way.compiler == "g++")
            CHECK(cpp[6]["where"]["line"] == 76);
    }
}

TEST_CASE("a stream has NVTX's name where the source shows none", "[nvtx]") {
    workshop shop;
    const fs::path program = shop.build(program_source("nvtx.cu"), usual_ways().front());
    const auto ended = shop.run_reported(program, {{"stream_named_by_nvtx"}, {}});
    REQUIRE(ended.report["defects"].size() == 1);
    CHECK(ended.report["defects"][0]["id"] == "race-between-kernels");
    const std::string message = ended.report["defects"][0]["message"];
    CHECK_THAT(message, ContainsSubstring("stream north") && ContainsSubstring("stream south"));
}
