#include <fstream>
#include <set>

#include "checker/tests/catch.hpp"
#include "common/simcuda/tests/cases.hpp"

using namespace simcuda::tests;

namespace {

/// The lines of `file` that a report names.
std::vector<int> lines_in(const nlohmann::json& defect, const std::string& file) {
    std::vector<int> lines;
    for (const auto& place : defect["where"]) {
        if (fs::path(place["file"].get<std::string>()).filename() == file) {
            lines.push_back(place["line"].get<int>());
        }
    }
    return lines;
}

constexpr const char* exclusive = "exclusive.toml";

/// The usual machine, but with managed memory that only one side may use at a time.
std::string exclusive_profile(const workshop& shop) {
    const fs::path file = shop.folder() / exclusive;
    std::ofstream(file) << "base = \"h200\"\nname = \"exclusive\"\n"
                           "[managed]\nconcurrent_access = 0\n";
    return file.string();
}

/// Runs all cases of a file as one way to build made it; the reports one after another.
std::string check_cases(workshop& shop, const std::string& file, const way_to_build& way) {
    const fs::path program = shop.build(program_source(file), way);
    std::string told;
    for (const expected_case& wanted : cases_of(program_source(file))) {
        INFO(way.name() << ": " << file << ": " << wanted.name);
        setting with{{wanted.name}, wanted.environment};
        with.environment["SIMCUDA_STRICT"] = "1";
        if (with.environment["SIMCUDA_PROFILE"] == exclusive)
            with.environment["SIMCUDA_PROFILE"] = exclusive_profile(shop);
        const workshop::reported ended = shop.run_reported(program, with);
        INFO(ended.run.output << ended.run.errors);
        CHECK(ended.run.status == wanted.status);
        CHECK(ended.run.output.find("wrong: ") == std::string::npos);
        const nlohmann::json& defects = ended.report["defects"];
        if (wanted.defect.empty()) {
            CHECK(defects.empty());
            // A refused call is told, and is no defect.
            const bool any_refused = !ended.report["failed_calls"].empty();
            CHECK(ended.run.errors.empty() == !any_refused);
            if (any_refused)
                told += "== " + wanted.name + "\n" + ended.run.errors;
            continue;
        }
        REQUIRE(defects.size() == 1);
        CHECK(defects[0]["id"] == wanted.defect);
        CHECK(lines_in(defects[0], file) == wanted.lines);
        CHECK(defects[0]["message"].get<std::string>().find('{') == std::string::npos);
        told += "== " + wanted.name + "\n" + ended.run.output + ended.run.errors;
    }
    return without_folders(told);
}

/// The longest stretch of a message without placeholders.
std::string longest_literal(const std::string& message) {
    std::string longest, now;
    bool inside = false;
    for (const char c : message) {
        if (c == '{' || c == '}' || c == '"') {
            if (now.size() > longest.size())
                longest = now;
            now.clear();
            inside = c == '{';
        } else if (!inside) {
            now += c;
        }
    }
    return longest;
}

/// Of freed-in-use, double-free, race-between-copies, race-output-overwritten,
/// returned-with-work-pending and uninitialised-read.
bool is_other_text(const std::string& key) {
    return key == "freed-while-registered" || key == "freed-of-the-caller" ||
           key == "race-within-batch" || key == "returned-when-not-ready" ||
           key == "overwritten-under-host" || key == "read-beyond-fill" ||
           key == "read-beyond-elements";
}

constexpr const char* per_thread = "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1";

void check_with_all_compilers(const std::string& file) {
    workshop shop;
    const std::string golden = fs::path(file).stem().string() + ".txt";
    for (const way_to_build& way : usual_ways()) {
        check_golden(golden, check_cases(shop, file, way));
    }
}

}  // namespace

TEST_CASE("every missing wait is reported, with both lines", "[defects]") {
    check_with_all_compilers("races.cu");
}

TEST_CASE("memory that is given back too early, twice or never is reported", "[defects]") {
    check_with_all_compilers("lifetimes.cu");
}

TEST_CASE("wrong accesses are reported at their line", "[defects]") {
    check_with_all_compilers("accesses.cu");
}

TEST_CASE("host threads are ordered by what they tell each other", "[threads]") {
    check_with_all_compilers("threads.cu");
}

TEST_CASE("with a per-thread default stream, stream 0 is the thread's own", "[defects]") {
    workshop shop;
    for (way_to_build way : usual_ways()) {
        way.flags.emplace_back(per_thread);
        check_golden("own_default_stream.txt", check_cases(shop, "own_default_stream.cu", way));
    }
}

TEST_CASE("units with either default stream are linked together", "[defects]") {
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        const fs::path legacy = shop.build_object(program_source("stream_zero.cu"), way);
        const fs::path program =
            shop.build(program_source("stream_zero.cu"), way, {per_thread}, {legacy});
        const run_result ended = shop.run(program);
        INFO(way.name() << ended.errors);
        CHECK(ended.status == 0);
        CHECK(ended.output == "two kinds\n");
    }
}

