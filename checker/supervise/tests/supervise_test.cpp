#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "checker/harness/channel.hpp"
#include "checker/supervise/judge.hpp"
#include "checker/supervise/process_group.hpp"
#include "checker/supervise/supervise.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;

namespace {

// Built beside this test; Meson says where.
std::string misbehave() {
    const char* path = std::getenv("MISBEHAVE");
    return path != nullptr ? path : "misbehave";
}

// Only the limit that a test is about is near: on a busy machine a program may need long to come to
// any other. The end of a run is never left to the clock either, except where time is the matter.
constexpr milliseconds generous{60'000}, soon{300};
// A program that has to come to its end before it hangs.
constexpr milliseconds after_a_start{3'000};

limits small_limits(milliseconds time = generous) {
    limits l;
    l.time = time;
    l.memory = {std::uint64_t{192} << 20};
    l.processes = 40;
    return l;
}

struct run_result {
    outcome how;
    verdict said;
};

run_result run(const std::string& way, const limits& most = small_limits(),
               const std::string& early = {}) {
    const auto token = make_token();
    program p;
    p.arguments = {misbehave(), way};
    p.environment = {{variable::verdict_token, token}, {"MISBEHAVE_EARLY", early}};
    run_result r{supervise(p, most), {}};
    r.said = judge(r.how, {"04-streams", "sim", "h200", 10}, token);
    return r;
}

// `early` happens before main.
run_result run_early(const std::string& early, milliseconds time = generous) {
    return run("pass", small_limits(time), early);
}

// All that must hold for a run that is not to count, whatever happened.
std::string failure_of(const run_result& r) {
    CHECK(r.said.outcome == status::fail);
    CHECK(r.said.lab == "04-streams");
    CHECK(r.said.points == 0);
    CHECK(r.said.max_points == 10);
    CHECK(verdict_from_json(to_json(r.said)) == r.said);
    REQUIRE_FALSE(r.said.checks.empty());
    CHECK(r.said.checks.back().name == "program");
    CHECK(r.said.checks.back().outcome == status::fail);
    return r.said.checks.back().message;
}

}  // namespace

TEST_CASE("a verdict comes through as it was sent") {
    const auto passed = run("pass");
    CHECK(passed.said.outcome == status::pass);
    CHECK(passed.said.points == 10);
    CHECK(passed.said.checks.size() == 1);

    CHECK(run("fail").said.outcome == status::fail);
    CHECK(run("fail").said.checks.size() == 1);
}

TEST_CASE("the last of several verdicts wins") {
    CHECK(run("two verdicts").said.outcome == status::pass);
}

TEST_CASE("a crash is named in words") {
    const auto [way, words] = GENERATE(table<std::string, std::string>({
        {"segv", "touched memory that does not belong to it"},
        {"divide", "divided an integer by zero"},
        {"double free", "damaged its own memory"},
        {"abort", "called abort()"},
        {"throw", "'std::runtime_error' that nobody caught. It says: chunk 3 is missing"},
        {"unjoined", "std::terminate was called"},
    }));
    CAPTURE(way);
    CHECK_THAT(failure_of(run(way)), ContainsSubstring(words));
}

TEST_CASE("ending before the verdict is no pass") {
    CHECK_THAT(failure_of(run("exit")), ContainsSubstring("exit status 0 before the checks"));
    CHECK_THAT(failure_of(run("exit 3")), ContainsSubstring("exit status 3 before the checks"));
}

TEST_CASE("what does not end is ended, and the limit is said") {
    const auto way = GENERATE("loop", "sleep", "stopped");
    CAPTURE(way);
    const auto r = run(way, small_limits(soon));
    CHECK(r.how.how == ending::too_slow);
    CHECK(r.how.time_limit >= soon);
    CHECK_THAT(failure_of(r), ContainsSubstring("did not end: it was stopped at its limit"));
}

TEST_CASE("a flood of output is cut") {
    const auto r = run("flood");
    CHECK(r.how.how == ending::too_much_output);
    CHECK(r.how.out.first.size() == small_limits().kept.value);
    CHECK(r.how.out.last.size() == small_limits().kept.value);
    CHECK_THAT(r.how.out.text(), ContainsSubstring("bytes left out"));
    CHECK_THAT(failure_of(r), ContainsSubstring("printed without end"));
}

TEST_CASE("much output keeps its beginning and its end") {
    const auto r = run("much, then exit");
    CHECK(r.said.outcome == status::pass);
    CHECK(r.how.out.first.starts_with("the first line\n"));
    CHECK(r.how.out.last.ends_with("the last line\n"));
    CHECK(r.how.out.is_cut());
    CHECK(r.how.err.text() == "and an error\n");
}

TEST_CASE("memory without end is stopped") {
    const auto r = run("hoard");
    CHECK(r.how.how == ending::too_much_memory);
    CHECK_THAT(failure_of(r), ContainsSubstring("more than 192 MiB"));
}

TEST_CASE("many processes are stopped, all of them") {
    const auto r = run("fork many");
    CHECK(r.how.how == ending::too_many_processes);
    CHECK_THAT(failure_of(r), ContainsSubstring("started very many processes"));
}

TEST_CASE("a process that left the group does not outlive the run") {
    const auto r = run("daemon");
    CHECK(r.said.outcome == status::pass);
    CHECK(kill(-1, 0) == 0);  // somebody is there to be asked
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream file(entry.path() / "cmdline");
        std::string line;
        std::getline(file, line);
        CHECK(line.find("misbehave" + std::string(1, '\0') + "daemon") == std::string::npos);
    }
}

TEST_CASE("a process that we have started for something else outlives the run") {
    const pid_t other = fork();
    if (other == 0) {
        pause();
        _exit(0);
    }
    CHECK(run("daemon").said.outcome == status::pass);
    CHECK(waitpid(other, nullptr, WNOHANG) == 0);
    CHECK(children_of_ours().size() == 1);
    kill(other, SIGKILL);
    CHECK(waitpid(other, nullptr, 0) == other);
}

TEST_CASE("waiting for a processor is told from sleeping") {
    // Two that compute share one processor, so each waits half of the time at least.
    const auto start = [](void (*forever)()) {
        const pid_t child = fork();
        if (child == 0)
            forever();
        return child;
    };
    cpu_set_t before, one;
    REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
    CPU_ZERO(&one);
    CPU_SET(static_cast<unsigned>(sched_getcpu()), &one);
    REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
    const auto computing = [] {
        for (volatile unsigned turns = 0;;) {
            turns = turns + 1;
        }
    };
    const auto sleeping = [] {
        for (;;)
            pause();
    };
    const std::array children{start(computing), start(computing), start(sleeping)};
    REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
    const auto both_have_run = [&] {
        return cpu_time(children[0]) > soon && cpu_time(children[1]) > soon;
    };
    while (!both_have_run()) {
        usleep(10'000);
    }
    CHECK(queued_time(children[0]) > soon / 2);
    CHECK(queued_time(children[1]) > soon / 2);
    CHECK(queued_time(children[2]) < queued_time(children[0]));
    for (const pid_t child : children) {
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
    }
}

TEST_CASE("a closed descriptor is a failed check") {
    CHECK_THAT(failure_of(run("close all")), ContainsSubstring("closed a file descriptor"));
}

TEST_CASE("garbled and forged verdicts do not count") {
    CHECK_THAT(failure_of(run("garble")), ContainsSubstring("was ignored"));
    CHECK_THAT(failure_of(run_early("forge")), ContainsSubstring("was ignored"));
}

TEST_CASE("static initialisers and exit handlers do not get round the checks") {
    CHECK_THAT(failure_of(run_early("exit")), ContainsSubstring("before the checks"));
    CHECK_THAT(failure_of(run_early("throw")), ContainsSubstring("too early"));
    CHECK_THAT(failure_of(run_early("loop", soon)), ContainsSubstring("did not end"));
    CHECK_THAT(failure_of(run("atexit exit")), ContainsSubstring("The checks were done"));
    CHECK_THAT(failure_of(run("atexit crash")), ContainsSubstring("while it was ending"));
    CHECK_THAT(failure_of(run("atexit loop", small_limits(after_a_start))),
               ContainsSubstring("while it was ending"));
}

TEST_CASE("checks that were done before a crash are kept") {
    const auto r = run("progress, then crash");
    failure_of(r);
    REQUIRE(r.said.checks.size() == 2);
    CHECK(r.said.checks.front().name == "results");
}

TEST_CASE("a program that is not there is our error") {
    const auto o = supervise({{"/nonexistent/program"}, {}, {}}, small_limits());
    CHECK(o.how == ending::not_started);
    const auto v = judge(o, {"04-streams", "sim", "h200", 10}, "token");
    CHECK(v.outcome == status::error);
    CHECK_THAT(v.checks.back().message, ContainsSubstring("No such file or directory"));
}
