// Order from the simulated device and overlap from a GPU, with a GPU that says what it is told to.

#include "checker/grading/overlap_on_gpu.hpp"

#include <deque>

#include "checker/grading/learner_files.hpp"
#include "checker/harness/elsewhere.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr auto pass = status::pass;
constexpr auto fail = status::fail;
constexpr auto open = status::inconclusive;

const translation english;

lab some_lab() {
    lab l;
    l.number = 4;
    l.slug = "streams";
    l.points = 10;
    l.checks = {{"right results", 4}, {"overlap", 6}};
    return l;
}

verdict of(const std::string& device, status results, status overlap) {
    verdict v;
    v.lab = "04-streams";
    v.device = device;
    v.profile = device == "sim" ? "h200" : "A GPU";
    v.max_points = 10;
    v.checks = {{"right results", results, "", results == pass ? 4.0 : 0, 4},
                {"overlap", overlap, "", overlap == pass ? 6.0 : 0, 6}};
    for (const auto& c : v.checks) {
        v.points += c.points;
    }
    v.outcome = results == fail || overlap == fail   ? fail
                : results == open || overlap == open ? open
                                                     : pass;
    return v;
}

submission_run run_of(const verdict& v, std::vector<flag> flags = {}) {
    if (v.outcome == open) {
        flags.push_back(refusal(english, "inconclusive", phrase("The checker could not decide.")));
    }
    return {v, std::move(flags)};
}

submission_run crash() {
    auto v = of("gpu", pass, fail);
    v.checks.push_back({"program", fail, "It crashed."});
    return run_of(v,
                  {refusal(english, "crashed", phrase("The program was ended by signal {}.", 11))});
}

class fake_gpu : public gpu_runner {
public:
    gpu_build built;
    verdict seen_order = of("sim", pass, pass);
    std::deque<submission_run> says;
    mutable int builds = 0;
    mutable int runs = 0;

    [[nodiscard]] gpu_build build(const staged_file& /*file*/) const override {
        ++builds;
        return built;
    }
    [[nodiscard]] submission_run order(const staged_file& /*file*/,
                                       const std::filesystem::path& /*program*/,
                                       std::uint64_t /*seed*/) const override {
        return {seen_order, {}};
    }
    [[nodiscard]] submission_run measure(const staged_file& /*file*/,
                                         const std::filesystem::path& /*program*/,
                                         std::uint64_t /*seed*/) const override {
        return says.at(static_cast<std::size_t>(runs++));
    }
};

graded_lab graded(const verdict& v) {
    graded_lab g;
    g.lab = "04-streams";
    g.max_points = 10;
    g.said = v;
    return g;
}

graded_lab decided_by(const fake_gpu& gpu, graded_lab g) {
    const auto l = some_lab();
    overlap_on_gpu(gpu, english).decide(g, {&l, {}, {}}, {}, 1);
    return g;
}

std::vector<std::string> ids(const graded_lab& g) {
    std::vector<std::string> all;
    for (const auto& f : g.flags) {
        all.push_back(f.id);
    }
    return all;
}

using ids_are = std::vector<std::string>;

}  // namespace

TEST_CASE("what the GPU measures decides about overlap, either way") {
    fake_gpu gpu;
    gpu.says = {run_of(of("gpu", pass, fail))};
    auto g = decided_by(gpu, graded(of("sim", pass, pass)));
    CHECK(g.said->device == "gpu");
    CHECK(g.said->profile == "A GPU");
    CHECK(g.said->points == 4);
    CHECK(g.flags.empty());
    CHECK(gpu.runs == 1);

    fake_gpu better;
    better.says = {run_of(of("gpu", pass, pass))};
    g = decided_by(better, graded(of("sim", pass, fail)));
    CHECK(g.said->points == 10);
    CHECK(g.said->outcome == pass);
}

TEST_CASE("order and results stay the simulated device's") {
    fake_gpu gpu;
    gpu.seen_order = of("sim", fail, pass);
    gpu.says = {run_of(of("gpu", pass, pass))};
    const auto g = decided_by(gpu, graded(of("sim", fail, pass)));
    CHECK(g.said->points == 6);
    CHECK(g.said->outcome == fail);
}

