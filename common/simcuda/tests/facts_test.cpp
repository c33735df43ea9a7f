#include <cmath>
#include <fstream>

#include "checker/tests/catch.hpp"
#include "common/simcuda/runtime/profile.hpp"
#include "common/simcuda/tests/answers.hpp"
#include "common/simcuda/tests/program.hpp"

using namespace simcuda::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Measures the simulated device under a profile and reads what came out as a profile.
simcuda::machine_profile measured_again(workshop& shop, const fs::path& program,
                                        const std::string& profile) {
    const run_result ended = shop.run(program, {{}, {{"SIMCUDA_PROFILE", profile}}});
    INFO(ended.output << ended.errors);
    REQUIRE(ended.status == 0);
    const fs::path file = shop.folder() / (profile + ".toml");
    std::ofstream(file) << ended.output;
    return simcuda::load_profile(file.string());
}

/// As no built-in machine is: the host takes its time after a wait, an engine with another one's
/// work and with another stream, and an upload with what has just been written.
std::string slow_between_works(const workshop& shop) {
    const fs::path file = shop.folder() / "slow-between-works.toml";
    std::ofstream(file) << "base = \"laptop\"\n[latency]\nafter_wait_us = 10\nhand_over_us = 4\n"
                           "turn_to_stream_us = 2\n[copy]\nfresh_h2d = 0.5\n";
    return file.string();
}

double us(simcuda::nanoseconds t) {
    return static_cast<double>(t.count()) / 1000;
}

bool is_near(double a, double b) {
    return a > 0.9 * b && a < 1.1 * b;
}

}  // namespace

TEST_CASE("a device says of itself what an H200 says", "[facts]") {
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        INFO(way.name());
        const run_result ended = shop.run(shop.build(test_file("device_facts.cu"), way));
        CHECK(ended.status == 0);
        compare_answers(ended.output, "device_facts_h200.txt", "device_facts_differ.txt");
    }
}

TEST_CASE("a measured machine is the machine", "[facts]") {
    workshop shop;
    const fs::path program =
        shop.build(test_file("../profiles/measure.cu"), usual_ways().front(), {"-O1"});
    for (const std::string& name :
         {std::string("a100"), slow_between_works(shop), std::string("no-overlap")}) {
        INFO(name);
        const simcuda::machine_profile truth = simcuda::load_profile(name);
        const simcuda::machine_profile p = measured_again(shop, program, name);
        CHECK(p.device_name == truth.device_name);
        CHECK(p.copy_engines == truth.copy_engines);
        CHECK(p.async_engine_count == truth.async_engine_count);
        CHECK(p.multiprocessors == truth.multiprocessors);
        CHECK(p.shared_kib_choices == truth.shared_kib_choices);
        CHECK(p.lanes_per_multiprocessor == truth.lanes_per_multiprocessor);
        CHECK(is_near(p.h2d_rate, truth.h2d_rate));
        CHECK(is_near(p.d2h_rate, truth.d2h_rate));
        if (truth.copy_engines == 2) {
            CHECK(is_near(p.two_way_h2d, truth.two_way_h2d));
            CHECK(is_near(p.two_way_d2h, truth.two_way_d2h));
            CHECK(p.pause_beside_h2d.count() < 300);
            CHECK(p.pause_beside_d2h.count() < 300);
        }
        CHECK(is_near(p.pin_us_per_mib, truth.pin_us_per_mib));
        CHECK(is_near(p.touch_rate, truth.touch_rate));
        CHECK(p.queue_depth == truth.queue_depth);
        for (const char* call : {"cudaLaunchKernel", "cudaMemcpyAsync", "cudaEventRecord"})
            CHECK(std::abs(us(p.call_cost(call) - truth.call_cost(call))) < 0.01);
        CHECK(is_near(p.memory_rate, truth.memory_rate));
        CHECK(is_near(us(p.submit + p.wake), us(truth.submit + truth.wake)));
        CHECK(std::abs(us(p.after_wait - truth.after_wait)) < 0.1);
        CHECK(std::abs(us(p.hand_over - truth.hand_over)) < 0.1);
        CHECK(std::abs(us(p.turn_to_stream - truth.turn_to_stream)) < 0.1);
        CHECK(std::abs(p.fresh_h2d - truth.fresh_h2d) < 0.03);
        CHECK(is_near(static_cast<double>(p.own_cache.value),
                      static_cast<double>(truth.own_cache.value)));
        constexpr simcuda::bytes size{std::uint64_t{64} *
                                      1024};  // shorter ones take no less than other calls
        CHECK(is_near(us(p.pageable_h2d.at(size)), us(truth.pageable_h2d.at(size))));
        CHECK(is_near(us(p.pageable_d2h.at(size)), us(truth.pageable_d2h.at(size))));
    }
}

TEST_CASE("a profile is named by the environment, also as a file beside the program", "[facts]") {
    workshop shop;
    const fs::path program = shop.build(program_source("facts.cu"), usual_ways().front());
    const auto run_with = [&](const std::string& profile) {
        return shop.run(program, {{"name_of_device"}, {{"SIMCUDA_PROFILE", profile}}});
    };
    CHECK_THAT(run_with("a100").output, ContainsSubstring("NVIDIA A100-SXM4-40GB"));
    const fs::path file = shop.folder() / "mine.toml";
    std::ofstream(file) << "base = \"laptop\"\nname = \"mine\"\n[device]\nname = \"Mine\"\n";
    CHECK_THAT(run_with(file.string()).output, ContainsSubstring("Mine"));
    CHECK_THAT(run_with(fs::relative(file).string()).output, ContainsSubstring("Mine"));
    const run_result unknown = run_with("abacus");
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.errors,
               ContainsSubstring("SIMCUDA_PROFILE: no machine profile is called 'abacus'; there "
                                 "are: a100, coherent, h200, laptop, no-overlap"));
    CHECK(run_with((shop.folder() / "none.toml").string()).status == 2);
}
