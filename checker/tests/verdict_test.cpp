#include "checker/harness/verdict.hpp"

#include "checker/tests/catch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;

namespace {

verdict sample() {
    verdict v;
    v.lab = "04-streams";
    v.profile = "h200";
    v.outcome = status::fail;
    v.points = 2.5;
    v.max_points = 10;
    v.checks = {{"results", status::pass, ""}, {"closed gap", status::fail, "0.02 of 0.80"}};
    v.diagnoses = {
        {"single-stream", "what\n\nwhy\n\nfix", {{"labs/04-streams/lab.cu", 31}}, "d.md"}};
    v.metrics.serial_ms = 15.4;
    v.metrics.speedup = 1.02;
    v.timeline = ".lab/run/04-streams/yours/timeline.json";
    return v;
}

std::string complaint(const std::string& text) {
    try {
        static_cast<void>(verdict_from_json(text));
    } catch (const std::invalid_argument& problem) {
        return problem.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("a verdict's JSON is as the design says") {
    CHECK(to_json(sample()) ==
          R"({"schema":1,"lab":"04-streams","device":"sim","profile":"h200","status":"fail",)"
          R"("points":2.5,"max_points":10.0,"checks":[{"name":"results","status":"pass",)"
          R"("message":""},{"name":"closed gap","status":"fail","message":"0.02 of 0.80"}],)"
          R"("diagnoses":[{"id":"single-stream","message":"what\n\nwhy\n\nfix","where":)"
          R"([{"file":"labs/04-streams/lab.cu","line":31}],"docs":"d.md"}],"metrics":)"
          R"({"serial_ms":15.4,"measured_ms":null,"bound_ms":null,"speedup":1.02,)"
          R"("closed_gap":null,"overlap":null},"timeline":)"
          R"(".lab/run/04-streams/yours/timeline.json"})");
}

TEST_CASE("a verdict comes back from its JSON") {
    CHECK(verdict_from_json(to_json(sample())) == sample());
    CHECK(verdict_from_json(to_json(verdict{})) == verdict{});
}

TEST_CASE("a check that waits for another one says that it was not looked at") {
    auto v = sample();
    CHECK_THAT(to_json(v), !ContainsSubstring("looked_at"));
    v.checks[1].its_turn = turn::to_come;
    CHECK_THAT(to_json(v), ContainsSubstring(R"("message":"0.02 of 0.80","looked_at":false})"));
    CHECK(verdict_from_json(to_json(v)) == v);
}

TEST_CASE("a check that gives points says how many of how many") {
    auto v = sample();
    v.checks[1].points = 2.5;
    v.checks[1].max_points = 8;
    CHECK_THAT(to_json(v),
               ContainsSubstring(R"("message":"0.02 of 0.80","points":2.5,"max_points":8.0})"));
    CHECK(verdict_from_json(to_json(v)) == v);
}

TEST_CASE("bytes that are no text do not spoil the JSON") {
    auto v = sample();
    v.checks[0].message = "\xff\xfe\x01 half a character: \xe2\x82";
    CHECK(verdict_from_json(to_json(v)).checks.size() == 2);
}

TEST_CASE("what is no verdict is refused with the reason") {
    CHECK(complaint("{") == "not JSON");
    CHECK(complaint("[]") == "not a JSON object");
    CHECK(complaint("{}") == "a verdict without \"schema\"");
    CHECK_THAT(complaint(R"({"schema": 2})"), ContainsSubstring("this program reads 1"));
    CHECK(complaint(R"({"schema": 1, "lab": 4})") == "\"lab\" is of the wrong kind");
    auto text = to_json(sample());
    text.replace(text.find("\"fail\""), 6, "\"good\"");
    CHECK(complaint(text) == "\"good\" is not a status");
}

TEST_CASE("exit statuses are the command's") {
    CHECK(exit_status(status::pass) == 0);
    CHECK(exit_status(status::fail) == 1);
    CHECK(exit_status(status::inconclusive) == 3);
    CHECK(exit_status(status::error) == 4);
}
