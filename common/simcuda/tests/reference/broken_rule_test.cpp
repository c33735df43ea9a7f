// The reference with one rule left out must disagree with the runtime, in a program that shrinks to
// a few lines and compiles.

#include <fstream>

#include "checker/tests/catch.hpp"
#include "common/simcuda/driver/compile.hpp"
#include "common/simcuda/driver/temporary.hpp"
#include "common/simcuda/tests/reference/as_source.hpp"
#include "common/simcuda/tests/reference/machines.hpp"
#include "common/simcuda/tests/reference/random_program.hpp"
#include "common/simcuda/tests/reference/reference.hpp"
#include "common/simcuda/tests/reference/runner.hpp"
#include "common/simcuda/tests/reference/shrink.hpp"
#include "common/simcuda/tests/reference/trial.hpp"

using namespace simcuda;
using namespace simcuda::reference;

namespace {

/// The first random program that tells the rules apart, shrunk; no steps if there is none.
program telling_apart(rule_set rules) {
    const auto fails = [&](const program& p) { return !differences(p, rules).empty(); };
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        const program p = random_program(seed);
        if (fails(p))
            return shrink(p, fails);
    }
    return {};
}

void compile(const std::string& source) {
    const driver::temporary_folder folder;
    const std::filesystem::path file = folder.path() / "printed.cu";
    std::ofstream(file) << source;
    driver::request wanted;
    wanted.sources = {file};
    wanted.output = folder.path() / "printed";
    wanted.colour = driver::colours::never;
    std::string told;
    wanted.diagnostics = [&](std::string_view text) { told += text; };
    const driver::outcome made = driver::compile(wanted);
    INFO(told << source);
    REQUIRE(made.status == driver::build_status::built);
}

std::string printed(const program& p, rule_set rules) {
    return as_source(p, work_out(p, figures_of(p.machine), rules), run_on_device(p));
}

}  // namespace

TEST_CASE("each rule left out is found out, by a short program", "[reference]") {
    for (std::size_t r = 0; r < all_rules().size(); ++r) {
        const rule_set rules = all_rules().reset(r);
        const program p = telling_apart(rules);
        INFO("rule " << r << "\n" << printed(p, rules));
        CHECK(!p.steps.empty());
        CHECK(p.steps.size() <= 16);
    }
}

TEST_CASE("a program that differs is printed as one that compiles", "[reference-source]") {
    const rule_set rules = all_rules().reset(static_cast<std::size_t>(rule::event_wait));
    compile(printed(telling_apart(rules), rules));
}

TEST_CASE("whatever a random program does can be printed", "[reference-source]") {
    program all;
    std::set<action> seen;
    for (std::uint32_t seed = 0; seen.size() <= static_cast<std::size_t>(action::elapsed); ++seed) {
        REQUIRE(seed < 1000);
        const program p = random_program(seed);
        for (const step& s : p.steps)
            seen.insert(s.what);
        if (p.steps.size() > all.steps.size())
            all = p;
    }
    compile(printed(all, all_rules()));
}
