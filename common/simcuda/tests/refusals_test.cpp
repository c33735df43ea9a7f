#include <algorithm>
#include <fstream>

#include "checker/tests/catch.hpp"
#include "common/simcuda/tests/cases.hpp"

using namespace simcuda::tests;

namespace {

/// Runs all cases; the reports one after another.
std::string check_refusals(const workshop& shop, const fs::path& program,
                           const std::map<std::string, std::string>& environment) {
    std::string told;
    for (const expected_case& wanted : cases_of(program_source("refusals.cu"))) {
        INFO(wanted.name);
        setting with{{wanted.name}, environment};
        with.environment["SIMCUDA_STRICT"] = "1";  // a refused call is no defect
        const workshop::reported ended = shop.run_reported(program, with);
        INFO(ended.run.output << ended.run.errors);
        CHECK(ended.run.status == 0);
        CHECK(ended.report["defects"].empty());
        const nlohmann::json& failed = ended.report["failed_calls"];
        REQUIRE(failed.size() == wanted.lines.size());
        if (wanted.lines.empty()) {
            CHECK(ended.run.errors.empty());
            continue;
        }
        CHECK(failed[0]["id"] == "call-failed");
        CHECK(failed[0]["where"][0]["line"] == wanted.lines[0]);
        CHECK(failed[0]["message"].get<std::string>().find('{') == std::string::npos);
        CHECK(fs::exists(test_file("../../..") / failed[0]["docs"].get<std::string>()));
        told += "== " + wanted.name + "\n" + ended.run.errors;
    }
    return without_folders(told);
}

/// Addresses, which differ from run to run.
std::string without_large_numbers(std::string text) {
    constexpr std::size_t more_than_any_size = 13;
    std::size_t digits = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
            ++digits;
            continue;
        }
        if (digits >= more_than_any_size) {
            text.replace(i - digits, digits, "ADDRESS");
            i = i - digits + 7;
        }
        digits = 0;
    }
    return text;
}

/// Is there a way to fill the placeholders of `message` that makes it a part of `text`?
bool is_shown(const std::string& message, const std::string& text) {
    std::size_t at = text.find(message.substr(0, message.find('{')));
    for (std::size_t i = message.find('{'); i != std::string::npos && at != std::string::npos;) {
        const std::size_t begin = message.find('}', i) + 1;
        i = message.find('{', begin);
        at = text.find(message.substr(begin, i - begin), at);
    }
    return at != std::string::npos;
}

}  // namespace

TEST_CASE("a refused call says why, with the values", "[refusals]") {
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        INFO(way.name());
        const fs::path program = shop.build(program_source("refusals.cu"), way);
        check_golden("refusals.txt", without_large_numbers(check_refusals(shop, program, {})));
        check_golden("refusals-zh-CN.txt", without_large_numbers(check_refusals(
                                               shop, program, {{"SIMCUDA_LANG", "zh-CN"}})));
    }
}

TEST_CASE("every reason of a refusal that the catalogue knows has a case", "[refusals]") {
    const std::string shown = with_single_blanks(content_of(test_file("golden/refusals.txt")));
    std::ifstream catalogue(test_file("../messages/en.toml"));
    std::string line, table;
    while (std::getline(catalogue, line)) {
        if (line.rfind('[', 0) == 0)
            table = line;
        if (table.rfind("[refused.", 0) != 0 || line.rfind("why = \"", 0) != 0)
            continue;
        const std::string why = line.substr(7, line.rfind('"') - 7);
        // Told to a checker only; a program may have asked for these. Two devices: devices.cu.
        if (table == "[refused.no_room]" || table == "[refused.no_room_on_host]" ||
            table == "[refused.register_again]" || table == "[refused.release_of_the_callers]" ||
            table == "[refused.fill_of_other_device]" ||
            table == "[refused.stream_of_other_device]") {
            continue;
        }
        INFO(table << " " << why);
        CHECK(is_shown(why, shown));
    }
}
