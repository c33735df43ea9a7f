#include "checker/grading/slurm_array.hpp"

#include <algorithm>

#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using checker::tests::scratch_folder;

namespace {

/// Answers each call with the next of what it was given, and keeps the last arguments.
class fake_slurm {
public:
    explicit fake_slurm(std::vector<program_said> answers) : answers_(std::move(answers)) {}

    [[nodiscard]] program_runner runner() {
        return [this](const std::vector<std::string>& arguments) {
            last = arguments;
            return answers_.at(next_++);
        };
    }
    [[nodiscard]] bool was_given(const std::string& argument) const {
        return std::find(last.begin(), last.end(), argument) != last.end();
    }

    std::vector<std::string> last;

private:
    std::vector<program_said> answers_;
    std::size_t next_ = 0;
};

slurm_error::reason reason_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const slurm_error& problem) {
        return problem.why();
    }
    FAIL("nothing was thrown");
    return slurm_error::reason::refused;
}

}  // namespace

TEST_CASE("an array is submitted, kept in mind and forgotten") {
    const scratch_folder folder;
    fake_slurm slurm({{0, "sbatch: warning: something\n42;cluster\n"}});
    const slurm_array array(folder.path() / "100%", "/task.sh", slurm.runner());
    REQUIRE_FALSE(array.job());
    array_request wanted;
    wanted.tasks = 7;
    wanted.processors = 2;
    wanted.partition = "night";
    wanted.options = {"--account=x"};
    wanted.command = {"lab", "a 'b' $(c)"};
    REQUIRE(array.submit(wanted) == "42");
    REQUIRE(array.job() == "42");
    REQUIRE(slurm.was_given("--array=1-7"));
    REQUIRE(slurm.was_given("--cpus-per-task=2"));
    REQUIRE(slurm.was_given("--partition=night"));
    REQUIRE(slurm.was_given("--output=" + (folder.path() / "100%%/task-%a.log").string()));
    // In this order, and the command last: each as an argument of its own.
    const std::vector<std::string> end(slurm.last.end() - 5, slurm.last.end());
    REQUIRE(end == std::vector<std::string>{"--account=x", "/task.sh", "7", "lab", "a 'b' $(c)"});
    array.forget();
    REQUIRE_FALSE(array.job());
}

TEST_CASE("an array that Slurm does not take is none") {
    const scratch_folder folder;
    fake_slurm slurm({{1, "sbatch: error: invalid partition\n"}, {127, ""}, {0, "nothing\n"}});
    const slurm_array array(folder.path(), "/task.sh", slurm.runner());
    REQUIRE(reason_of([&] { array.submit({}); }) == slurm_error::reason::refused);
    REQUIRE(reason_of([&] { array.submit({}); }) == slurm_error::reason::not_there);
    REQUIRE(reason_of([&] { array.submit({}); }) == slurm_error::reason::refused);
    REQUIRE_FALSE(array.job());
}

TEST_CASE("commands without a cluster behind them are as good as none") {
    const scratch_folder folder;
    for (const auto* said :
         {"sbatch: error: fetch_config: DNS SRV lookup failed\nsbatch: fatal: Could not establish "
          "a configuration source\n",
          "sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect "
          "failure)\n"}) {
        fake_slurm slurm({{1, said}});
        const slurm_array array(folder.path(), "/task.sh", slurm.runner());
        REQUIRE(reason_of([&] { array.submit({}); }) == slurm_error::reason::not_there);
    }
}

TEST_CASE("a cluster is asked for before anything is written") {
    const std::string no_cluster = "squeue: fatal: Could not establish a configuration source\n";
    fake_slurm no_commands({{127, ""}});
    REQUIRE(reason_of([&] { require_slurm(no_commands.runner()); }) ==
            slurm_error::reason::not_there);
    fake_slurm commands_only({{0, "slurm 22.05\n"}, {1, no_cluster}});
    REQUIRE(reason_of([&] { require_slurm(commands_only.runner()); }) ==
            slurm_error::reason::not_there);
    fake_slurm cluster(
        {{0, "slurm 22.05\n"}, {1, "slurm_load_jobs error: Invalid job id specified\n"}});
    REQUIRE_NOTHROW(require_slurm(cluster.runner()));
}

TEST_CASE("where the tasks of an array are") {
    const scratch_folder folder;
    fake_slurm slurm({{0, "RUNNING None\nPENDING Resources\nCOMPLETING None\nPENDING Priority\n"},
                      {0, ""},
                      {1, "slurm_load_jobs error: Invalid job id specified\n"},
                      {1, "slurm_load_jobs error: Unable to contact slurm controller\n"}});
    const slurm_array array(folder.path(), "/task.sh", slurm.runner());
    const auto busy = array.state("42");
    REQUIRE(busy.running == 2);
    REQUIRE(busy.waiting == 2);
    REQUIRE(busy.reason == "Priority");
    REQUIRE_FALSE(busy.is_over());
    REQUIRE(array.state("42").is_over());
    REQUIRE(array.state("42").is_over());
    REQUIRE(reason_of([&] { (void)array.state("42"); }) == slurm_error::reason::unreachable);
}
