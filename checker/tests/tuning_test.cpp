// What a choice is worth beside a sweep, and the sweep's pictures.

#include "checker/harness/tuning/choice.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "checker/harness/tuning/sweep_chart.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::size_t whole = 1024;

/// Times in microseconds, by chunk and number of streams: best with 256 in 3 streams.
std::int64_t time_of(std::size_t chunk, std::size_t streams) {
    const std::int64_t base = chunk == 1024 ? 300 : chunk == 256 ? 120 : 200;
    const std::int64_t waiting = streams == 1 ? 150 : streams == 2 ? 40 : 0;
    return chunk == 1024 ? base : base + waiting;
}

tried_plan tried(std::size_t chunk, std::size_t streams) {
    return {chunk, streams, nanoseconds{1000 * time_of(chunk, streams)}};
}

sweep sweep_with(std::size_t chunk, std::size_t streams) {
    sweep s{"somewhere", {whole * 4}, {}, tried(chunk, streams), {}};
    for (const std::size_t c : {1024, 256, 64}) {
        for (const std::size_t n : {1, 2, 3, 8}) {
            s.tried.push_back(tried(c, n));
        }
    }
    for (std::size_t n = 1; n < streams; ++n) {
        s.fewer.push_back(tried(chunk, n));
    }
    return s;
}

std::string text_of(const std::optional<finding>& found) {
    return found ? found->text : "nothing";
}

}  // namespace

TEST_CASE("the best plan is the one that takes least time") {
    const auto s = sweep_with(64, 1);
    CHECK(best_of(s).chunk == 256);
    CHECK(best_of(s).streams == 3);
    CHECK(chunks_of(s) == std::vector<std::size_t>{1024, 256, 64});
    CHECK(streams_of(s) == std::vector<std::size_t>{1, 2, 3, 8});
    CHECK(share_of_best(s) == 120.0 / 350);
}

TEST_CASE("what a judgement hangs on is the choice, its rivals, and the choice in fewer streams") {
    auto s = sweep_with(64, 3);
    const auto names = [&](double margin) {
        std::vector<std::string> all;
        for (const auto* p : contenders_of(s, margin)) {
            all.push_back(fmt::format("{}/{}", p->chunk, p->streams));
        }
        return all;
    };
    CHECK(names(0) == std::vector<std::string>{"64/3", "64/1", "64/2", "256/3", "256/8"});
    CHECK(names(0.4) ==
          std::vector<std::string>{"64/3", "64/1", "64/2", "256/2", "256/3", "256/8"});
    // They are the sweep's own: measured again, they change what is said.
    for (auto* p : contenders_of(s, 0)) {
        p->time = nanoseconds{1000};
    }
    CHECK(text_of(too_slow(s)) == "nothing");
}

TEST_CASE("a choice that is too slow is told what to change") {
    CHECK(text_of(too_slow(sweep_with(256, 3))) == "nothing");
    CHECK(text_of(too_slow(sweep_with(1024, 3))) == "chunk-too-large/plan");
    CHECK(text_of(too_slow(sweep_with(64, 3))) == "chunk-too-small/plan");
    CHECK(text_of(too_slow(sweep_with(256, 1))) == "single-stream/plan");
    CHECK(text_of(too_slow(sweep_with(256, 2))) == "too-few-buffers/plan");
}

TEST_CASE("up to 1.1 times the best time is near enough") {
    auto s = sweep_with(256, 3);
    s.chosen.time = nanoseconds{131'900};
    CHECK(text_of(too_slow(s)) == "nothing");
    s.chosen.time = nanoseconds{132'100};
    CHECK(text_of(too_slow(s)) != "nothing");
}

TEST_CASE("streams that bring nothing are too many") {
    CHECK(text_of(too_many_streams(sweep_with(256, 3))) == "nothing");
    CHECK(text_of(too_many_streams(sweep_with(256, 6))) == "nothing");
    const auto found = too_many_streams(sweep_with(256, 8));
    CHECK(text_of(found) == "too-much-memory/streams");
    CHECK(found->arguments.at("enough") == "3");
}

TEST_CASE("points for a part grow with what was gained") {
    const std::vector<sweep> none = {sweep_with(1024, 1)};
    const std::vector<sweep> some = {sweep_with(256, 1)};
    const std::vector<sweep> more = {sweep_with(256, 2)};
    const std::vector<sweep> all = {sweep_with(256, 3)};
    CHECK(share_of_gains(none) == 0);
    CHECK(share_of_gains(some) > 0);
    CHECK(share_of_gains(more) > share_of_gains(some));
    CHECK(share_of_gains(all) > share_of_gains(more));
    CHECK(share_of_gains(all) < 1);
}

TEST_CASE("the chart has a row for each size and marks both plans") {
    const auto chart = draw_sweeps({sweep_with(64, 2)});
    CHECK_THAT(chart, ContainsSubstring("somewhere: GB/s each way"));
    CHECK_THAT(chart, ContainsSubstring("4 KiB"));
    CHECK_THAT(chart, ContainsSubstring("256 B"));
    CHECK(std::count(chart.begin(), chart.end(), '>') == 2);
    CHECK(std::count(chart.begin(), chart.end(), '*') == 2);
    CHECK_THAT(chart, ContainsSubstring("yours: 256 B in 2 streams"));
}

TEST_CASE("the SVG has a line for each number of streams and nothing open") {
    const auto svg = svg_of({sweep_with(64, 2), sweep_with(256, 3)});
    const auto times = [&](const std::string& what) {
        int n = 0;
        for (auto at = svg.find(what); at != std::string::npos; at = svg.find(what, at + 1)) {
            ++n;
        }
        return n;
    };
    CHECK(svg.starts_with("<svg "));
    CHECK(svg.ends_with("</svg>\n"));
    CHECK(times("<polyline") == 8);
    CHECK(times("<text") == times("</text>"));
    CHECK(times("<g") == times("</g>"));
    CHECK(times("<title>") == times("</title>"));
}
