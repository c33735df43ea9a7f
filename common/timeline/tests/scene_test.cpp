#include <algorithm>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "checker/tests/catch.hpp"
#include "common/timeline/scene.hpp"
#include "common/timeline/scene_json.hpp"
#include "common/timeline/scene_runs.hpp"
#include "common/timeline/svg.hpp"
#include "common/timeline/tests/samples.hpp"

using namespace timeline;
using Catch::Matchers::ContainsSubstring;

namespace {

drawing_options with_streams() {
    drawing_options options;
    options.lanes = lane_choice::engines_and_streams;
    options.most_streams = options.most_annotations = 100;
    return options;
}

svg_options named(const std::string& title) {
    svg_options options;
    options.title = title;
    return options;
}

std::size_t times(const std::string& text, const std::string& what) {
    std::size_t n = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        ++n;
    }
    return n;
}

}  // namespace

TEST_CASE("a baseline and a pipeline as SVG") {
    const auto baseline = samples::blocking(4);
    auto yours = samples::pipelined(4, 2);
    for (auto& op : yours.operations) {
        if (op.kind == op_kind::host_wait) {
            op.where = {"lab.cu", 40};
        }
    }
    const named_place place{1, "sync-in-loop", {{"lab.cu", 40}, {"lab.cu", 44}}};
    const auto what =
        scene_of({{"baseline", baseline, {}, {}}, {"yours", yours, "1.75x as fast", {place}}},
                 with_streams());
    const auto svg = svg_of(what, named("Four chunks"));
    CHECK(svg == samples::golden("pipeline.svg", svg));

    // What is seen is also said.
    CHECK_THAT(svg, ContainsSubstring("<title id=\"timeline-title\">Four chunks</title>"));
    CHECK_THAT(svg, ContainsSubstring("yours: 1.10 ms, 1.75x as fast; H2D 57 % busy"));
    CHECK_THAT(svg, ContainsSubstring("sync-in-loop: lab.cu:40, 44"));
    CHECK_THAT(svg, ContainsSubstring(" found\""));
}

TEST_CASE("every operation has a mark in the lanes of its engine and its stream") {
    for (unsigned seed = 1; seed <= 40; ++seed) {
        INFO("seed " << seed);
        const auto recorded = samples::random(seed, 60, nanoseconds{1'000'000});
        const auto what = scene_of({{"random", recorded, {}, {}}}, with_streams());
        REQUIRE(what.panels.size() == 1);
        std::set<std::uint64_t> marked;
        for (const auto& row : what.panels[0].lanes) {
            CHECK(row.tracks >= 1);
            for (const auto& mark : row.marks) {
                marked.insert(mark.op->id);
                CHECK(mark.start.count() >= 0);
                CHECK(mark.end <= what.span);
                CHECK(mark.track < row.tracks);
            }
        }
        CHECK(marked.size() == recorded.operations.size());
    }
}

TEST_CASE("runs hold every mark, stay within the plot and are no more than its pixels allow") {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        INFO("seed " << seed);
        const auto recorded = samples::random(seed, 500, nanoseconds{1'000'000});
        const auto what = scene_of({{"random", recorded, {}, {}}}, with_streams());
        for (const auto& row : what.panels[0].lanes) {
            std::size_t held = 0;
            for (const auto& run : runs_of(row, what.span, 300)) {
                held += run.count;
                CHECK(run.from >= 0);
                CHECK(run.to <= 300.001);
                CHECK(run.busy >= 0);
                CHECK(run.busy <= 1);
            }
            CHECK(held == row.marks.size());
        }
    }
}

TEST_CASE("ten thousand operations stay a small picture, and its data a small file") {
    const auto recorded = samples::pipelined(3400, 4);
    REQUIRE(recorded.operations.size() > 10'000);
    const auto what = scene_of({{"long", recorded, {}, {}}}, with_streams());
    CHECK(svg_of(what, named("long")).size() < 400'000);
    CHECK(to_json(what).dump().size() < 3'000'000);
}

TEST_CASE("an empty recording is a panel that says so") {
    const recording nothing;
    const auto svg = svg_of(scene_of({{"yours", nothing, {}, {}}}, {}), named("empty"));
    CHECK_THAT(svg, ContainsSubstring("nothing was recorded"));
}

TEST_CASE("names cannot break out of the picture") {
    auto recorded = samples::pipelined(1, 1);
    for (auto& op : recorded.operations) {
        op.name = "a<b>&\"c\"";
    }
    recorded.streams = {{1, "</svg><script>", false, 0}};
    const auto svg =
        svg_of(scene_of({{"<title>", recorded, "\"&", {}}}, with_streams()), named("<b>\x01\xff"));
    CHECK(times(svg, "<svg") == 1);
    CHECK(times(svg, "</svg>") == 1);
    CHECK(times(svg, "<script") == 0);
    CHECK(times(svg, "\x01") == 0);
    CHECK_THAT(svg, ContainsSubstring("a&lt;b&gt;&amp;&quot;c&quot;"));
}

TEST_CASE("the data names each operation once, and lanes and arrows by index") {
    const auto recorded = samples::pipelined(3, 2);
    const auto json = to_json(scene_of({{"yours", recorded, {}, {}}}, with_streams()));
    const auto& panel = json.at("panels").at(0);
    CHECK(panel.at("operations").size() == recorded.operations.size());
    for (const auto& row : panel.at("lanes")) {
        for (const auto& index : row.at("marks")) {
            CHECK(index.get<std::size_t>() < recorded.operations.size());
        }
    }
    for (const auto& arrow : panel.at("arrows")) {
        CHECK(arrow.at(3).get<std::size_t>() <
              panel.at("lanes").at(arrow.at(2).get<std::size_t>()).at("marks").size());
    }
}
