#include <algorithm>
#include <fstream>

#include "checker/tests/catch.hpp"
#include "common/simcuda/tests/marks.hpp"

using namespace simcuda::tests;

namespace {

std::vector<marked_program> correct_programs() {
    std::vector<fs::path> sources;
    for (const auto& entry : fs::directory_iterator(program_source("correct"))) {
        if (entry.path().extension() == ".cu")
            sources.push_back(entry.path());
    }
    std::sort(sources.begin(), sources.end());
    std::vector<marked_program> programs;
    for (const fs::path& source : sources)
        programs.push_back(marked(source));
    return programs;
}

/// The program in all its variants, and what it says in the original's words.
class built_variants {
public:
    built_variants(workshop& shop, const marked_program& program, const way_to_build& way)
        : shop_(shop),
          name_(program.source.filename().string()),
          environment_(program.environment),
          all_(all_variants(program)) {
        const fs::path unit = shop.folder() / name_;
        std::ofstream(unit) << all_.text;
        std::vector<std::string> flags = program.flags;
        flags.insert(flags.end(), {"-O0", "-I", program.source.parent_path().string()});
        program_ = shop.build(unit, way, flags);
    }

    [[nodiscard]] workshop::reported run(std::size_t variant) const {
        return shop_.run_reported(program_, {{std::to_string(variant)}, environment_});
    }

    [[nodiscard]] std::vector<int> lines(const nlohmann::json& defect, std::size_t variant) const {
        std::vector<int> result;
        for (const auto& place : defect["where"])
            result.push_back(place["line"].get<int>() - all_.before[variant]);
        return result;
    }

    [[nodiscard]] std::string words(const std::string& text, std::size_t variant) const {
        const std::string start = name_ + ":";
        std::string out;
        std::size_t at = 0;
        for (std::size_t found = 0; (found = text.find(start, at)) != std::string::npos;) {
            std::size_t length = 0;
            const std::size_t number = found + start.size();
            const int line = std::stoi(text.substr(number), &length);
            out += text.substr(at, number - at) + std::to_string(line - all_.before[variant]);
            at = number + length;
        }
        return out + text.substr(at);
    }

private:
    workshop& shop_;
    std::string name_;
    std::map<std::string, std::string> environment_;
    variants all_;
    fs::path program_;
};

/// The reports without each line in turn.
std::string check_program(workshop& shop, const marked_program& program, const way_to_build& way) {
    const std::string name = program.source.filename().string();
    INFO(way.name() << ": " << name);
    const built_variants built(shop, program, way);
    const workshop::reported whole = built.run(0);
    CHECK(whole.run.errors == "");
    CHECK(whole.report["defects"].empty());
    CHECK(whole.run.status == 0);
    std::string told;
    for (std::size_t i = 0; i < program.removals.size(); ++i) {
        const removal& r = program.removals[i];
        INFO("without SYNC " << r.name << ", line " << r.line);
        const workshop::reported now = built.run(i + 1);
        INFO(now.run.errors);
        const nlohmann::json& defects = now.report["defects"];
        if (r.defect.empty()) {
            CHECK(defects.empty());
            CHECK(now.run.status == 0);
            continue;
        }
        CHECK(defects.size() == 1);
        if (defects.empty())
            continue;
        CHECK(defects[0]["id"] == r.defect);
        CHECK(built.lines(defects[0], i + 1) == r.where);
        told += "== " + name + " without line " + std::to_string(r.line) + "\n" +
                built.words(defects[0]["message"].get<std::string>(), i + 1) + "\n";
    }
    return told;
}

void check_all(const std::string& compiler) {
    const std::vector<marked_program> programs = correct_programs();
    CHECK(programs.size() >= 40);
    workshop shop;
    for (const way_to_build& way : usual_ways()) {
        if (way.compiler != compiler)
            continue;
        std::string told;
        for (const marked_program& program : programs)
            told += check_program(shop, program, way);
        check_golden("correct.txt", told);
    }
}

}  // namespace

// Two cases, so that they can run beside each other.
TEST_CASE("correct programs are silent; without any of their waits each is not", "[correct]") {
    check_all("g++");
}

TEST_CASE("the same with the other compiler", "[correct-clang]") {
    check_all("clang++");
}
