#include "checker/tests/catch.hpp"
#include "common/simcuda/tests/cases.hpp"
#include "common/simcuda/tests/program.hpp"

using namespace simcuda::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

/// One build for all test cases.
struct endings {
    workshop shop;
    fs::path program = shop.build(program_source("endings.cu"), usual_ways().front());

    static const endings& built() {
        static const endings once;
        return once;
    }
};

std::vector<std::string> ids_in(const nlohmann::json& report) {
    std::vector<std::string> ids;
    for (const auto& defect : report["defects"])
        ids.push_back(defect["id"]);
    return ids;
}

using ids = std::vector<std::string>;

}  // namespace

TEST_CASE("a program keeps its own exit status", "[exit]") {
    const auto& [shop, program] = endings::built();
    for (const auto& [way, status] : std::map<std::string, int>{
             {"well", 0}, {"", 0}, {"status", 3}, {"exit", 5}, {"exit-in-a-thread", 6}}) {
        INFO(way);
        CHECK(shop.run(program, {{way}, {}}).status == status);
    }
}

TEST_CASE("SIMCUDA_STRICT=1 turns any defect into status 86", "[exit]") {
    const auto& [shop, program] = endings::built();
    const std::map<std::string, std::string> strict{{"SIMCUDA_STRICT", "1"}};
    CHECK(shop.run(program, {{"well"}, strict}).status == 0);
    for (const char* const way : {"", "status", "exit", "exit-in-a-thread", "pending"}) {
        INFO(way);
        const run_result ended = shop.run(program, {{way}, strict});
        CHECK(ended.status == status_of_defects);
        CHECK(ended.output == "-875836469\n");  // what the program has printed is kept
    }
    CHECK(shop.run(program, {{"status"}, {{"SIMCUDA_STRICT", "0"}}}).status == 3);
}

TEST_CASE("a program that crashes has its defects told before", "[exit]") {
    const auto& [shop, program] = endings::built();
    const std::map<std::string, int> crashes{
        {"abort", 128 + 6}, {"segv", 128 + 11}, {"exception", 128 + 6}};
    for (const auto& [way, status] : crashes) {
        INFO(way);
        const auto ended = shop.run_reported(program, {{way}, {}});
        CHECK(ended.run.status == status);
        CHECK(ids_in(ended.report) == ids{"race-host-reads-early"});
        CHECK_THAT(ended.run.errors, ContainsSubstring("race-host-reads-early"));
    }
}

TEST_CASE("a kernel that is called like a function is told with the line", "[exit]") {
    const auto& [shop, program] = endings::built();
    const run_result ended = shop.run(program, {{"plain-call"}, {}});
    CHECK(ended.status == 128 + 6);
    CHECK_THAT(ended.errors, ContainsSubstring("endings.cu:46: kernel twice is called like a "
                                               "function. Launch it: write twice<<<blocks, thr"));
}

TEST_CASE("a program that leaves at once says nothing", "[exit]") {
    const auto& [shop, program] = endings::built();
    CHECK(shop.run(program, {{"quick"}, {}}).status == 7);
    CHECK(shop.run(program, {{"signal"}, {}}).status == 128 + 15);
}

TEST_CASE("several causes are several defects, in the order of discovery", "[exit]") {
    const auto& [shop, program] = endings::built();
    CHECK(ids_in(shop.run_reported(program, {{"pending"}, {}}).report) ==
          ids{"race-host-reads-early", "returned-with-work-pending"});
    CHECK(ids_in(shop.run_reported(program, {{"broken-kernel"}, {}}).report) ==
          ids{"race-host-reads-early", "out-of-bounds"});
}

TEST_CASE("the report is written even when nobody can read standard error", "[exit]") {
    const auto& [shop, program] = endings::built();
    const auto ended =
        shop.run_reported(program, {{"status"}, {{"SIMCUDA_STRICT", "1"}}, error_stream::closed});
    CHECK(ended.run.status == status_of_defects);
    CHECK(ended.run.output == "-875836469\n");
    CHECK(ids_in(ended.report) == ids{"race-host-reads-early"});
}

