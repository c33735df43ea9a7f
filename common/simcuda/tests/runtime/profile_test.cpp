#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <stdexcept>

#include "checker/tests/catch.hpp"
#include "common/simcuda/driver/temporary.hpp"
#include "common/simcuda/runtime/profile.hpp"

using Catch::Matchers::ContainsSubstring;
using simcuda::bytes;
using simcuda::load_profile;
using simcuda::nanoseconds;

namespace {

const std::string& h200() {
    static const std::string text = [] {
        std::ifstream in(H200_PROFILE);
        return std::string{std::istreambuf_iterator<char>(in), {}};
    }();
    return text;
}

/// The number of the first line that begins with `start`; 0 if there is none.
std::size_t line_of(const std::string& text, const std::string& start) {
    const std::size_t at = ("\n" + text).find("\n" + start);
    if (at == std::string::npos)
        return 0;
    return 1 + static_cast<std::size_t>(
                   std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// The h200 profile's text after a change, as a file.
std::string complaint_about(const std::function<std::string(std::string)>& change) {
    const simcuda::driver::temporary_folder folder;
    const std::string& text = h200();
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
    CHECK(names == std::vector<std::string>{"a100", "coherent", "h200", "laptop", "no-overlap"});
    for (const std::string& name : names) {
        INFO(name);
        const simcuda::machine_profile p = load_profile(name);
        CHECK(p.name == name);
        CHECK(p.multiprocessors > 0);
        CHECK(p.call_cost("cudaStreamWaitEvent") == nanoseconds{100});
        CHECK(p.call_cost("cudaNobodyHasMeasured") == p.call_cost("default"));
    }
}

TEST_CASE("the built-in machines differ in what they overlap", "[profile]") {
    CHECK(load_profile("h200").copy_engines == 2);
    CHECK(load_profile("a100").copy_engines == 2);
    CHECK(load_profile("laptop").copy_engines == 1);
    CHECK(load_profile("no-overlap").copy_engines == 0);
    CHECK(load_profile("no-overlap").async_engine_count == 0);
    CHECK(load_profile("coherent").host_page_tables == 1);
    CHECK(load_profile("laptop").host_page_tables == 0);
}

TEST_CASE("what a profile leaves out comes from its base", "[profile]") {
    const simcuda::driver::temporary_folder folder;
    const auto file = folder.path() / "mine.toml";
    std::ofstream(file) << "base = \"laptop\"\nname = \"mine\"\n[copy]\nh2d_gb_per_s = 3\n"
                           "[calls]\ncudaMalloc = 7\n";
    const simcuda::machine_profile p = load_profile(file.string()), base = load_profile("laptop");
    CHECK(p.name == "mine");
    CHECK(p.h2d_rate == 3.0);
    CHECK(p.d2h_rate == base.d2h_rate);
    CHECK(p.title == base.title);
    CHECK(p.call_cost("cudaMalloc") == nanoseconds{7000});
    CHECK(p.call_cost("cudaFree") == load_profile("h200").call_cost("cudaFree"));
    for (const char* const wrong : {"base = \"gpu\"\n", "base = 200\n", "base = \"a.toml\"\n"}) {
        INFO(wrong);
        CHECK_THAT(
            complaint_about([=](const std::string& text) { return wrong + text; }),
            ContainsSubstring("changed.toml:1:8: base must be the name of another machine profile; "
                              "there are: a100, "));
    }
}

TEST_CASE("a missing entry is named, with the way to do without it", "[profile]") {
    for (const std::string key : {"name", "multiprocessors", "h2d_gb_per_s", "h2d_us", "depth"}) {
        const std::string told = complaint_about(with_line(key, ""));
        INFO(told);
        CHECK_THAT(told,
                   ContainsSubstring(key + " is missing; write it, or take what you do not") &&
                       ContainsSubstring("base = \"h200\""));
    }
    // The section is where to write it.
    CHECK_THAT(complaint_about(with_line("default", "")),
               ContainsSubstring(fmt::format("changed.toml:{}:1: calls.default is missing",
                                             line_of(h200(), "[calls]"))));
}

TEST_CASE("a wrong entry is named with its line and column", "[profile]") {
    struct wrong {
        const char *key, *line, *says;
    };
    const wrong table[] = {
        {"name", "name = 200", "name must be a text"},
        {"title", "title = \"\"", "title must be a text"},
        {"h2d_gb_per_s", "h2d_gb_per_s = 0", "copy.h2d_gb_per_s must be a rate above zero"},
        {"h2d_gb_per_s", "h2d_gb_per_s = inf", "copy.h2d_gb_per_s must be a number, zero or more"},
        {"h2d_gb_per_s", "h2d_gb_per_s = nan", "copy.h2d_gb_per_s must be a number, zero or more"},
        {"two_way_h2d", "two_way_h2d = 1.5",
         "copy.two_way_h2d must be a share: above 0, at most 1"},
        {"setup_us", "setup_us = \"fast\"", "copy.setup_us must be a number, zero or more"},
        {"setup_us", "setup_us = -1", "copy.setup_us must be a number, zero or more"},
        {"setup_us", "setup_us = 1e12", "copy.setup_us must be a time in microseconds, less than"},
        {"memory_bytes", "memory_bytes = 0.5",
         "device.memory_bytes must be a whole number of bytes"},
        {"multiprocessors", "multiprocessors = 1.5",
         "device.multiprocessors must be a whole number, 1 or more"},
        {"multiprocessors", "multiprocessors = 0",
         "device.multiprocessors must be a whole number, 1 or more"},
        {"copy_engines", "copy_engines = 3",
         "device.copy_engines must be a whole number from 0 to 2"},
        {"copy_engines", "copy_engines = 0",
         "device.copy_engines must be no more than async_engine_count, and 0 where that is 0"},
        {"async_engine_count", "async_engine_count = 1",
         "device.copy_engines must be no more than async_engine_count"},
        {"host_page_tables", "host_page_tables = 1",
         "device.host_page_tables must be 0 where pageable_memory_access is 0"},
        {"pageable_memory_access", "pageable_memory_access = true",
         "device.pageable_memory_access must be a number"},
        {"compute_capability", "compute_capability = [9]",
         "device.compute_capability must be two whole numbers"},
        {"compute_capability", "compute_capability = 9.0",
         "device.compute_capability must be two whole numbers"},
        {"shared_kib_choices", "shared_kib_choices = [64, 32]",
         "device.shared_kib_choices must be growing numbers"},
        {"shared_kib_choices", "shared_kib_choices = [8, 16]",
         "device.shared_kib_choices must be large enough for shared_bytes_per_block"},
        {"h2d_us", "h2d_us = [[1024, 5.7]]",
         "pageable.h2d_us must be two or more [bytes, microseconds] points"},
        {"h2d_us", "h2d_us = [[1024, 5.7], [2048]]",
         "pageable.h2d_us must be two or more [bytes, microseconds] points"},
        {"h2d_us", "h2d_us = [1024, 5.7]",
         "pageable.h2d_us must be two or more [bytes, microseconds] points"},
        {"h2d_us", "h2d_us = [[1024, 5.7], [512, 6.0]]",
         "pageable.h2d_us must be points of growing sizes"},
        {"h2d_us", "h2d_us = [[1024, 5.7], [2048, 5.0]]",
         "pageable.h2d_us must be points whose times never fall"},
        {"depth", "depth = 0", "queue.depth must be a whole number, 1 or more"},
        {"cudaMemcpy", "cudaMemcpy = true", "calls.cudaMemcpy must be a number"},
        {"cudaMemcpy", "memcpy = 2.5", "calls.memcpy is nothing that a profile has"},
        {"clock_khz", "clock_khz = 1\nclock_mhz = 2",
         "device.clock_mhz is nothing that a profile has; is it misspelt?"},
        {"name", "name = \"x\"\ncolour = 1", "colour is nothing that a profile has"},
    };
    for (const wrong& w : table) {
        INFO(w.line);
        const auto change = with_line(w.key, w.line);
        const std::string entry = std::string(w.says).substr(0, std::string(w.says).find(' '));
        const std::string key = entry.substr(entry.find('.') + 1);
        for (const std::string base : {"", "base = \"h200\"\n"}) {
            const std::string changed = base + change(h200());
            const std::string told = complaint_about([&](const std::string&) { return changed; });
            INFO(told);
            CHECK_THAT(told, ContainsSubstring(w.says));
            const std::string place =
                fmt::format("changed\\.toml:{}:[0-9]+: ", line_of(changed, key + " = "));
            CHECK(std::regex_search(told, std::regex(place)));
        }
    }
    CHECK_THAT(complaint_about(with_line("title", "title = \"no end")),
               ContainsSubstring(fmt::format("changed.toml:{}:", line_of(h200(), "title"))));
}

TEST_CASE("an entry in a section of a profile with a base has its place, too", "[profile]") {
    const auto file = [](const std::string& text) {
        return complaint_about([&](const std::string&) { return text; });
    };
    CHECK_THAT(file("base = \"laptop\"\nname = \"x\"\n\n[copy]\n  h2d_gb_per_s = \"fast\"\n"),
               ContainsSubstring("changed.toml:5:18: copy.h2d_gb_per_s must be a number"));
    CHECK_THAT(file("base = \"laptop\"\nname = \"x\"\n[copies]\nh2d_gb_per_s = 3\n"),
               ContainsSubstring("changed.toml:3:1: copies is nothing that a profile has"));
    CHECK_THAT(file("base = \"laptop\"\n[pageable]\nh2d_us = [[1, 1.0], [2, -1.0]]\n"),
               ContainsSubstring("changed.toml:3:25: pageable.h2d_us[1][1] must be a number"));
}

TEST_CASE("a folder is no machine profile, whatever its name", "[profile]") {
    const simcuda::driver::temporary_folder folder;
    const auto named_as_one = folder.path() / "mine.toml";
    std::filesystem::create_directory(named_as_one);
    for (const auto& each : {folder.path(), named_as_one, std::filesystem::path(".")}) {
        CHECK_THROWS_WITH(
            load_profile(each.string()),
            ContainsSubstring("'" + each.string() + "' is a folder; name a file in it") &&
                ContainsSubstring("h200"));
    }
}

TEST_CASE("a file is read whatever its name, if that is a path", "[profile]") {
    const simcuda::driver::temporary_folder folder;
    const auto file = folder.path() / "mine.txt";
    std::ofstream(file) << "base = \"laptop\"\nname = \"mine\"\n";
    CHECK(load_profile(file.string()).name == "mine");
}

TEST_CASE("an unknown profile is answered with the known ones", "[profile]") {
    CHECK_THROWS_WITH(load_profile("abacus"),
                      ContainsSubstring("'abacus'; there are: ") && ContainsSubstring("h200"));
    CHECK_THROWS_WITH(load_profile("/nowhere/abacus.toml"),
                      ContainsSubstring("there is no file '/nowhere/abacus.toml'"));
    CHECK_THROWS_AS(load_profile(""), std::invalid_argument);
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
