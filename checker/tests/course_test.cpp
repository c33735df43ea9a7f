#include "checker/course/course.hpp"
#include "checker/course/nearest.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string head = "[course]\ntitle = \"T\"\ndocs = \"D\"\n";

std::string lab_entry(const std::string& number, const std::string& slug,
                      const std::string& more = {}) {
    return "[[lab]]\nnumber = " + number + "\nslug = \"" + slug +
           "\"\ntitle = \"x\"\npoints = 10\nfunction = \"run\"\nstarter_diagnosis = \"d\"\n"
           "hints = [\"1\", \"2\", \"3\"]\n" +
           more;
}

course load(const std::string& text) {
    const tests::scratch_folder folder;
    return load_course(folder.write("course.toml", text));
}

std::string complaint(const std::string& text) {
    try {
        static_cast<void>(load(text));
    } catch (const course_error& problem) {
        return problem.what();
    }
    return "no complaint";
}

std::string unknown(const course& c, const std::string& word) {
    try {
        static_cast<void>(c.find(word));
    } catch (const unknown_lab& problem) {
        return problem.what();
    }
    return "found";
}

}  // namespace

TEST_CASE("the labs come in the order of their numbers, whatever the file's") {
    const auto c = load(head + lab_entry("4", "streams") + lab_entry("1", "blocking-copy"));
    REQUIRE(c.labs.size() == 2);
    CHECK(c.labs[0].name() == "01-blocking-copy");
    CHECK(c.labs[1].name() == "04-streams");
}

TEST_CASE("a lab is found by number, with a zero, by name, by slug and by its folder") {
    const auto c = load(head + lab_entry("4", "streams") + lab_entry("12", "throughput"));
    const auto* const word =
        GENERATE("4", "04", "04-streams", "streams", "labs/04-streams/", "04-streams/");
    CHECK(c.find(word).number == 4);
}

TEST_CASE("a lab is found by its number in words") {
    const auto c = load(head + lab_entry("4", "streams") + lab_entry("12", "throughput"));
    CHECK(c.find("four").number == 4);
    CHECK(c.find("twelve").number == 12);
    CHECK(c.find("十二").number == 12);
    CHECK_THAT(unknown(c, "three"), ContainsSubstring("The course has 4 to 12."));
}

TEST_CASE("a word that is like no name gets none") {
    const auto c = load(head + lab_entry("4", "streams") + lab_entry("12", "throughput"));
    CHECK_THAT(unknown(c, "thirty"), !ContainsSubstring("Did you mean"));
    CHECK_THAT(unknown(c, "put"), ContainsSubstring("Did you mean 12-throughput?"));
}

TEST_CASE("an unknown lab gets the nearest name") {
    const auto c = load(head + lab_entry("4", "streams") + lab_entry("12", "throughput"));
    CHECK_THAT(unknown(c, "04-steams"), ContainsSubstring("Did you mean 04-streams?"));
    CHECK_THAT(unknown(c, "troughput"), ContainsSubstring("Did you mean 12-throughput?"));
    CHECK_THAT(unknown(c, "13"), ContainsSubstring("The course has 4 to 12."));
    CHECK_THAT(unknown(c, "4-12"), ContainsSubstring("Name each by itself"));
    CHECK_THAT(unknown(c, "4,12"), ContainsSubstring("Name each by itself"));
    CHECK_THAT(unknown(c, ""), ContainsSubstring("`lab list` shows them all"));
    CHECK_THAT(unknown(load(head), "4"), ContainsSubstring("no labs yet"));
}

TEST_CASE("mutants and checks belong to the lab above them") {
    const auto c =
        load(head + lab_entry("1", "a",
                              "[[lab.mutant]]\nname = \"m\"\ndiagnosis = \"leak\"\nidea = "
                              "\"forgets\"\n[[lab.check]]\nname = \"results\"\npoints = 10\n"));
    REQUIRE(c.labs[0].mutants.size() == 1);
    CHECK(c.labs[0].mutants[0].diagnosis == "leak");
    CHECK(c.labs[0].checks[0].points == 10);
}