TEST_CASE("SIMCUDA_REPORT holds defects and operations", "[exit]") {
    const auto& [shop, program] = endings::built();
    const auto bad = shop.run_reported(program);
    CHECK(bad.report["schema"] == 1);
    REQUIRE(bad.report["defects"].size() == 1);
    const nlohmann::json& defect = bad.report["defects"][0];
    CHECK(defect["id"] == "race-host-reads-early");
    CHECK_THAT(defect["message"].get<std::string>(), ContainsSubstring("endings.cu:"));
    REQUIRE(defect["where"].size() == 2);
    for (const auto& place : defect["where"]) {
        CHECK(fs::path(place["file"].get<std::string>()).filename() == "endings.cu");
        CHECK(place["line"].get<int>() > 0);
    }
    CHECK(defect.contains("docs"));

    const auto has = [](const nlohmann::json& report, const char* kind, const char* name) {
        for (const auto& operation : report["operations"]) {
            const bool same = operation["kind"] == kind && operation["name"] == name;
            if (same && operation["end_ns"] >= operation["start_ns"])
                return true;
        }
        return false;
    };
    CHECK(has(bad.report, "memset", "cudaMemset"));
    CHECK(has(bad.report, "copy_d2h", "cudaMemcpyAsync"));
    CHECK(has(bad.report, "host_wait", "cudaDeviceSynchronize"));

    // "defects" is there for a program without any, too; so is the file without a device.
    CHECK(shop.run_reported(program, {{"broken-kernel"}, {}}).report.contains("operations"));
    CHECK(shop.run_reported(program, {{"well"}, {}}).report["defects"].empty());
}

TEST_CASE("a report that cannot be written is told", "[exit]") {
    const auto& [shop, program] = endings::built();
    const std::string nowhere = (shop.folder() / "missing" / "report.json").string();
    const run_result ended = shop.run(program, {{"status"}, {{"SIMCUDA_REPORT", nowhere}}});
    CHECK(ended.status == 3);
    CHECK_THAT(ended.errors, ContainsSubstring("cannot write " + nowhere));
}

TEST_CASE("SIMCUDA_POISON=0 leaves racing data as it happens to be", "[exit]") {
    const auto& [shop, program] = endings::built();
    const run_result lucky = shop.run(program, {{""}, {{"SIMCUDA_POISON", "0"}}});
    CHECK(lucky.output == "16843009\n");
    CHECK_THAT(lucky.errors, ContainsSubstring("race-host-reads-early"));
    CHECK(shop.run(program).output == "-875836469\n");
}

TEST_CASE("a folder for a machine profile is refused as what it is", "[exit]") {
    const auto& [shop, program] = endings::built();
    const std::string folder = shop.folder().string();
    const run_result ended = shop.run(program, {{""}, {{"SIMCUDA_PROFILE", folder}}});
    CHECK(ended.status == 2);
    CHECK_THAT(ended.errors, ContainsSubstring("SIMCUDA_PROFILE: '" + folder +
                                               "' is a folder; name a file in it"));
}

TEST_CASE("an unknown machine profile is refused with the known ones", "[exit]") {
    const auto& [shop, program] = endings::built();
    const run_result ended = shop.run(program, {{""}, {{"SIMCUDA_PROFILE", "abacus"}}});
    CHECK(ended.status == 2);
    CHECK(ended.output.empty());
    CHECK_THAT(ended.errors, ContainsSubstring("no machine profile is called 'abacus'"));
    CHECK_THAT(ended.errors, ContainsSubstring("h200"));
    CHECK(shop.run(program, {{"well"}, {{"SIMCUDA_PROFILE", "h200"}}}).status == 0);
}
