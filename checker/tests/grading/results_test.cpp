#include "checker/grading/results_folder.hpp"

#include <sys/stat.h>

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
