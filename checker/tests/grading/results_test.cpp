#include "checker/grading/results_folder.hpp"

#include <sys/stat.h>

#include "checker/command/grade_class.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/grading/class_run.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;
using checker::tests::scratch_folder;

TEST_CASE("the seed is made once, is the owner's alone, and stays") {
    const scratch_folder folder;
    const results_folder results(folder.path() / "new");
    const auto seed = results.seed(std::nullopt);
    CHECK(results.seed(std::nullopt) == seed);
    CHECK(results.seed(seed) == seed);
    struct stat facts {};
    REQUIRE(stat((folder.path() / "new/seed").c_str(), &facts) == 0);
    CHECK((facts.st_mode & 0777) == 0600);
    CHECK_THROWS_WITH(results.seed(seed + 1), ContainsSubstring("were made with another seed"));

    const results_folder chosen(folder.path() / "chosen");
    CHECK(chosen.seed(7) == 7);
    CHECK(chosen.seed(std::nullopt) == 7);
    write_atomically(folder.path() / "chosen/seed", "seven\n");
    CHECK_THROWS_WITH(chosen.seed(std::nullopt), ContainsSubstring("holds no seed"));
}

TEST_CASE("results are their owner's alone and ignored by git, whoever made the folder") {
    const scratch_folder folder;
    const auto out = folder.path() / GENERATE("new", "made/before");
    std::filesystem::create_directories(folder.path() / "made/before");
    CHECK(results_folder(out).seed(7) == 7);
    CHECK(std::filesystem::status(out).permissions() == std::filesystem::perms::owner_all);
    CHECK(read_file(out / ".gitignore") == "*\n");
}

TEST_CASE("a folder that holds something else is no place for results") {
    const scratch_folder folder;
    const auto* const other = GENERATE("01-blocking-copy/lab.cu", "submissions/ann.cu", ".git/HEAD",
                                       "grades.json", "language");
    folder.write(other, "");
    CHECK_THROWS_WITH(results_folder(folder.path()), ContainsSubstring("nothing was written"));
    const auto first = std::filesystem::directory_iterator(folder.path());
    CHECK(std::distance(first, std::filesystem::directory_iterator()) == 1);
    folder.write("seed", "7\n");
    CHECK_NOTHROW(results_folder(folder.path()));
}

TEST_CASE("results without their seed are told of as such, and left alone") {
    const scratch_folder folder;
    folder.write("submissions/ann.json", "{}");
    folder.write("language", "en\n");
    CHECK_THROWS_WITH(results_folder(folder.path()),
                      ContainsSubstring("have lost their file `seed`"));
    CHECK_FALSE(std::filesystem::exists(folder.path() / "seed"));
}

TEST_CASE("a class goes on only as it was begun") {
    const scratch_folder folder;
    const auto place = folder.path() / "results";
    CHECK_NOTHROW(require_as_begun(place));
    const results_folder results(place);
    static_cast<void>(results.seed(7));
    static_cast<void>(results.speaks(language::english));
    results.keep_labs("04-streams");
    results.keep_limits("usual", "usual");
    results.keep_as_begun();
    // What was only tried may be begun another way.
    folder.write("results/labs", "01-blocking-copy\n");
    CHECK_NOTHROW(require_as_begun(place));
    results.keep_labs("04-streams");
    results.keep_as_begun();
    folder.write("results/submissions/ann.json", "{}");
    CHECK_NOTHROW(require_as_begun(place));

    const auto* const name = GENERATE("seed", "language", "limits.toml", "labs", "device");
    const auto file = place / name;
    const bool was_there = std::filesystem::exists(file);
    const auto before = was_there ? read_file(file) : std::string();
    folder.write(std::string("results/") + name, "5\n");
    CHECK_THROWS_WITH(require_as_begun(place), ContainsSubstring("are not as they were begun"));
    std::filesystem::remove(file);
    if (was_there) {
        CHECK_THROWS_WITH(require_as_begun(place), ContainsSubstring("are not as they were begun"));
        folder.write(std::string("results/") + name, before);
    }
    CHECK_NOTHROW(require_as_begun(place));
}

TEST_CASE("results lie among the submissions by whatever way they are named") {
    const scratch_folder folder;
    const auto& in = folder.path();
    folder.write("class/ann/04.cu", "");
    std::filesystem::create_directory_symlink(in / "class", in / "link");
    CHECK(lies_in(in / "class", in / "class"));
    CHECK(lies_in(in / "class/out", in / "link"));
    CHECK(lies_in(in / "link/out/deep", in / "class"));
    CHECK_FALSE(lies_in(in / "class-grades", in / "class"));
    CHECK_FALSE(lies_in(in / "link-grades", in / "link"));
    CHECK_FALSE(lies_in(in / "class/../out", in / "class"));
}

TEST_CASE("where there can be no folder for results, that is said of the folder") {
    const scratch_folder folder;
    const auto file = folder.write("a-file", "");
    CHECK_THROWS_AS(results_folder(file), results_error);
    CHECK_THROWS_WITH(results_folder(file / "below"), ContainsSubstring("a-file/below"));
}

TEST_CASE("a class stays in the language in which it was begun") {
    const scratch_folder folder;
    CHECK(results_folder(folder.path()).seed(7) == 7);
    CHECK(results_folder(folder.path()).speaks(language::chinese) == language::chinese);
    CHECK(results_folder(folder.path()).speaks(language::english) == language::chinese);
    CHECK(read_file(folder.path() / "language") == "zh-CN\n");
}

