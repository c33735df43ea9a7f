#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>

#include "checker/tests/catch.hpp"
#include "common/simcuda/driver/temporary.hpp"
#include "common/simcuda/runtime/profile.hpp"

using Catch::Matchers::ContainsSubstring;
using simcuda::bytes;
using simcuda::load_profile;
using simcuda::nanoseconds;

namespace {

/// The h200 profile's text after a change, as a file.
std::string complaint_about(const std::function<std::string(std::string)>& change) {
    const simcuda::driver::temporary_folder folder;
    std::ifstream in(H200_PROFILE);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::string changed = change(text);
    REQUIRE(changed != text);
    const auto file = folder.path() / "changed.toml";
    std::ofstream(file) << changed;
    try {
        static_cast<void>(load_profile(file.string()));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

/// Puts `now` in the place of the line that sets `key`.
std::function<std::string(std::string)> with_line(const std::string& key, const std::string& now) {
    return [=](std::string text) {
        const std::size_t at = text.find("\n" + key + " = ");
        REQUIRE(at != std::string::npos);
        std::size_t end = text.find('\n', at + 1);
        // An array may go on on the next line.
        while (text[end - 1] == ',')
            end = text.find('\n', end + 1);
        return text.replace(at + 1, end - at - 1, now);
    };
}

}  // namespace

TEST_CASE("the built-in profiles can be read", "[profile]") {
    const auto names = simcuda::built_in_profiles();
    CHECK(std::find(names.begin(), names.end(), "h200") != names.end());
    for (const std::string& name : names) {
        const simcuda::machine_profile p = load_profile(name);
        CHECK(p.name == name);
        CHECK(p.multiprocessors > 0);
        CHECK(p.call_cost("cudaStreamWaitEvent") == nanoseconds{100});
        CHECK(p.call_cost("cudaNobodyHasMeasured") == p.call_cost("default"));
    }
}

TEST_CASE("a missing or wrong entry is named", "[profile]") {
    CHECK_THAT(complaint_about(with_line("h2d_gb_per_s", "")),
               ContainsSubstring("copy.h2d_gb_per_s must be a rate above zero") ||
                   ContainsSubstring("copy.h2d_gb_per_s must be a number"));
    CHECK_THAT(complaint_about(with_line("h2d_gb_per_s", "h2d_gb_per_s = 0")),
               ContainsSubstring("copy.h2d_gb_per_s must be a rate above zero"));
    CHECK_THAT(complaint_about(with_line("setup_us", "setup_us = \"fast\"")),
               ContainsSubstring("copy.setup_us must be a number"));
    CHECK_THAT(complaint_about(with_line("setup_us", "setup_us = -1")),
               ContainsSubstring("copy.setup_us must be a number, zero or more"));
    CHECK_THAT(complaint_about(with_line("multiprocessors", "multiprocessors = 1.5")),
               ContainsSubstring("device.multiprocessors must be a whole number"));
    CHECK_THAT(complaint_about(with_line("compute_capability", "compute_capability = [9]")),
               ContainsSubstring("device.compute_capability must be two whole numbers"));
    CHECK_THAT(complaint_about(with_line("h2d_us", "h2d_us = [[1024, 5.7]]")),
               ContainsSubstring("pageable.h2d_us must be two or more"));
    CHECK_THAT(complaint_about(with_line("h2d_us", "h2d_us = [[1024, 5.7], [512, 6.0]]")),
               ContainsSubstring("pageable.h2d_us must be growing sizes"));
    CHECK_THAT(complaint_about(with_line("default", "")), ContainsSubstring("calls.default"));
    CHECK_THAT(complaint_about(with_line("cudaMemcpy", "cudaMemcpy = true")),
               ContainsSubstring("calls.cudaMemcpy must be a number"));
    CHECK_THAT(complaint_about(with_line("title", "title = \"no end")),
               ContainsSubstring("(line "));
}

TEST_CASE("an unknown profile is answered with the known ones", "[profile]") {
    CHECK_THROWS_WITH(load_profile("abacus"),
                      ContainsSubstring("'abacus'; there are: ") && ContainsSubstring("h200"));
    CHECK_THROWS_AS(load_profile("/nowhere/abacus.toml"), std::invalid_argument);
}

TEST_CASE("a measured curve is linear between its points", "[profile]") {
    const simcuda::size_curve curve({{1000, 1.0}, {2000, 3.0}, {4000, 4.0}});
    const auto at = [&](std::uint64_t size) { return curve.at(bytes{size}).count(); };
    CHECK(at(0) == 1000);  // shorter than anything measured
    CHECK(at(1000) == 1000);
    CHECK(at(1500) == 2000);
    CHECK(at(2000) == 3000);
    CHECK(at(3000) == 3500);
    CHECK(at(8000) == 6000);  // goes on as it went at last
}