TEST_CASE("a broken table is answered with the line and the change to make") {
    const auto [text, words] = GENERATE(table<std::string, std::string>({
        {"[course]\ntitle = \"T\"\n",
         "in [course]: \"docs\" is missing; it takes a text in quotes"},
        {"[course\n", ":1:8: not TOML"},
        {head + lab_entry("4", "Streams"), "use lower-case letters, digits and hyphens"},
        {head + lab_entry("\"4\"", "streams"), "\"number\" must be a whole number"},
        {head + lab_entry("3000000000", "streams"),
         "\"number\" is too large: it may be 2147483647"},
        {head + lab_entry("-3000000000", "streams"),
         "\"number\" is too small: it must be -2147483648"},
        {head + lab_entry("100", "streams"), "outside 1 to 99"},
        {head + lab_entry("4", "a") + lab_entry("4", "b"), "number 4 is taken by another lab"},
        {head + lab_entry("4", "a", "hint = [\"x\"]\n"), "did you mean \"hints\"?"},
        {head + lab_entry("4", "a", "[[lab.check]]\nname = \"x\"\npoints = 3\n"),
         "give 3 points in all, but the lab says 10"},
        {head + "[lab]\nnumber = 1\n", "must be given as [[lab]]"},
    }));
    CAPTURE(text);
    CHECK_THAT(complaint(text), ContainsSubstring(words));
}

TEST_CASE("titles and hints come in another language, the rest stays") {
    const tests::scratch_folder folder;
    auto c = load(head + lab_entry("1", "blocking-copy"));
    put_texts(c, folder.write("course.zh-CN.toml",
                              "[course]\ntitle = \"课\"\n[[lab]]\nnumber = 1\ntitle = \"复制\"\n"
                              "hints = [\"一\", \"二\", \"三\"]\n"));
    CHECK(c.title == "课");
    CHECK(c.docs == "D");
    CHECK(c.labs[0].title == "复制");
    CHECK(c.labs[0].slug == "blocking-copy");
    CHECK(c.labs[0].hints == std::vector<std::string>{"一", "二", "三"});
}

TEST_CASE("texts that do not fit the course are refused") {
    const tests::scratch_folder folder;
    const auto all = load(head + lab_entry("1", "blocking-copy"));
    for (const std::string labs :
         {"", "[[lab]]\nnumber = 2\ntitle = \"x\"\nhints = [\"1\", \"2\", \"3\"]\n",
          "[[lab]]\nnumber = 1\ntitle = \"x\"\nhints = [\"1\", \"2\"]\n",
          "[[lab]]\nnumber = 1\ntitle = \"x\"\nhints = [\"1\", \"2\", \"3\"]\npoints = 3\n"}) {
        CAPTURE(labs);
        auto c = all;
        CHECK_THROWS_AS(put_texts(c, folder.write("t.toml", "[course]\ntitle = \"T\"\n" + labs)),
                        course_error);
    }
}

TEST_CASE("the course's own texts in Chinese fit") {
    auto c = load_course("course.toml");
    const auto english = c;
    put_texts(c, "course.zh-CN.toml");
    for (std::size_t i = 0; i < c.labs.size(); ++i) {
        CHECK(c.labs[i].title != english.labs[i].title);
        CHECK(std::filesystem::exists("labs/" + c.labs[i].name() + "/README.zh-CN.md"));
    }
}

TEST_CASE("a course file that is not there is said to be missing") {
    try {
        static_cast<void>(load_course("/nonexistent/course.toml"));
        FAIL("loaded");
    } catch (const course_error& problem) {
        CHECK_THAT(problem.what(), ContainsSubstring("/nonexistent/course.toml: there is no such"));
    }
}

TEST_CASE("edit distance counts swaps of neighbours once") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("abc", "") == 3);
    CHECK(edit_distance("stream", "steam") == 1);
    CHECK(edit_distance("steram", "stream") == 1);
    CHECK(edit_distance("chekc", "check") == 1);
    CHECK(nearest("chekc", {"hint", "check", "cc"}) == "check");
    CHECK(nearest("x", {}).empty());
    CHECK(nearest("01-block", {"01-blocking-copy", "08-tuning"}) == "01-blocking-copy");
    CHECK(nearest("streams", {"04-streams", "straws"}) == "04-streams");
}
