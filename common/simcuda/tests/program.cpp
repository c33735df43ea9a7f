#include "common/simcuda/tests/program.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "checker/tests/catch.hpp"
#include "common/simcuda/driver/compile.hpp"
#include "common/simcuda/driver/process.hpp"

namespace simcuda::tests {

fs::path program_source(const std::string& name) {
    return fs::path(TESTS_FOLDER) / "programs" / name;
}

fs::path test_file(const std::string& name) {
    return fs::path(TESTS_FOLDER) / name;
}

std::string way_to_build::name() const {
    std::string text = compiler;
    for (const std::string& flag : flags)
        text += " " + flag;
    return text;
}

std::vector<way_to_build> usual_ways() {
    std::vector<way_to_build> ways;
    for (const char* const name : {"g++", "clang++"}) {
        if (driver::find_compiler(name))
            ways.push_back({name, {}});
    }
    return ways;
}

fs::path workshop::build(const fs::path& source, const way_to_build& way,
                         const std::vector<std::string>& more_flags,
                         const std::vector<fs::path>& objects) {
    driver::request wanted;
    wanted.sources = {source};
    wanted.flags = more_flags;
    wanted.objects = objects;
    return compile(std::move(wanted), way);
}

fs::path workshop::build_object(const fs::path& source, const way_to_build& way) {
    driver::request wanted;
    wanted.sources = {source};
    wanted.makes = driver::product::object;
    return compile(std::move(wanted), way);
}

fs::path workshop::compile(driver::request wanted, const way_to_build& way) {
    const fs::path& source = wanted.sources.front();
    const char* ending = wanted.makes == driver::product::object ? ".o" : "";
    wanted.output = folder() / (source.stem().string() + "-" + std::to_string(++built_) + ending);
    std::string told;
    wanted.compiler = way.compiler;
    wanted.flags.insert(wanted.flags.begin(), way.flags.begin(), way.flags.end());
    wanted.colour = driver::colours::never;
    wanted.preambles = &preambles_;
    wanted.diagnostics = [&](std::string_view text) { told += text; };
    const driver::outcome made = driver::compile(wanted);
    INFO(source.string() << ", " << way.name() << "\n" << told);
    REQUIRE(made.status == driver::build_status::built);
    return wanted.output;
}

run_result workshop::run(const fs::path& program, const setting& with) const {
    std::vector<std::string> words{"env"};
    for (const char* const name :
         {"SIMCUDA_STRICT", "SIMCUDA_REPORT", "SIMCUDA_PROFILE", "SIMCUDA_DEVICES",
          "SIMCUDA_POISON", "SIMCUDA_SEED", "SIMCUDA_LEAKS"}) {
        words.insert(words.end(), {"-u", name});
    }
    for (const auto& [name, value] : with.environment)
        words.push_back(name + "=" + value);
    if (with.errors == error_stream::closed) {
        words.insert(words.end(), {"sh", "-c", R"(exec "$0" "$@" 2>&-)"});
    }
    words.push_back(program.string());
    words.insert(words.end(), with.arguments.begin(), with.arguments.end());
    driver::process_result ended = driver::run_process(words);
    return {ended.status, std::move(ended.output), std::move(ended.errors)};
}

workshop::reported workshop::run_reported(const fs::path& program, setting with) const {
    const fs::path file = folder() / "report.json";
    fs::remove(file);
    with.environment["SIMCUDA_REPORT"] = file.string();
    reported result;
    result.run = run(program, with);
    result.text = content_of(file);
    result.report = nlohmann::json::parse(result.text, nullptr, false);
    INFO(program.string() << "\n" << result.run.output << result.run.errors << result.text);
    REQUIRE(result.report.is_object());
    return result;
}

std::string content_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string without_folders(std::string text) {
    // As reports name them: relative below the working folder.
    const fs::path folder = program_source("");
    for (const fs::path& name : {folder, folder.lexically_relative(fs::current_path())}) {
        const std::string start = name.string();
        for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at))
            text.erase(at, start.size());
    }
    return text;
}

std::string with_single_blanks(const std::string& text) {
    std::istringstream words(text);
    std::string out;
    for (std::string word; words >> word;)
        out += word + " ";
    return out;
}

void check_golden(const std::string& name, const std::string& text) {
    const fs::path file = test_file("golden") / name;
    const char* update = std::getenv("UPDATE_GOLDEN");
    if (update != nullptr && std::string_view(update) == "1") {
        std::ofstream(file, std::ios::binary) << text;
        return;
    }
    INFO("golden/" << name << "; UPDATE_GOLDEN=1 writes it anew");
    CHECK(content_of(file) == text);
}

}  // namespace simcuda::tests
