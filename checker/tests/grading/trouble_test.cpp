// What `lab grade` says where its results cannot be written or read as they should be.

#include <unistd.h>

#include <algorithm>

#include "checker/command/grade_class.hpp"
#include "checker/command/grade_trouble.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/grading/class_run.hpp"
#include "checker/grading/grading_limits.hpp"
#include "checker/grading/results_trouble.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;
using checker::tests::scratch_folder;

namespace {

namespace fs = std::filesystem;

/// Of no labs, so that nothing is built.
struct small_class {
    explicit small_class(const fs::path& folder) {
        for (const auto* who : {"ann", "bob", "cid", "dan", "eve"}) {
            fs::create_directories(folder / who);
            write_atomically(folder / who / "notes.md", "");
        }
        all = entries_of_class(folder).submissions;
    }

    class_outcome grade(const results_folder& results) {
        const class_watcher watcher{
            [this](const auto& f, const auto&) { told += f.problem.english(); },
            [](const auto&) {}};
        return run_class(all, terms, results, 2, without_result::grade, watcher);
    }

    std::vector<submission> all;
    grading_tree tree;
    sandbox box = sandbox::none();
    class_terms terms{tree, box, 1, "v"};
    std::string told;  ///< why single ones were not graded
};

std::string complaint(const file_error& problem, const fs::path& results, int status) {
    const context c;
    try {
        complain_of_results(c, problem, results, status);
    } catch (const command_error& told) {
        CHECK(told.status() == status);
        return told.what();
    }
}

file_error problem_at(const fs::path& file, std::errc why) {
    return {std::make_error_code(why), file};
}

}  // namespace

TEST_CASE("a full disk stops a class and is told once, and the class goes on afterwards") {
    const scratch_folder folder;
    small_class c(folder.path() / "class");
    const results_folder results(folder.path() / "out");
    fs::create_symlink("/dev/full", folder.path() / "out/times.jsonl");
    const auto outcome = c.grade(results);
    REQUIRE(outcome.stopped_by);
    CHECK(c.told.empty());
    CHECK(outcome.without_result.size() == c.all.size());
    CHECK_FALSE(fs::exists(folder.path() / "out/.work"));
    const auto said = complaint(*outcome.stopped_by, results.path(), exit_with::our_error);
    CHECK_THAT(said, ContainsSubstring("The disk is full") && ContainsSubstring("times.jsonl") &&
                         ContainsSubstring("What is graded stays in") &&
                         ContainsSubstring("run the same command again"));
    fs::remove(folder.path() / "out/times.jsonl");
    const auto after = c.grade(results);
    CHECK_FALSE(after.stopped_by);
    CHECK(after.without_result.empty());
}

TEST_CASE("a folder in the place of a file stops a class, and so does the reverse") {
    const scratch_folder folder;
    small_class c(folder.path() / "class");
    const results_folder results(folder.path() / "out");
    const std::string name = GENERATE("times.jsonl/x", "submissions");
    folder.write("out/" + name, "");
    const auto outcome = c.grade(results);
    REQUIRE(outcome.stopped_by);
    CHECK(c.told.empty());
    const auto said = complaint(*outcome.stopped_by, results.path(), exit_with::our_error);
    CHECK_THAT(said,
               ContainsSubstring(name.substr(0, name.find("/x"))) &&
                   ContainsSubstring(name == "submissions" ? "is a file, where" : "is a folder,"));
}

TEST_CASE("what is in the way of one result alone does not stop the others") {
    const scratch_folder folder;
    small_class c(folder.path() / "class");
    const results_folder results(folder.path() / "out");
    folder.write("out/submissions/ann.json/x", "");
    const auto outcome = c.grade(results);
    CHECK_FALSE(outcome.stopped_by);
    CHECK(outcome.without_result.size() == 1);
    CHECK_THAT(c.told, ContainsSubstring("submissions/ann.json is a folder, where `lab grade`"));
}

TEST_CASE("what is in the way of all is told from what is not") {
    const fs::path results = "/r";
    CHECK(is_trouble_for_all(problem_at("/tmp/x", std::errc::no_space_on_device), results));
    CHECK(is_trouble_for_all(file_error({EDQUOT, std::generic_category()}, "/r/x"), results));
    CHECK(is_trouble_for_all(problem_at("/r/x", std::errc::permission_denied), results));
    CHECK_FALSE(
        is_trouble_for_all(problem_at("/class/ann", std::errc::permission_denied), results));
    CHECK_FALSE(is_trouble_for_all(problem_at("/r/x", std::errc::io_error), results));
    CHECK_FALSE(is_trouble_for_all(problem_at("/r-2/x", std::errc::is_a_directory), results));
}

