#include <limits>
#include <random>
#include <sstream>
#include <string>

#include "checker/tests/catch.hpp"
#include "common/timeline/json.hpp"
#include "common/timeline/tests/samples.hpp"

using namespace timeline;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string written(const recording& recorded) {
    std::ostringstream out;
    write_json(out, recorded);
    return out.str();
}

/// What reading the text says is wrong; empty when nothing is.
std::string complaint(const std::string& text) {
    try {
        (void)parse_recording(text);
        return "";
    } catch (const json_error& error) {
        return error.what();
    }
}

/// A recording of one operation, with `from` replaced by `to` in its text.
std::string spoilt(const std::string& from, const std::string& to) {
    std::string text = R"({"schema":1,"streams":[{"id":1,"name":"stream 1","non_blocking":true,)"
                       R"("priority":-2}],"operations":[{"id":1,"correlation":0,"kind":"kernel",)"
                       R"("name":"scale","stream":1,"start_ns":10,"end_ns":20}]})";
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("what was written is read back exactly") {
    CHECK(parse_recording(written({})) == recording{});
    for (unsigned seed = 1; seed <= 200; ++seed) {
        const recording recorded =
            samples::random(seed, static_cast<int>(seed), nanoseconds{std::int64_t{1} << 40});
        INFO("seed " << seed);
        CHECK(parse_recording(written(recorded)) == recorded);
        CHECK(parse_recording(to_json(recorded).dump()) == recorded);
        CHECK(recording_from(to_json(recorded)) == recorded);
    }
}

TEST_CASE("the ends of every range survive") {
    operation op;
    op.id = std::numeric_limits<std::uint64_t>::max();
    op.start = nanoseconds::min();
    op.end = nanoseconds::max();
    op.size = bytes{std::numeric_limits<std::uint64_t>::max()};
    op.where = {"a\"b\\c\n\t\u20ac.cu", std::numeric_limits<int>::max()};
    op.stream = host_lane - 1;
    const recording recorded{{{7, "", true, std::numeric_limits<int>::min()}}, {op}};
    CHECK(parse_recording(written(recorded)) == recorded);
}

TEST_CASE("a recording inside a larger report") {
    CHECK(complaint(R"({"defects":[],"schema":1,"streams":[],"operations":[]})").empty());
}

TEST_CASE("one operation a line, keys in a fixed order") {
    const std::string text = written(samples::blocking(1));
    CHECK(text == samples::golden("recording.json", text));
}

TEST_CASE("text that is not UTF-8 is written with replacement characters") {
    operation op;
    op.id = 1;
    op.name = "caf\xe9";
    CHECK_THAT(written({{}, {op}}), ContainsSubstring("caf\xef\xbf\xbd"));
}

TEST_CASE("bad input is refused with what was wrong and where") {
    CHECK(complaint(spoilt("scale", "scale")).empty());
    CHECK(complaint("{\n  \"schema\": 1,\n  \"streams\": [}") ==
          "line 3, column 15: this is not JSON, or the text was cut off here");
    CHECK(complaint("") == "line 1, column 1: this is not JSON, or the text was cut off here");
    CHECK(complaint("[]") == "recording: expected an object, found a list");
    CHECK(complaint("{}") == "recording: \"schema\" is missing");
    CHECK_THAT(complaint(spoilt("\"schema\":1", "\"schema\":2")),
               ContainsSubstring("schema: this program reads schema 1, the recording has 2"));
    CHECK_THAT(complaint(spoilt("\"kernel\"", "\"kernal\"")),
               ContainsSubstring("operations[0].kind: \"kernal\" is not a known word; known: "
                                 "copy_h2d, "));
    CHECK(complaint(spoilt("\"end_ns\":20", "\"end_ns\":2")) ==
          "operations[0].end_ns: the operation ends at 2 ns, before its start at 10 ns");
    CHECK(complaint(spoilt("\"end_ns\":20", "\"end_ns\":20.5")) ==
          "operations[0].end_ns: expected a whole number, found 20.5");
    CHECK_THAT(complaint(spoilt("\"end_ns\":20", "\"end_ns\":9223372036854775808")),
               ContainsSubstring("out of range"));
    CHECK_THAT(complaint(spoilt("\"id\":1,\"corr", "\"id\":-1,\"corr")),
               ContainsSubstring("operations[0].id: -1 is out of range, 0 to "));
    CHECK(complaint(spoilt("\"stream\":1", "\"stream\":\"hots\"")) ==
          "operations[0].stream: expected a stream's number or \"host\", found \"hots\"");
    CHECK_THAT(complaint(spoilt("\"name\":\"scale\"", "\"nmae\":\"scale\"")),
               ContainsSubstring("operations[0]: unknown key \"nmae\"; known: id, correlation"));
    CHECK(complaint(spoilt("\"correlation\":0,", "")) ==
          "operations[0]: \"correlation\" is missing");
    CHECK(complaint(spoilt("\"end_ns\":20", "\"end_ns\":20,\"waits_for\":[1]")) ==
          "operations[0].waits_for: the operation waits for itself");
    CHECK(complaint(spoilt("\"end_ns\":20", "\"end_ns\":20,\"waits_for\":[null]")) ==
          "operations[0].waits_for[0]: expected a whole number, found null");
    CHECK(complaint(spoilt("\"non_blocking\":true", "\"non_blocking\":1")) ==
          "streams[0].non_blocking: expected true or false, found 1");
    CHECK(complaint(spoilt("\"name\":\"scale\"", "\"name\":[]")) ==
          "operations[0].name: expected text, found a list");
    CHECK(complaint(spoilt("\"end_ns\":20", "\"end_ns\":1e999")) ==
          "recording: it contains a number that is too large for any computer");
}

TEST_CASE("ids ascend") {
    recording recorded = samples::blocking(1);
    recorded.operations[2].id = 2;
    CHECK(complaint(written(recorded)) ==
          "operations[2].id: 2 follows 2: ids must ascend, in the order of issue");
}

TEST_CASE("no cut of a recording's text is taken for a recording") {
    const std::string text = written(samples::blocking(1));
    for (std::size_t size = 0; size + 2 < text.size(); ++size) {
        CHECK_FALSE(complaint(text.substr(0, size)).empty());
    }
}

TEST_CASE("text with a spoilt character is a recording or a json_error, never anything else") {
    const std::string text = written(samples::random(3, 12, nanoseconds{1000}));
    std::mt19937 source(7);
    int refused = 0;
    for (int round = 0; round < 4'000; ++round) {
        std::string other = text;
        other[source() % other.size()] = "{}[]\",:0-e\\\xff"[source() % 13];
        refused += complaint(other).empty() ? 0 : 1;
    }
    CHECK(refused > 2'000);
}
