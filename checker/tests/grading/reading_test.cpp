#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "checker/grading/submissions.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;
using checker::tests::scratch_folder;

namespace {

const translation english;

struct read_submission_of {
    std::vector<found_file> files;
    std::vector<flag> flags;

    [[nodiscard]] std::string id(std::size_t lab = 0) const {
        if (!flags.empty()) {
            return flags.front().id;
        }
        return files.at(lab).flags.empty() ? "" : files[lab].flags.front().id;
    }
};

read_submission_of read_all(const std::filesystem::path& folder, const std::string& name,
                            std::vector<std::string> labs, reading_limits most = {}) {
    for (const auto& s : entries_of_class(folder).submissions) {
        if (s.path.filename() == name) {
            learner_files files(std::move(labs), most, english);
            read_submission(s, files);
            auto taken = files.take();
            return {std::move(taken), files.flags()};
        }
    }
    FAIL("no submission " << name);
    return {};
}

std::optional<lab_match> match(std::vector<std::string> labs, std::string_view path) {
    return learner_files(std::move(labs), {}, english).match(path);
}

}  // namespace

TEST_CASE("a path says which lab it is the file of") {
    const std::vector<std::string> two = {"01-blocking-copy", "04-streams"};
    CHECK(match(two, "labs/04-streams/lab.cu") == lab_match{1, 0});
    CHECK(match(two, "./project/labs/04-streams/lab.cu") == lab_match{1, 1});
    CHECK(match(two, "04-streams/lab.cu") == lab_match{1, 10});
    CHECK(match(two, "04-streams.cu") == lab_match{1, 20});
    CHECK(match(two, "04.cu") == lab_match{1, 20});
    CHECK(match(two, "mine/4.cu") == lab_match{1, 21});
    CHECK(match(two, "01-blocking-copy.cu") == lab_match{0, 20});
    CHECK_FALSE(match(two, "lab.cu"));
    CHECK_FALSE(match(two, "labs/05-default-stream/lab.cu"));
    CHECK_FALSE(match(two, "labs/04-streams/old.cu"));
    CHECK_FALSE(match(two, "labs/04-streams/lab.cu/x"));
    CHECK_FALSE(match(two, "a/b/c/labs/04-streams/lab.cu"));
    CHECK_FALSE(match(two, "__MACOSX/labs/04-streams/lab.cu"));
    CHECK_FALSE(match(two, ".git/04.cu"));
    CHECK_FALSE(match(two, "004.cu"));
    CHECK_FALSE(match(two, ""));

    CHECK(match({"04-streams"}, "lab.cu") == lab_match{0, 30});
    CHECK(match({"04-streams"}, "week/lab.cu") == lab_match{0, 31});
    // It says of itself that it belongs to another lab.
    CHECK_FALSE(match({"04-streams"}, "labs/01-blocking-copy/lab.cu"));
}

TEST_CASE("a folder is looked through for each lab's file, and the best place wins") {
    const scratch_folder folder;
    folder.write("ann/labs/04-streams/lab.cu", "// the one\n");
    folder.write("ann/backup/04.cu", "// another\n");
    folder.write("ann/labs/01-blocking-copy/notes.txt", "");
    const auto read = read_all(folder.path(), "ann", {"01-blocking-copy", "04-streams"});
    CHECK(read.files.at(1).content == "// the one\n");
    CHECK_FALSE(read.files.at(0).content);
    CHECK(read.id(0) == "missing");
}

TEST_CASE("who has handed in nothing for a lab is told each form that is taken") {
    const scratch_folder folder;
    folder.write("ann/report.pdf", "");
    const auto one = read_all(folder.path(), "ann", {"04-streams"});
    CHECK_THAT(one.files.at(0).flags.at(0).message,
               ContainsSubstring("labs/04-streams/lab.cu, 04-streams.cu, 04.cu, or lab.cu."));
    const auto two = read_all(folder.path(), "ann", {"04-streams", "12-throughput"});
    CHECK_THAT(two.files.at(1).flags.at(0).message,
               ContainsSubstring("labs/12-throughput/lab.cu, 12-throughput.cu, or 12.cu."));
}

