#include <chrono>
#include <future>
#include <map>
#include <optional>
#include <sstream>

#include "checker/tests/catch.hpp"
#include "common/simcuda/tests/program.hpp"

using namespace simcuda::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

std::map<std::string, std::string> facts_in(const std::string& text) {
    std::map<std::string, std::string> facts;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t equals = line.find(" = ");
        if (equals != std::string::npos)
            facts[line.substr(0, equals)] = line.substr(equals + 3);
    }
    return facts;
}

/// The line of a source in which `text` stands first.
int line_of(const fs::path& source, const std::string& text) {
    std::istringstream lines(content_of(source));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.find(text) != std::string::npos)
            return number;
    }
    return 0;
}

/// Compilers and levels that must all see the same times and say the same.
std::vector<way_to_build> levels() {
    std::vector<way_to_build> ways;
    for (const way_to_build& usual : usual_ways()) {
        if (usual.compiler == "clang++") {
            ways.push_back({"clang++", {"-O1"}});
            continue;
        }
        for (const char* const level : {"-O0", "-O2", "-O3"}) {
            ways.push_back({usual.compiler, {level}});
        }
    }
    return ways;
}

/// A program, built in all these ways.
class built_everywhere {
public:
    built_everywhere(workshop& shop, const std::string& file) : shop_(shop), file_(file) {
        for (const way_to_build& way : levels())
            programs_.emplace_back(way.name(), shop.build(program_source(file), way));
    }

    /// Runs all of them twice: all must be the same, byte for byte.
    [[nodiscard]] workshop::reported run(const std::vector<std::string>& arguments = {}) const {
        std::optional<workshop::reported> first;
        for (const auto& [way, program] : programs_) {
            for (int time = 0; time < 2; ++time) {
                workshop::reported now = shop_.run_reported(program, {arguments, {}});
                if (!first)
                    first = now;
                INFO(file_ << " " << way);
                CHECK(now.run.status == first->run.status);
                CHECK(now.run.output == first->run.output);
                CHECK(now.run.errors == first->run.errors);
                CHECK(now.text == first->text);
            }
        }
        REQUIRE(first);
        return *first;
    }

private:
    workshop& shop_;
    std::string file_;
    std::vector<std::pair<std::string, fs::path>> programs_;
};

struct known_bug {
    const char* id;
    const char *earlier, *later;  // text of the two lines
};

}  // namespace

TEST_CASE("facts measured on an H200 hold on the simulated device", "[oracle]") {
    const auto measured = facts_in(content_of(test_file("oracle_h200.txt")));
    REQUIRE(measured.size() == 110);
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        const fs::path program = shop.build(program_source("semantics.cu"), way);
        const auto start = std::chrono::steady_clock::now();
        const run_result ended = shop.run(program);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        INFO(way.name());
        CHECK(ended.status == 0);
        CHECK(facts_in(ended.output) == measured);
        CHECK(took.count() < 10);
    }
}

TEST_CASE("facts about memory measured on an H200 hold on the simulated device", "[oracle]") {
    const auto measured = facts_in(content_of(test_file("oracle_memory_h200.txt")));
    REQUIRE(measured.size() > 150);
    workshop shop;
    const way_to_build way = usual_ways().front();
    const run_result ended = shop.run(shop.build(program_source("memory_facts.cu"), way));
    CHECK(ended.status == 0);
    CHECK(facts_in(ended.output) == measured);
}

TEST_CASE("launches in every form", "[programs]") {
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        const run_result ended = shop.run(shop.build(program_source("syntax.cu"), way));
        INFO(way.name() << ended.errors);
        CHECK(ended.status == 0);
        CHECK_THAT(ended.output, ContainsSubstring(" bad=0 "));
        CHECK(ended.errors.empty());
    }
}

TEST_CASE("-fsanitize=undefined goes together with the device", "[programs]") {
    workshop shop;
    // A test runner may ask for an abort at the first finding.
    const setting goes_on{{}, {{"UBSAN_OPTIONS", "halt_on_error=0"}}};
    for (way_to_build way : usual_ways()) {
        way.flags.emplace_back("-fsanitize=undefined");
        INFO(way.name());
        const run_result bad = shop.run(shop.build(program_source("overflow.cu"), way), goes_on);
        CHECK(bad.status == 0);
        CHECK_THAT(bad.errors, ContainsSubstring("overflow.cu:7:") &&
                                   ContainsSubstring("signed integer overflow"));
        const run_result good = shop.run(shop.build(program_source("reduce.cu"), way));
        CHECK(good.status == 0);
        CHECK(good.errors.empty());
    }
}