TEST_CASE("stream-ordered memory is used between its allocation and its end", "[defects]") {
    check_with_all_compilers("pools.cu");
}

TEST_CASE("threads of a warp that wait in vain are reported, with both lines", "[defects]") {
    check_with_all_compilers("warps.cu");
}

TEST_CASE("variables of the device are the device's", "[defects]") {
    check_with_all_compilers("variables.cu");
}

TEST_CASE("managed memory is no exception to the order of work", "[defects]") {
    check_with_all_compilers("managed.cu");
}

TEST_CASE("boxes, batches and kernels on the host's memory", "[defects]") {
    check_with_all_compilers("copies.cu");
}

TEST_CASE("only a graph's own edges order its nodes", "[graphs]") {
    check_with_all_compilers("graphs.cu");
}

TEST_CASE("what is forbidden while a stream is captured", "[graphs]") {
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        const run_result ended = shop.run(shop.build(program_source("capture_errors.cu"), way));
        INFO(way.name() << ended.errors);
        CHECK(ended.status == 0);
        check_golden("capture_errors.txt", ended.output);
    }
}

TEST_CASE("every defect that the catalogue knows has a case", "[defects]") {
    std::set<std::string> shown;
    for (const char* const file : {"races.cu", "lifetimes.cu", "accesses.cu", "pools.cu",
                                   "managed.cu", "warps.cu", "devices.cu"}) {
        for (const expected_case& c : cases_of(program_source(file)))
            shown.insert(c.defect);
    }
    std::ifstream catalogue(test_file("../messages/en.toml"));
    std::string line;
    while (std::getline(catalogue, line) && line.rfind('[', 0) != 0) {
        const std::size_t equals = line.find(" = ");
        if (equals == std::string::npos || line.front() == '#')
            continue;
        const std::string id = line.substr(0, equals);
        if (is_other_text(id))
            continue;
        INFO(id);
        CHECK(shown.count(id) == 1);
    }
}

TEST_CASE("every defect has a page to read", "[defects]") {
    std::ifstream catalogue(test_file("../messages/en.toml"));
    std::set<std::string> ids, pages;
    std::string line, table;
    while (std::getline(catalogue, line)) {
        if (line.rfind('[', 0) == 0)
            table = line;
        const std::size_t equals = line.find(" = \"");
        if (equals == std::string::npos || line.front() == '#')
            continue;
        if (table.empty() && !is_other_text(line.substr(0, equals)))
            ids.insert(line.substr(0, equals));
        if (table != "[read]")
            continue;
        pages.insert(line.substr(0, equals));
        const std::string page = line.substr(equals + 4, line.rfind('"') - equals - 4);
        INFO(line);
        CHECK(fs::exists(test_file("../../..") / page));
    }
    CHECK(ids == pages);
}

TEST_CASE("every explanation that the catalogue knows is shown by a golden file", "[defects]") {
    std::string shown;
    for (const auto& entry : fs::directory_iterator(test_file("golden")))
        shown += with_single_blanks(content_of(entry.path()));
    std::ifstream catalogue(test_file("../messages/en.toml"));
    std::string line, table;
    while (std::getline(catalogue, line)) {
        if (line.rfind('[', 0) == 0)
            table = line;
        const std::size_t equals = line.find(" = \"");
        if (equals == std::string::npos || (table != "[why]" && table != "[edge]"))
            continue;
        INFO(table << " " << line);
        CHECK(shown.find(longest_literal(line.substr(equals + 4))) != std::string::npos);
    }
}

TEST_CASE("correct programs about streams are silent", "[silent]") {
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        CHECK(check_cases(shop, "ordered.cu", way).empty());
    }
}

TEST_CASE("correct programs about memory are silent", "[silent]") {
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        CHECK(check_cases(shop, "memory.cu", way).empty());
        CHECK(check_cases(shop, "untold.cu", way).empty());
    }
}

TEST_CASE("correct programs about groups of threads are silent", "[silent]") {
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        CHECK(check_cases(shop, "groups.cu", way).empty());
    }
}

TEST_CASE("kernels of every form run, and what they call does what it should", "[silent]") {
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        CHECK(check_cases(shop, "device_functions.cu", way).empty());
    }
}

TEST_CASE("machines overlap what they can, and no rule changes with them", "[machines]") {
    check_with_all_compilers("machines.cu");
}

TEST_CASE("what programs ask a device at their start", "[facts]") {
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        static_cast<void>(check_cases(shop, "facts.cu", way));
    }
}

TEST_CASE("several devices are ordered by what orders them, and reach what they may", "[defects]") {
    check_with_all_compilers("devices.cu");
}
