// One verdict of two: what counts from the GPU, and what from the simulated device.

#include "checker/grading/gpu_program.hpp"
#include "checker/grading/merged_verdict.hpp"
#include "checker/harness/elsewhere.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;

namespace {

lab some_lab() {
    lab l;
    l.number = 4;
    l.slug = "streams";
    l.points = 10;
    l.checks = {{"right results", 4}, {"overlap", 6}};
    return l;
}

verdict with(status results, status overlap, std::vector<std::string> ids, double points) {
    verdict v;
    v.lab = "04-streams";
    v.device = "gpu";
    v.profile = "A GPU";
    v.max_points = 10;
    v.points = points;
    v.checks = {{"right results", results, "results said"}, {"overlap", overlap, "overlap said"}};
    for (auto& id : ids) {
        v.diagnoses.push_back({std::move(id), "why", {}, {}});
    }
    v.outcome = results == status::fail || overlap == status::fail ? status::fail
                : overlap == status::inconclusive                  ? status::inconclusive
                                                                   : status::pass;
    return v;
}

std::vector<std::string> ids_of(const verdict& v) {
    std::vector<std::string> ids;
    for (const auto& d : v.diagnoses) {
        ids.push_back(d.id);
    }
    return ids;
}

constexpr auto pass = status::pass;
constexpr auto fail = status::fail;

}  // namespace

TEST_CASE("what both let pass is the GPU's verdict") {
    const auto gpu = with(pass, pass, {}, 10);
    CHECK(merged(gpu, with(pass, pass, {}, 10), some_lab()) == gpu);
    const auto slow = with(pass, fail, {"single-stream"}, 5.5);
    CHECK(merged(slow, with(pass, pass, {}, 10), some_lab()) == slow);
    const auto open = with(pass, status::inconclusive, {}, 4);
    CHECK(merged(open, with(pass, pass, {}, 10), some_lab()) == open);
}

TEST_CASE("a race that the GPU did not show fails, with its own words and without its points") {
    const auto v = merged(with(pass, pass, {}, 10), with(fail, fail, {"race-host-reads-early"}, 0),
                          some_lab());
    CHECK(v.outcome == fail);
    CHECK(v.device == "gpu");
    CHECK(v.points == 0);
    CHECK(ids_of(v) == std::vector<std::string>{"race-host-reads-early"});
    CHECK_THAT(v.checks[0].message, ContainsSubstring("results said (Seen by the simulated"));
}

TEST_CASE("what the GPU saw of a race is a consequence") {
    const auto v = merged(with(fail, fail, {"wrong-result"}, 0),
                          with(fail, fail, {"race-host-reads-early"}, 0), some_lab());
    CHECK(ids_of(v) == std::vector<std::string>{"race-host-reads-early"});
    CHECK(v.points == 0);
}

TEST_CASE("another fault that only the GPU shows comes on top") {
    const auto v =
        merged(with(pass, fail, {"single-stream"}, 5), with(fail, pass, {"leak"}, 6), some_lab());
    CHECK(ids_of(v) == std::vector<std::string>{"leak", "single-stream"});
    CHECK(v.points == 1);
}

TEST_CASE("what comes of a leak on the GPU is a consequence, too") {
    const auto v =
        merged(with(pass, fail, {"call-failed"}, 4), with(fail, pass, {"leak"}, 6), some_lab());
    CHECK(ids_of(v) == std::vector<std::string>{"leak"});
    CHECK(v.outcome == fail);
    CHECK(v.points == 0);
}

TEST_CASE("a program that died on the GPU is explained by what the simulated device saw") {
    auto died = with(pass, pass, {}, 0);
    died.checks = {{"right results", fail, "This check was running."},
                   {"program", fail, "It crashed."}};
    died.outcome = fail;
    const auto v = merged(died, with(fail, fail, {"host-pointer-in-kernel"}, 0), some_lab());
    CHECK(ids_of(v) == std::vector<std::string>{"host-pointer-in-kernel"});
    CHECK(v.checks.size() == 2);
    // Where the simulated device has nothing to say, the death stands.
    CHECK(merged(died, with(pass, pass, {}, 10), some_lab()) == died);
}

TEST_CASE("what only another machine shows is the simulated device's to say") {
    auto gpu = with(pass, status::inconclusive, {}, 4);
    gpu.checks[1].message = left_to_simulator("This device has two copy engines.").english();
    const auto v = merged(gpu, with(pass, pass, {}, 10), some_lab());
    CHECK(v.outcome == pass);
    CHECK(v.points == 10);
    // Not if it has left that to the GPU itself.
    auto sim = with(pass, pass, {}, 10);
    sim.checks[1].message = judged_elsewhere().english();
    CHECK(merged(gpu, sim, some_lab()).outcome == status::inconclusive);
}

TEST_CASE("what did not get as far on the simulated device gives nothing") {
    auto sim = with(pass, pass, {}, 0);
    sim.outcome = fail;
    sim.checks = {{"compiles", fail, "The file does not compile."}};
    auto v = merged(with(pass, pass, {}, 10), sim, some_lab());
    CHECK(v.outcome == fail);
    CHECK(v.points == 0);
    REQUIRE(v.checks.size() == 3);
    CHECK(v.checks.back().name == "compiles");
    sim.checks = {{"right results", pass, ""}, {"program", fail, "It crashed."}};
    v = merged(with(pass, pass, {}, 10), sim, some_lab());
    CHECK(v.outcome == fail);
    CHECK(v.checks.back().name == "program");
}

TEST_CASE("what nvcc does not take is said as it is") {
    auto rejected = with(pass, pass, {}, 0);
    rejected.checks = {{"compiles", fail, "nvcc does not compile the file."}};
    rejected.outcome = fail;
    CHECK(merged(rejected, with(fail, fail, {"leak"}, 0), some_lab()) == rejected);
}

TEST_CASE("redirections are read from their list") {
    const tests::scratch_folder folder;
    const auto list = folder.write("list.txt", "# a comment\ncudaMalloc\n\ncudaFree\n");
    CHECK(redirections(list, "learner") ==
          std::vector<std::string>{"--redefine-sym=cudaMalloc=learner_cudaMalloc",
                                   "--redefine-sym=cudaFree=learner_cudaFree"});
    CHECK_THROWS_AS(redirections(folder.path() / "none.txt", "learner"), told_error);
}
