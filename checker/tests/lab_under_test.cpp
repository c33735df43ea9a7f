#include "checker/tests/lab_under_test.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "checker/tests/catch.hpp"
#include "common/simcuda/driver/toolchain.hpp"

namespace checker::tests {

namespace fs = std::filesystem;

namespace {

const verdict& told(const lab_result& result) {
    UNSCOPED_INFO(result.compiler_output);
    UNSCOPED_INFO(result.program_output);
    UNSCOPED_INFO(to_json(result.said));
    return result.said;
}

}  // namespace

std::string variable_or(const char* name, std::string otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : otherwise;
}

std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

bool times_are_looked_at() {
    return variable_or("CXX", "c++") == "g++";
}

bool has_compiler() {
    return simcuda::driver::find_compiler(variable_or("CXX", "c++")).has_value();
}

bool is_in_sample(std::size_t number) {
    return number % 3 == 0 || variable_or("LAB_TESTS", "") == "all";
}

bool is_looked_at(std::size_t number) {
    return times_are_looked_at() || is_in_sample(number);
}

const course_copy& course_copy::of_this_process() {
    static const course_copy copy;
    return copy;
}

course_copy::course_copy() {
    for (const auto* part : {"labs", "solutions", "checker", "common", "docs"}) {
        fs::create_directory_symlink(fs::current_path() / part, folder_.path() / part);
    }
    fs::create_symlink(fs::current_path() / "course.toml", folder_.path() / "course.toml");
    context_.root = folder_.path();
    context_.build = variable_or("LAB_BUILD", "");
    context_.started = folder_.path();
    course_ = context_.load();
    lab_ = &course_.find(variable_or("LAB_UNDER_TEST", "1"));
}

verdict course_copy::check(const fs::path& file) const {
    return told(check_lab(context_, job_of(file)));
}

verdict course_copy::check_twice(const fs::path& file) const {
    if (!times_are_looked_at()) {
        return check(file);
    }
    const auto job = job_of(file);
    const auto runs = check_alike(context_, {job, job});
    CHECK(runs.front().said.metrics == runs.back().said.metrics);
    CHECK(runs.front().said.checks == runs.back().said.checks);
    return told(runs.front());
}

std::vector<verdict> course_copy::check_on(const std::vector<std::string>& profiles,
                                           const fs::path& file) const {
    std::vector<lab_job> jobs(profiles.size(), job_of(file));
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        jobs[i].profile = profiles[i];
    }
    std::vector<verdict> said;
    for (auto& result : check_alike(context_, jobs)) {
        UNSCOPED_INFO(to_json(result.said));
        said.push_back(std::move(result.said));
    }
    return said;
}

std::vector<std::string> ids_of(const verdict& v) {
    std::vector<std::string> ids;
    for (const auto& d : v.diagnoses) {
        ids.push_back(d.id);
    }
    return ids;
}

std::vector<fs::path> sources_in(const fs::path& folder) {
    std::vector<fs::path> files;
    if (fs::is_directory(folder)) {
        for (const auto& entry : fs::directory_iterator(folder)) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

fs::path mutants_of(const lab& l) {
    return fs::current_path() / "checker" / "mutants" / l.name();
}

fs::path correct_answers_of(const lab& l) {
    return fs::current_path() / "checker" / "tests" / "correct" / l.name();
}

}  // namespace checker::tests