TEST_CASE("what was refused, not built or without points is not run on the GPU") {
    const fake_gpu gpu;
    auto refused = graded(of("sim", pass, pass));
    refused.flags.push_back(refusal(english, "runs-disagree", phrase("{} is empty.", "it")));
    CHECK(decided_by(gpu, refused) == refused);
    auto nothing = graded(of("sim", fail, fail));
    CHECK(decided_by(gpu, nothing) == nothing);
    graded_lab missing;
    CHECK(decided_by(gpu, missing) == missing);
    CHECK(gpu.builds == 0);
    CHECK(gpu.runs == 0);
}

TEST_CASE("notes do not keep a file from the GPU") {
    fake_gpu gpu;
    gpu.says = {run_of(of("gpu", pass, pass))};
    auto g = graded(of("sim", pass, pass));
    g.flags.push_back(note(english, "starter", phrase("{} is empty.", "it")));
    CHECK(decided_by(gpu, g).said->device == "gpu");
}

TEST_CASE("what the object for the GPU holds may be refused") {
    fake_gpu gpu;
    gpu.built.flags = {refusal(english, "imports", phrase("{} is empty.", "it"))};
    const auto g = decided_by(gpu, graded(of("sim", pass, pass)));
    CHECK(ids(g) == ids_are{"imports"});
    CHECK(takes_points(g.flags));
    CHECK(gpu.runs == 0);
}

TEST_CASE("what nvcc does not take gives no points, with its words") {
    fake_gpu gpu;
    gpu.built.failure = check_result{"compiles", fail, "nvcc does not compile the file."};
    gpu.built.said = "lab.cu(3): error";
    const auto g = decided_by(gpu, graded(of("sim", pass, pass)));
    CHECK(ids(g) == ids_are{"not-built"});
    CHECK(g.said->points == 0);
    CHECK(g.said->outcome == fail);
    CHECK(g.compiler_output == "lab.cu(3): error");
    CHECK(gpu.runs == 0);
}

TEST_CASE("noise is measured again, up to twice") {
    fake_gpu gpu;
    gpu.says = {run_of(of("gpu", pass, open)), run_of(of("gpu", pass, open)),
                run_of(of("gpu", pass, pass))};
    const auto g = decided_by(gpu, graded(of("sim", pass, fail)));
    CHECK(gpu.runs == 3);
    CHECK(g.said->points == 10);
    CHECK(g.flags.empty());
}

TEST_CASE("nobody loses points by noise: the simulated device's verdict stands, with a note") {
    fake_gpu gpu;
    auto error = of("gpu", pass, open);
    error.outcome = status::error;
    error.checks[1].outcome = status::error;
    // (a failure of one check does not hide that another is open)
    auto half = of("gpu", fail, open);
    half.outcome = fail;
    gpu.says = {run_of(of("gpu", pass, open)), {error, {}}, {half, {}}};
    const auto alone = of("sim", pass, pass);
    const auto g = decided_by(gpu, graded(alone));
    CHECK(gpu.runs == 3);
    CHECK(*g.said == alone);
    CHECK(ids(g) == ids_are{"gpu-undecided"});
    CHECK_FALSE(takes_points(g.flags));
}

TEST_CASE("what is left to the simulated device is decided, and measured once") {
    fake_gpu gpu;
    auto left = of("gpu", pass, open);
    left.checks[1].message = left_to_simulator("This device has two copy engines.").english();
    gpu.says = {run_of(left)};
    const auto g = decided_by(gpu, graded(of("sim", pass, pass)));
    CHECK(gpu.runs == 1);
    CHECK(g.said->points == 10);
    CHECK(g.flags.empty());
}

TEST_CASE("a program that crashes on the GPU once is run again, and twice is its own fault") {
    fake_gpu once;
    once.says = {crash(), run_of(of("gpu", pass, pass))};
    auto g = decided_by(once, graded(of("sim", pass, pass)));
    CHECK(g.said->points == 10);
    CHECK(g.flags.empty());

    fake_gpu twice;
    twice.says = {crash(), run_of(of("gpu", pass, open)), crash()};
    g = decided_by(twice, graded(of("sim", pass, pass)));
    CHECK(ids(g) == ids_are{"crashed"});
    CHECK(takes_points(g.flags));
}

TEST_CASE("without a GPU after all nobody is graded") {
    fake_gpu gpu;
    auto none = of("gpu", pass, open);
    none.checks = {{"device", open, "There is no GPU that works here."}};
    gpu.says = {run_of(none)};
    CHECK_THROWS_WITH(decided_by(gpu, graded(of("sim", pass, pass))),
                      ContainsSubstring("no GPU that works here"));
}