TEST_CASE("two different files in equally good places are not chosen from") {
    const scratch_folder folder;
    folder.write("ann/a/labs/04-streams/lab.cu", "// one\n");
    folder.write("ann/b/labs/04-streams/lab.cu", "// two\n");
    CHECK(read_all(folder.path(), "ann", {"04-streams"}).id() == "ambiguous");
    folder.write("ann/b/labs/04-streams/lab.cu", "// one\n");
    CHECK(read_all(folder.path(), "ann", {"04-streams"}).files[0].content == "// one\n");
}

TEST_CASE("what is no ordinary file is not opened, whatever leads to it") {
    const scratch_folder folder;
    folder.write("secret/lab.cu", "// nobody else's\n");
    const auto place = folder.path() / "class" / "ann" / "labs" / "04-streams";
    const auto in_class = [&] { return read_all(folder.path() / "class", "ann", {"04-streams"}); };
    std::filesystem::create_directories(place);

    SECTION("a link") {
        std::filesystem::create_symlink(folder.path() / "secret/lab.cu", place / "lab.cu");
        CHECK(in_class().id() == "link");
    }
    SECTION("a link in the place of a folder") {
        std::filesystem::remove(place);
        std::filesystem::create_symlink(folder.path() / "secret", place);
        CHECK(in_class().id() == "link");
    }
    SECTION("the submission itself a link") {
        std::filesystem::remove_all(folder.path() / "class/ann");
        std::filesystem::create_symlink(folder.path() / "secret", folder.path() / "class/ann");
        CHECK(in_class().id() == "unreadable");
    }
    SECTION("a pipe, which would keep a reader waiting") {
        REQUIRE(mkfifo((place / "lab.cu").c_str(), 0600) == 0);
        CHECK(in_class().id() == "link");
    }
    SECTION("a folder that is called as a file") {
        std::filesystem::create_directories(place / "lab.cu");
        CHECK(in_class().id() == "missing");
    }
}

TEST_CASE("what is too much is not read") {
    const scratch_folder folder;
    reading_limits most;
    most.file = {100};
    most.entries = 10;
    folder.write("long/04.cu", std::string(101, ' ') + "x");
    folder.write("just/04.cu", std::string(99, ' ') + "x");
    folder.write("text/04.cu", std::string("int x;\0", 7));
    folder.write("none/04.cu", " \n");
    for (int i = 0; i < 11; ++i) {
        folder.write("many/" + std::to_string(i), "");
    }
    std::string deep = "deep";
    for (int i = 0; i < 20; ++i) {
        deep += "/d";
    }
    folder.write(deep + "/04.cu", "x");
    CHECK(read_all(folder.path(), "long", {"04-streams"}, most).id() == "too-large");
    CHECK(read_all(folder.path(), "just", {"04-streams"}, most).id().empty());
    CHECK(read_all(folder.path(), "text", {"04-streams"}, most).id() == "binary");
    CHECK(read_all(folder.path(), "none", {"04-streams"}, most).id() == "missing");
    CHECK(read_all(folder.path(), "many", {"04-streams"}, most).id() == "too-large");
    CHECK(read_all(folder.path(), "deep", {"04-streams"}, most).id() == "missing");
}

TEST_CASE("a class's folder: folders, archives, single files, and what else lies about") {
    const scratch_folder folder;
    folder.write("ann/04.cu", "// a\n");
    folder.write("bob.cu", "// b\n");
    folder.write("carl.tar.gz", "no archive");
    folder.write("dora.docx", "a report");
    const std::vector<std::string> beside = {
        ".DS_Store", "README", "README.txt", "Thumbs.db", "__MACOSX/ann/04.cu", "index.html"};
    for (const auto& name : beside) {
        folder.write(name, "");
    }
    const auto all = entries_of_class(folder.path());
    CHECK(all.ignored == std::vector<std::string>{".DS_Store", "README", "README.txt", "Thumbs.db",
                                                  "__MACOSX", "index.html"});
    std::vector<std::string> students;
    for (const auto& s : all.submissions) {
        students.push_back(s.student);
    }
    CHECK(students == std::vector<std::string>{"ann", "bob", "carl", "dora.docx"});
    CHECK(read_all(folder.path(), "bob.cu", {"04-streams"}).files[0].content == "// b\n");
    CHECK(read_all(folder.path(), "bob.cu", {"01-a", "04-streams"}).id() == "unreadable");
    CHECK(read_all(folder.path(), "carl.tar.gz", {"04-streams"}).id() == "unreadable");
    CHECK(read_all(folder.path(), "dora.docx", {"04-streams"}).id() == "unreadable");
}