namespace {

/// Whether somebody who grades so finds another at work who grades as `other` says.
bool is_refused(const grade_options& one, const grade_options& other) {
    const scratch_folder folder;
    const context c;
    const grading_lock first(c, other, folder.path());
    try {
        const grading_lock second(c, one, folder.path());
    } catch (const command_error& problem) {
        CHECK(problem.status() == exit_with::usage);
        CHECK_THAT(problem.what(), ContainsSubstring(folder.path().string()));
        return true;
    }
    return false;
}

}  // namespace

TEST_CASE("two do not grade the same submissions into one folder") {
    const grade_options whole;
    grade_options second_share;
    second_share.share = "2/3";
    auto third_share = second_share;
    third_share.share = "3/3";
    grade_options cluster;
    cluster.engine = grade_engine::slurm;
    auto task = second_share;
    task.only = "list";
    CHECK(is_refused(whole, whole));
    CHECK(is_refused(second_share, second_share));
    for (const auto& part : {second_share, cluster, task}) {
        CHECK(is_refused(whole, part));
        CHECK(is_refused(part, whole));
    }
    CHECK_FALSE(is_refused(second_share, third_share));
    CHECK_FALSE(is_refused(cluster, task));
    CHECK_FALSE(is_refused(task, cluster));
    CHECK_FALSE(is_refused(cluster, cluster));
    CHECK_FALSE(is_refused(task, task));  // begun again on another node
}

TEST_CASE("who only looks at results leaves alone what another is at work on") {
    const scratch_folder folder;
    const results_folder results(folder.path() / "out");
    folder.write("class/ann/notes.md", "");
    const auto all = entries_of_class(folder.path() / "class").submissions;
    write_atomically(results.make_work_folder(all.at(0)) / "lab.cu", "being compiled");
    const grading_tree tree;
    const auto box = sandbox::none();
    const class_terms terms{tree, box, 1, "v"};
    const class_watcher nobody{[](const auto&, const auto&) {}, [](const auto&) {}};
    const auto seen = run_class(all, terms, results, 1, without_result::leave, nobody);
    CHECK(seen.without_result.size() == 1);
    CHECK(std::filesystem::exists(folder.path() / "out/.work/ann/lab.cu"));
}

TEST_CASE("a result that was not written whole is none") {
    const scratch_folder folder;
    const results_folder results(folder.path());
    submission s;
    s.file = "ann";
    CHECK_FALSE(results.load(s));
    graded_submission g;
    g.file = "ann";
    g.inputs = "1";
    results.store(g);
    CHECK(results.load(s) == g);
    const auto text = read_file(results.file_of(s));
    write_atomically(results.file_of(s), text.substr(0, text.size() / 2));
    CHECK_FALSE(results.load(s));
}

TEST_CASE("the folder for work is empty at the start and gone at the end") {
    const scratch_folder folder;
    const results_folder results(folder.path());
    submission s;
    s.file = "ann";
    write_atomically(results.make_work_folder(s) / "left", "by an interrupted run");
    CHECK(std::filesystem::is_empty(results.make_work_folder(s)));
    results.remove_work_folder(s);
    CHECK_FALSE(std::filesystem::exists(folder.path() / ".work"));
}

TEST_CASE("a class stays on the device with which it was begun") {
    const auto both = grading_device::both;
    const auto sim = grading_device::sim;
    const scratch_folder folder;
    const results_folder begun(folder.path() / "both");
    static_cast<void>(begun.seed(7));
    CHECK(begun.device(both) == both);
    CHECK(begun.device(both) == both);
    CHECK(begun.device(std::nullopt) == both);
    folder.write("both/submissions/ann.json", "");
    CHECK_THROWS_WITH(begun.device(sim), ContainsSubstring("made with --device both"));

    // (those from before a GPU could take part hold no word on it)
    const results_folder other(folder.path() / "sim");
    static_cast<void>(other.seed(7));
    CHECK(other.device(std::nullopt) == sim);
    folder.write("sim/submissions/ann.json", "");
    CHECK(other.device(sim) == sim);
    CHECK(other.device(std::nullopt) == sim);
    CHECK_THROWS_WITH(other.device(both), ContainsSubstring("made with --device sim"));
    CHECK_FALSE(std::filesystem::exists(folder.path() / "sim/device"));
}

TEST_CASE("what was tried and has no results yet binds nobody") {
    const scratch_folder folder;
    const results_folder results(folder.path());
    static_cast<void>(results.seed(7));
    CHECK(results.device(grading_device::both) == grading_device::both);
    CHECK(results.device(grading_device::sim) == grading_device::sim);
    results.keep_labs("01-blocking-copy");
    results.keep_labs("04-streams");
    CHECK(read_file(folder.path() / "labs") == "04-streams\n");
    folder.write("submissions/ann.json", "");
    results.keep_labs("01-blocking-copy");
    CHECK(read_file(folder.path() / "labs") == "04-streams\n");
}

TEST_CASE("a class stays with its limits") {
    const scratch_folder folder;
    const results_folder results(folder.path());
    static_cast<void>(results.seed(7));
    results.keep_limits("short", "usual");
    CHECK(read_file(folder.path() / "limits.toml") == "short");
    results.keep_limits("usual", "usual");
    CHECK_FALSE(std::filesystem::exists(folder.path() / "limits.toml"));
    results.keep_limits("short", "usual");
    folder.write("submissions/ann.json", "");
    results.keep_limits("short", "usual");
    CHECK_THROWS_WITH(results.keep_limits("usual", "usual"), ContainsSubstring("other limits"));
    CHECK(read_file(folder.path() / "limits.toml") == "short");
}