TEST_CASE("trouble with the results is told of them, and not of the course") {
    const auto why = GENERATE(std::errc::read_only_file_system, std::errc::permission_denied,
                              std::errc::operation_not_permitted, std::errc::no_space_on_device);
    const auto said = complaint(problem_at("/r/.lock", why), "/r", exit_with::usage);
    CHECK_THAT(said, ContainsSubstring("/r/.lock") && ContainsSubstring("stays in /r."));
    CHECK_THAT(said, !ContainsSubstring("course"));
    CHECK_FALSE(told_of_results(problem_at("/elsewhere/.lock", why), "/r"));
}

TEST_CASE("a file of the results that is a folder is told before anything is graded") {
    const scratch_folder folder;
    const auto& results = folder.path();
    CHECK_NOTHROW(require_files_and_folders(results));
    folder.write("seed", "7\n");
    folder.write("submissions/ann.json", "{}");
    CHECK_NOTHROW(require_files_and_folders(results));
    SECTION("a folder") {
        const auto* const name = GENERATE("labs", "device", "limits.toml", "begun", "grades.json",
                                          "grades.csv", "class.html", "times.jsonl", ".lock");
        fs::create_directories(results / name);
        CHECK_THROWS_WITH(require_files_and_folders(results),
                          ContainsSubstring((results / name).string() + " is a folder"));
    }
    SECTION("a file") {
        const auto* const name = GENERATE("pages", "gradescope", "slurm");
        folder.write(name, "");
        CHECK_THROWS_WITH(require_files_and_folders(results),
                          ContainsSubstring((results / name).string() + " is a file"));
    }
}

TEST_CASE("a file that cannot be written is named in no programmer's words, and nothing is left") {
    const scratch_folder folder;
    fs::create_directories(folder.path() / "a-folder/with");
    CHECK_THROWS_AS(write_atomically(folder.path() / "a-folder", ""), file_error);
    CHECK_THROWS_WITH(write_atomically(folder.path() / "a-folder", ""),
                      !ContainsSubstring("rename") && !ContainsSubstring(".new"));
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
    try {
        fs::rename(folder.path() / "nowhere", folder.path() / "there");
        FAIL("nothing was thrown");
    } catch (const std::system_error& problem) {
        const auto told = file_error_in(problem);
        REQUIRE(told);
        CHECK(told->file() == folder.path() / "there");
        CHECK_THAT(told->what(), !ContainsSubstring("filesystem error"));
    }
}

TEST_CASE("a seed that did not fit on the disk leaves nothing behind") {
    const scratch_folder folder;
    const results_folder results(folder.path() / "out");
    // The name that is written first.
    const auto beside = folder.path() / ("out/.seed.new" + std::to_string(getpid()));
    fs::create_symlink("/dev/full", beside);
    CHECK_THROWS_AS(results.seed(7), file_error);
    CHECK_FALSE(fs::exists(fs::symlink_status(beside)));
    CHECK_FALSE(fs::exists(folder.path() / "out/seed"));
}

TEST_CASE("a damaged list of labs is told as such") {
    const scratch_folder folder;
    const context c;
    course all;
    for (const int number : {1, 4}) {
        lab l;
        l.number = number;
        l.slug = number == 1 ? "blocking-copy" : "streams";
        all.labs.push_back(l);
    }
    folder.write("submissions/ann.json", "{}");
    folder.write("labs", "04-streams\n");
    CHECK(labs_of_class(c, all, "", folder.path()).size() == 1);
    const std::string asked = GENERATE("", "4");
    for (const auto* text : {"", "xyz\n", "04-streams,\n", ",\n", "04-streams,77-other\n", "4\n"}) {
        folder.write("labs", text);
        CHECK_THROWS_WITH(labs_of_class(c, all, asked, folder.path()),
                          ContainsSubstring((folder.path() / "labs").string() + " is damaged") &&
                              ContainsSubstring("01-blocking-copy,04-streams"));
    }
    // What was only tried binds nobody.
    fs::remove_all(folder.path() / "submissions");
    CHECK(labs_of_class(c, all, "4", folder.path()).size() == 1);
}

TEST_CASE("a limit that is too large is told as that") {
    const scratch_folder folder;
    const auto usual = read_file("checker/grading/limits.toml");
    const auto [key, value] =
        GENERATE(table<std::string, std::string>({{"seconds", "1e30"},
                                                  {"seconds", "3000000000"},
                                                  {"memory_mib", "3000000000"},
                                                  {"depth", "9223372036854775807"}}));
    auto text = usual;
    const auto place = text.find("\n" + key + " = ") + 1;
    text.replace(place, text.find_first_of(" \n", place + key.size() + 3) - place,
                 key + " = " + value);
    const auto file = folder.write("limits.toml", text);
    CHECK_THROWS_WITH(grading_limits::load(file),
                      ContainsSubstring("\"" + key + "\" is too large: it may be 2147483647"));
    folder.write("limits.toml", text.replace(text.find(value), value.size(), "2147483647"));
    CHECK_NOTHROW(grading_limits::load(file));
}
