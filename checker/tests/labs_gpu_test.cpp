// The labs on a GPU, and through a CUDA compiler where there is none.

#include <fmt/core.h>

#include <filesystem>

#include "checker/command/both_devices.hpp"
#include "checker/command/gpu_build.hpp"
#include "checker/command/gpu_here.hpp"
#include "checker/course/starter.hpp"
#include "checker/grading/merged_verdict.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/lab_under_test.hpp"
#include "checker/tests/one_unit.hpp"
#include "common/simcuda/driver/toolchain.hpp"

using namespace checker;
using namespace checker::tests;
namespace fs = std::filesystem;

TEST_CASE("the solution passes on a GPU", "[gpu]") {
    const course_copy copy;
    if (const auto why = why_no_gpu_programs(copy.where())) {
        SKIP(*why);
    }
    const auto gpus = find_gpus();
    if (gpus.names.empty()) {
        SKIP(copy.where().say(gpus.problem));
    }
    const auto said = check_on_gpu(copy.where(), copy.job_of(copy.solution())).said;
    CAPTURE(to_json(said));
    if (said.outcome == status::inconclusive) {
        SKIP("this GPU does not show it, or is busy: see the verdict");
    }
    CHECK(said.outcome == status::pass);
    CHECK(said.points == said.max_points);
    CHECK(said.device == "gpu");
}

// Not in the suites, for its length: `LAB_UNDER_TEST=04-streams LAB_BUILD=$PWD/build
// build/checker/tests/labs-test "[gpu-rounds]"`, ROUNDS for another number than 30. Prints each
// round's verdict.
TEST_CASE("the solution passes on a GPU each time", "[.gpu-rounds]") {
    const course_copy copy;
    make_gpu_parts(copy.where());
    auto beside = copy.job_of(copy.solution());
    beside.times_elsewhere = true;
    const auto sim = check_lab(copy.where(), beside).said;
    std::vector<lab_job> rounds(std::stoull(variable_or("ROUNDS", "30")),
                                copy.job_of(copy.solution()));
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        rounds[i].device = "gpu";
        rounds[i].seed = i + 1;
    }
    for (const auto& result : check_alike(copy.where(), rounds)) {
        const auto said = merged(result.said, sim, copy.subject(), copy.where().say);
        fmt::print("{}\n", to_json(said));
        CHECK(said.outcome == status::pass);
    }
}

TEST_CASE("the solution is compiled, redirected and linked for a GPU", "[nvcc]") {
    const course_copy copy;
    if (const auto why = why_no_gpu_programs(copy.where())) {
        SKIP(*why);
    }
    const scratch_folder folder;
    const auto built = build_gpu_program(copy.where(), copy.job_of(copy.solution()), folder.path());
    CAPTURE(built.compiler_output);
    CHECK_FALSE(built.failure);
}

TEST_CASE("a CUDA compiler takes all of it", "[nvcc]") {
    const auto nvcc = simcuda::driver::find_program("nvcc");
    if (!nvcc) {
        SKIP("no nvcc");
    }
    const auto& copy = course_copy::of_this_process();
    const auto& l = copy.subject();
    const scratch_folder folder;
    auto files = sources_in(mutants_of(l));
    for (const auto& file : sources_in(correct_answers_of(l))) {
        files.push_back(file);
    }
    files.push_back(folder.write("starter.cu", starter_of(text_of(copy.solution()))));
    const auto compile = [&](const fs::path& file, const std::string& how) {
        return shell(fs::current_path(),
                     "'" + nvcc->string() + "' -std=c++20 " + how + " -I. -Ilabs/" + l.name() +
                         " -o '" + (folder.path() / "out").string() + "' '" + file.string() + "'");
    };
    // Both front ends, no code generation: it takes too long. All at once, and one by one only if
    // that does not go well.
    const std::string front_ends = "-fdevice-syntax-only -cuda";
    const auto all =
        folder.write("all.cu", one_unit(fs::current_path() / "labs" / l.name(), files));
    if (const auto together = compile(all, front_ends); together.status != 0) {
        CAPTURE(together.output);
        for (const auto& file : files) {
            const auto result = compile(file, front_ends);
            CAPTURE(file, result.output);
            CHECK(result.status == 0);
        }
    }
}