TEST_CASE("of a student who is there twice neither is taken, until one is left") {
    const scratch_folder folder;
    folder.write("ann/04.cu", "// a\n");
    folder.write("bob.cu", "// b\n");
    folder.write("ann.zip", "whatever it holds");
    for (const auto* name : {"ann", "ann.zip"}) {
        const auto read = read_all(folder.path(), name, {"04-streams"});
        CHECK(read.id() == "ambiguous");
        CHECK_FALSE(read.files.at(0).content);
        CHECK_THAT(read.flags.at(0).message,
                   ContainsSubstring("as ann ") || ContainsSubstring("as ann."));
        CHECK_THAT(read.flags.at(0).message, ContainsSubstring("ann.zip"));
    }
    CHECK(read_all(folder.path(), "bob.cu", {"04-streams"}).id().empty());
    std::filesystem::remove(folder.path() / "ann.zip");
    CHECK(read_all(folder.path(), "ann", {"04-streams"}).id().empty());
}

TEST_CASE("an archive that is all that a folder holds is opened, any other one is told of") {
    if (!can_read_archives()) {
        SKIP("built without libarchive");
    }
    const scratch_folder folder;
    folder.write("files/labs/04-streams/lab.cu", "// the one\n");
    folder.write("ann/.DS_Store", "");
    folder.write("bob/notes.txt", "mine");
    folder.write("eve/04.cu", "// unpacked\n");
    REQUIRE(tests::shell(folder.path(),
                         "tar cf ann/homework.tar -C files . && cp ann/homework.tar bob && "
                         "mkdir -p cyd/sub && cp ann/homework.tar cyd/sub && "
                         "cp ann/homework.tar eve && tar cf dan.tar ann/homework.tar && "
                         "mkdir lin && ln -s ../ann/homework.tar lin/homework.tar")
                .status == 0);
    CHECK(read_all(folder.path(), "ann", {"04-streams"}).files.at(0).content == "// the one\n");
    CHECK(read_all(folder.path(), "eve", {"04-streams"}).files.at(0).content == "// unpacked\n");
    folder.write("fay/one.zip", "");
    folder.write("fay/two.tar.gz", "");
    for (const auto* name : {"bob", "cyd", "dan.tar", "fay"}) {
        const auto read = read_all(folder.path(), name, {"04-streams"});
        CHECK(read.id() == "archive-inside");
        const auto& said = read.flags.at(0).message;
        CHECK_THAT(said, ContainsSubstring("homework.tar") ||
                             (ContainsSubstring("one.zip") && ContainsSubstring("two.tar.gz")));
    }
    CHECK(read_all(folder.path(), "lin", {"04-streams"}).id() == "missing");
}

TEST_CASE("archives are read without being unpacked") {
    if (!can_read_archives()) {
        SKIP("built without libarchive");
    }
    const scratch_folder folder;
    folder.write("ann/project/labs/04-streams/lab.cu", "// the one\n");
    folder.write("ann/project/README.md", "much else");
    for (const auto* form : {"z", "j", "J", ""}) {
        const auto made = tests::shell(
            folder.path(), std::string("tar c") + form + "f class.tar -C ann . && mkdir -p c" +
                               form + " && mv class.tar c" + form + "/ann.tar");
        REQUIRE(made.status == 0);
        const auto read =
            read_all(folder.path() / (std::string("c") + form), "ann.tar", {"04-streams"});
        CHECK(read.files[0].content == "// the one\n");
        CHECK(read.flags.empty());
    }
}
