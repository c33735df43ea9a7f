#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "checker/command/lab_job.hpp"
#include "checker/tests/scratch.hpp"
#include "common/simcuda/driver/preamble_store.hpp"

/// One lab of the course, for tests of it. LAB_UNDER_TEST names the lab ("04-streams"), CXX the
/// compiler for the learner's file, LAB_BUILD the build folder.
namespace checker::tests {

[[nodiscard]] std::string variable_or(const char* name, std::string otherwise);
[[nodiscard]] std::string text_of(const std::filesystem::path& file);

/// What is about times alone is looked at with one compiler: they do not depend on it.
[[nodiscard]] bool times_are_looked_at();
[[nodiscard]] bool has_compiler();

/// LAB_TESTS=all (`./lab test --setup all`), which takes its time: every one; otherwise every
/// third.
[[nodiscard]] bool is_in_sample(std::size_t number);
/// All of them with g++. With another compiler a sample, since what differs is how accesses are
/// seen, and that alike in all.
[[nodiscard]] bool is_looked_at(std::size_t number);

/// The course with a state folder of its own: a learner's progress stays as it is.
class course_copy {
public:
    [[nodiscard]] static const course_copy& of_this_process();

    course_copy();

    [[nodiscard]] const lab& subject() const { return *lab_; }
    [[nodiscard]] const context& where() const { return context_; }
    [[nodiscard]] lab_job job_of(const std::filesystem::path& file) const {
        return {lab_, source_kind::other_file, file, "h200", 1, &preambles_};
    }
    [[nodiscard]] std::filesystem::path solution() const { return solution_file(context_, *lab_); }

    [[nodiscard]] verdict check(const std::filesystem::path& file) const;
    /// Expects the same verdict from both runs. (Time does not depend on the compiler: with one of
    /// them twice will do.)
    [[nodiscard]] verdict check_twice(const std::filesystem::path& file) const;
    [[nodiscard]] std::vector<verdict> check_on(const std::vector<std::string>& profiles,
                                                const std::filesystem::path& file) const;
    [[nodiscard]] verdict check_text(const std::string& text) const {
        return check(write("checked/lab.cu", text));
    }
    [[nodiscard]] std::filesystem::path write(const std::string& name,
                                              const std::string& text) const {
        return folder_.write(name, text);
    }

private:
    using preamble_store = simcuda::driver::preamble_store;

    scratch_folder folder_;
    // Most answers to a lab include the same.
    mutable preamble_store preambles_{folder_.path() / "preambles",
                                      preamble_store::making::when_met_again};
    context context_;
    course course_;
    const lab* lab_ = nullptr;
};

[[nodiscard]] std::vector<std::string> ids_of(const verdict& v);

/// The files in a folder, in order; none where there is no such folder.
[[nodiscard]] std::vector<std::filesystem::path> sources_in(const std::filesystem::path& folder);
[[nodiscard]] std::filesystem::path mutants_of(const lab& l);
[[nodiscard]] std::filesystem::path correct_answers_of(const lab& l);

}  // namespace checker::tests
