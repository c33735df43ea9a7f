#include "checker/grading/graded.hpp"

#include "checker/grading/frames.hpp"
#include "checker/tests/catch.hpp"

#include <unistd.h>

#include <array>

using namespace checker;

namespace {

graded_submission sample() {
    graded_submission s;
    s.student = "Ann \"A\" \xE5\xBC\xA0";
    s.file = "Ann-0123456789abcdef";
    s.inputs = "fedcba9876543210";
    graded_lab passed;
    passed.lab = "04-streams";
    passed.points = 7.5;
    passed.max_points = 20;
    passed.said.emplace();
    passed.said->lab = "04-streams";
    passed.said->outcome = status::fail;
    passed.said->points = 7.5;
    passed.said->max_points = 20;
    passed.said->checks = {{"right results", status::pass, "all of them"}};
    graded_lab missing;
    missing.lab = "05-default-stream";
    missing.max_points = 20;
    missing.flags = {{"missing", "no file", flag_effect::no_points}};
    s.labs = {passed, missing};
    s.flags = {{"late", "by an hour", flag_effect::note}};
    s.points = 7.5;
    s.max_points = 40;
    return s;
}

std::string complaint(const std::string& text) {
    try {
        static_cast<void>(graded_submission_from_json(text));
    } catch (const std::invalid_argument& problem) {
        return problem.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("what is graded comes back from its JSON") {
    CHECK(graded_submission_from_json(to_json(sample())) == sample());
    graded_class c;
    c.course = "Overlap Labs";
    c.tree = "0011223344556677";
    c.seed = 18446744073709551615U;
    c.labs = {{"04-streams", "Streams", 20}, {"05-default-stream", "The default stream", 20}};
    c.submissions = {sample()};
    CHECK(graded_class_from_json(to_json(c)) == c);
    CHECK(to_json(c).back() == '\n');
}

TEST_CASE("JSON that is no result is named for what it lacks") {
    CHECK(complaint("{") == "not JSON");
    CHECK(complaint("[]") == "not a JSON object");
    CHECK(complaint(R"({"schema":2})") == "\"schema\" is 2, this program reads 1");
    CHECK(complaint(R"({"schema":1})") == "a result without \"student\"");
    CHECK(complaint(R"({"schema":1,"student":7})") == "\"student\" is of the wrong kind");
    auto text = to_json(sample());
    text.replace(text.find("no_points"), 9, "more_too!");
    CHECK(complaint(text) == "\"more_too!\" is not what a flag does");
}

TEST_CASE("bytes that are no text do not stop a result from being written") {
    auto s = sample();
    s.labs[1].flags[0].message = "\xFF\xFE";
    CHECK(graded_submission_from_json(to_json(s)).labs[1].flags[0].message ==
          "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("points are written as people do") {
    CHECK(points_in_words(0) == "0");
    CHECK(points_in_words(10) == "10");
    CHECK(points_in_words(7.5) == "7.5");
    CHECK(points_in_words(20.0 / 3) == "6.67");
}

TEST_CASE("frames are read as they were written, and not beyond what is whole") {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    write_frame(ends[1], "said", "one\ntwo 3\n");
    write_frame(ends[1], "program", std::string("\0\n\xFF", 3));
    close(ends[1]);
    std::array<char, 256> buffer{};
    const auto got = read(ends[0], buffer.data(), buffer.size());
    close(ends[0]);
    REQUIRE(got > 0);
    const std::string bytes(buffer.data(), static_cast<std::size_t>(got));

    const auto frames = read_frames(bytes);
    CHECK(frames.size() == 2);
    CHECK(frames.at("said") == "one\ntwo 3\n");
    CHECK(frames.at("program") == std::string("\0\n\xFF", 3));

    CHECK(read_frames(bytes.substr(0, bytes.size() - 1)).size() == 1);
    CHECK(read_frames("said 99999999999999999999999\nx").empty());
    CHECK(read_frames("said -1\nx").empty());
    CHECK(read_frames("no frame at all").empty());
    CHECK(read_frames("a 1\nxa 1\ny").at("a") == "x");
}
