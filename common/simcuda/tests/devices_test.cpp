#include "checker/tests/catch.hpp"
#include "common/simcuda/tests/answers.hpp"
#include "common/simcuda/tests/program.hpp"

using namespace simcuda::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

std::size_t times_in(const std::string& text, const std::string& part) {
    std::size_t times = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++times;
    return times;
}

setting with_devices(const char* number, std::vector<std::string> arguments) {
    return {std::move(arguments), {{"SIMCUDA_DEVICES", number}}};
}

}  // namespace

TEST_CASE("two devices behave to each other as two H200s do", "[devices]") {
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        INFO(way.name());
        const fs::path program = shop.build(test_file("device_pair.cu"), way);
        const run_result ended = shop.run(program, with_devices("2", {}));
        CHECK(ended.status == 0);
        compare_answers(ended.output, "device_pair_h200.txt", "device_pair_differ.txt");
        // One device that goes wrong takes the others with it: so it was measured, too.
        const run_result wrong = shop.run(program, with_devices("2", {"forbidden"}));
        CHECK(wrong.output ==
              "kernel.without.access = 700\nkernel.without.access.again = 700\n"
              "other.device.afterwards = 700\nother.device.launch = 700\n");
    }
}

TEST_CASE("a program that asks for a second device is told how to have it", "[devices]") {
    workshop shop;
    const fs::path program = shop.build(program_source("devices.cu"), usual_ways().front());
    const run_result one = shop.run(program, {{"second_device"}, {}});
    CHECK(one.status == 0);
    CHECK(times_in(one.errors, "SIMCUDA_DEVICES=2") == 1);
    for (const char* const wrong : {"0", "17", "-1", "two", "2x", "1e1"}) {
        const run_result refused = shop.run(program, with_devices(wrong, {"only_one_device"}));
        INFO(wrong);
        CHECK(refused.status == 2);
        CHECK_THAT(refused.errors, ContainsSubstring("is no number from 1 to 16"));
    }
}

TEST_CASE("a recording says which device did what", "[devices]") {
    workshop shop;
    const fs::path program = shop.build(program_source("devices.cu"), usual_ways().front());
    const auto ended = shop.run_reported(program, with_devices("2", {"event_of_another_device"}));
    std::string told;
    for (const auto& op : ended.report["operations"]) {
        if (op["kind"] == "copy_p2p" || op["kind"] == "kernel" || op["kind"] == "copy_d2h")
            told +=
                op["kind"].get<std::string>() + " " + std::to_string(op.value("device", 0)) + "\n";
    }
    CHECK(told == "copy_p2p 1\nkernel 1\ncopy_d2h 1\n");
}
