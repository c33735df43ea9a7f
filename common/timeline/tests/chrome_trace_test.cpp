#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "checker/tests/catch.hpp"
#include "common/timeline/chrome_trace.hpp"
#include "common/timeline/tests/samples.hpp"

using namespace timeline;

namespace {

std::string traced(const recording& recorded) {
    std::ostringstream out;
    write_chrome_trace(out, recorded);
    return out.str();
}

using track = std::pair<int, int>;
using slices = std::map<track, std::vector<std::pair<std::int64_t, std::int64_t>>>;

std::int64_t to_ns(const nlohmann::json& microseconds) {
    return std::llround(microseconds.get<double>() * 1000);
}

slices slices_of(const nlohmann::json& trace) {
    slices result;
    for (const auto& event : trace.at("traceEvents")) {
        if (event.at("ph") == "X") {
            const std::int64_t start = to_ns(event.at("ts"));
            result[{event.at("pid"), event.at("tid")}].emplace_back(start,
                                                                    start + to_ns(event.at("dur")));
        }
    }
    return result;
}

}  // namespace

TEST_CASE("a small pipeline as a trace") {
    const std::string text = traced(samples::pipelined(2, 2));
    CHECK(text == samples::golden("pipeline.trace.json", text));
}

TEST_CASE("an empty recording is a valid trace") {
    const auto trace = nlohmann::json::parse(traced({}));
    CHECK(slices_of(trace).empty());
}

TEST_CASE("nothing overlaps within a track, every track has a name, times are exact") {
    for (unsigned seed = 1; seed <= 60; ++seed) {
        const recording recorded = samples::random(seed, 80, nanoseconds{1'000'000});
        const auto trace = nlohmann::json::parse(traced(recorded));
        INFO("seed " << seed);

        std::set<track> named;
        for (const auto& event : trace.at("traceEvents")) {
            if (event.at("name") == "thread_name") {
                CHECK(named.emplace(event.at("pid"), event.at("tid")).second);
            }
        }
        std::multiset<std::pair<std::int64_t, std::int64_t>> seen;
        for (const auto& [at, parts] : slices_of(trace)) {
            CHECK(named.count(at) == 1);
            for (std::size_t i = 1; i < parts.size(); ++i) {
                CHECK(parts[i - 1].second <= parts[i].first);
            }
            seen.insert(parts.begin(), parts.end());
        }
        for (const operation& op : recorded.operations) {
            CHECK(seen.count({op.start.count(), op.end.count()}) > 0);
        }
    }
}

TEST_CASE("arrows come in pairs, and each end lies in a slice of its track") {
    for (unsigned seed = 1; seed <= 60; ++seed) {
        const recording recorded = samples::random(seed, 50, nanoseconds{1'000'000});
        const auto trace = nlohmann::json::parse(traced(recorded));
        const slices all = slices_of(trace);
        std::map<int, std::string> phases;
        std::size_t expected = 0;
        for (const operation& op : recorded.operations) {
            expected += op.waits_for.size();
        }
        for (const auto& event : trace.at("traceEvents")) {
            const std::string phase = event.at("ph");
            if (phase != "s" && phase != "f") {
                continue;
            }
            phases[event.at("id")] += phase;
            const std::int64_t at = to_ns(event.at("ts"));
            bool inside = false;
            for (const auto& [start, end] : all.at({event.at("pid"), event.at("tid")})) {
                inside |= start <= at && (at < end || at == start);
            }
            CHECK(inside);
        }
        CHECK(phases.size() == expected);
        for (const auto& [id, both] : phases) {
            CHECK(both == "sf");
        }
    }
}

TEST_CASE("several recordings in one trace have processes of their own") {
    const auto baseline = samples::blocking(2);
    const auto yours = samples::pipelined(2, 2);
    std::ostringstream out;
    write_chrome_trace(out, {{"baseline", baseline}, {"yours", yours}});
    const auto trace = nlohmann::json::parse(out.str());

    std::map<int, std::string> processes;
    std::set<int> arrows;
    std::size_t starts = 0;
    for (const auto& event : trace.at("traceEvents")) {
        if (event.at("name") == "process_name") {
            CHECK(processes.emplace(event.at("pid"), event.at("args").at("name")).second);
        }
        if (event.at("ph") == "s") {
            ++starts;
            arrows.insert(event.at("id").get<int>());
        }
    }
    CHECK(processes.size() == 6);
    CHECK(processes.at(1) == "baseline: host");
    CHECK(processes.at(6) == "yours: device streams");
    CHECK(arrows.size() == starts);
    for (const auto& [at, parts] : slices_of(trace)) {
        CHECK(processes.count(at.first) == 1);
        for (std::size_t i = 1; i < parts.size(); ++i) {
            CHECK(parts[i - 1].second <= parts[i].first);
        }
    }
}