TEST_CASE("a pipeline with one of its six waits missing", "[determinism]") {
    // The earlier and the later line of each bug in six_syncs.cu.
    const char* const upload = "cudaMemcpyAsync(din[b]";
    const char* const kernel = "work<<<";
    const char* const download = "cudaMemcpyAsync(hout";
    const std::vector<known_bug> bugs{
        {"", "", ""},
        {"race-host-reads-early", download, "bad += hout"},
        {"race-host-refills-early", upload, "hin[b][i] ="},
        {"race-kernel-before-upload", upload, kernel},
        {"race-download-before-kernel", kernel, download},
        {"race-upload-overwrites-input", kernel, upload},
        {"race-output-overwritten", download, kernel},
    };
    const fs::path source = program_source("six_syncs.cu");
    workshop shop;
    const built_everywhere program(shop, "six_syncs.cu");
    for (std::size_t bug = 0; bug < bugs.size(); ++bug) {
        INFO("BUG=" << bug);
        const auto ended = program.run({std::to_string(bug)});
        const nlohmann::json& defects = ended.report["defects"];
        if (bug == 0) {
            CHECK(ended.run.status == 0);
            CHECK(defects.empty());
            CHECK(ended.run.errors.empty());
            continue;
        }
        CHECK(ended.run.status == 1);  // the results are wrong
        REQUIRE(defects.size() == 1);
        CHECK(defects[0]["id"] == bugs[bug].id);
        REQUIRE(defects[0]["where"].size() == 2);
        CHECK(defects[0]["where"][0]["line"] == line_of(source, bugs[bug].earlier));
        CHECK(defects[0]["where"][1]["line"] == line_of(source, bugs[bug].later));
    }
}

TEST_CASE("two halves of one buffer", "[determinism]") {
    workshop shop;
    const built_everywhere program(shop, "halves.cu");
    const auto good = program.run();
    CHECK(good.run.status == 0);
    CHECK(good.run.errors.empty());
    const auto bad = program.run({"1"});
    CHECK_THAT(bad.run.output, ContainsSubstring("BUG=1 wrong=1\n"));
    REQUIRE(bad.report["defects"].size() == 1);
}

TEST_CASE("a writer that waits for one of two readers", "[determinism]") {
    workshop shop;
    const auto ended = built_everywhere(shop, "readers.cu").run();
    REQUIRE(ended.report["defects"].size() == 1);
    CHECK(ended.report["defects"][0]["id"] == "race-between-kernels");
}

TEST_CASE("host threads come to the same times, however busy the machine is", "[threads]") {
    constexpr int at_once = 4, rounds = 4;
    workshop shop;
    std::optional<std::string> first;
    for (const way_to_build& way : usual_ways()) {
        const fs::path program = shop.build(program_source("lanes.cu"), way);
        for (int round = 0; round < rounds; ++round) {
            std::vector<std::future<std::string>> runs;
            for (int i = 0; i < at_once; ++i) {
                runs.push_back(std::async(std::launch::async, [&shop, &program, i] {
                    setting with;
                    const fs::path file = shop.folder() / ("report-" + std::to_string(i));
                    with.environment["SIMCUDA_REPORT"] = file.string();
                    const run_result ended = shop.run(program, with);
                    return std::to_string(ended.status) + ended.output + ended.errors +
                           without_folders(content_of(file));
                }));
            }
            for (auto& run : runs) {
                const std::string told = run.get();
                if (!first)
                    first = told;
                INFO(way.name() << ", round " << round);
                CHECK(told == *first);
            }
        }
    }
    REQUIRE(first);
    CHECK_THAT(*first, ContainsSubstring("\"defects\": []"));
}

TEST_CASE("reductions over shared memory", "[determinism]") {
    workshop shop;
    const auto ended = built_everywhere(shop, "reduce.cu").run();
    CHECK(ended.run.status == 0);
    CHECK(ended.run.errors.empty());
}
