#include "checker/course/progress.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("progress comes back as it was kept") {
    const tests::scratch_folder folder;
    const auto file = folder.path() / "progress.toml";
    CHECK(load_progress(file).labs.empty());

    const std::string said = "The copy of \"a\" waited.\n\nUse pinned memory \\ none else.";
    save_progress(file,
                  {{"04-streams", {"fail", 2.5, true, "pageable-async", 2, said, "docs/a.md"}},
                   {"01-blocking-copy", {"pass", 10, true, "", 0, "", ""}}},
                  "已经做的");
    CHECK(read_file(file).starts_with("# 已经做的\n"));
    auto kept = load_progress(file).labs;
    CHECK(kept.at("01-blocking-copy").expected.empty());
    kept["01-blocking-copy"].expected = {0.25, {"h2d+compute"}, {}};
    save_progress(file, kept, "");
    const auto loaded = load_progress(file);
    CHECK_FALSE(loaded.damage);
    REQUIRE(loaded.labs.size() == 2);
    const auto& expected = loaded.labs.at("01-blocking-copy").expected;
    CHECK(expected.ms == 0.25);
    CHECK(expected.together == std::vector<std::string>{"h2d+compute"});
    CHECK(expected.apart.empty());
    const auto& lab = loaded.labs.at("04-streams");
    CHECK(lab.status == "fail");
    CHECK(lab.points == 2.5);
    CHECK(lab.was_passed);
    CHECK(lab.last_diagnosis == "pageable-async");
    CHECK(lab.hints_seen == 2);
    CHECK(lab.last_message == said);
    CHECK(lab.last_docs == "docs/a.md");
}

TEST_CASE("a damaged record is kept aside and said to be") {
    const tests::scratch_folder folder;
    const auto content = GENERATE("not toml at all [", "", "schema = 99\n",
                                  "schema = 1\n[labs]\nx = 3\n", "\x00\xff\xfe");
    const auto file = folder.write("progress.toml", content);
    const auto loaded = load_progress(file);
    CHECK(loaded.labs.empty());
    REQUIRE(loaded.damage);
    CHECK(loaded.damage->kept_as == "progress.toml.damaged-1");
    CHECK_FALSE(loaded.damage->problem.empty());
    CHECK_FALSE(std::filesystem::exists(file));
    CHECK(read_file(folder.path() / "progress.toml.damaged-1") == content);

    folder.write("progress.toml", "again [");
    CHECK(load_progress(file).damage->kept_as == "progress.toml.damaged-2");
}

TEST_CASE("a record that cannot be written is an error that names the file") {
    CHECK_THROWS_WITH(save_progress("/nonexistent/progress.toml", {}, ""),
                      ContainsSubstring("/nonexistent/progress.toml"));
}
