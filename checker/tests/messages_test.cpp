#include "checker/course/course.hpp"
#include "checker/messages/catalogue.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;

namespace {

catalogue load(const std::string& text) {
    const tests::scratch_folder folder;
    return catalogue::load(folder.write("en.toml", text));
}

const std::string entry =
    "[late-wait]\ntitle = \"Late\"\narguments = [\"call\"]\nwhat = \"{call} came late.\"\n"
    "why = \"A brace {{}} is one.\"\nfix = \"Move {call}.\"\ndocs = \"docs/en/x.md\"\n";

}  // namespace

TEST_CASE("every diagnosis of the course has its texts") {
    const auto messages = catalogue::load("checker/messages/en.toml");
    for (const std::string id : {"wrong-result",
                                 "missing-output",
                                 "out-of-bounds",
                                 "device-pointer-on-host",
                                 "host-pointer-in-kernel",
                                 "deadlock-in-kernel",
                                 "use-after-destroy",
                                 "wrong-warp-call",
                                 "uninitialised-read",
                                 "race-kernel-before-upload",
                                 "race-upload-overwrites-input",
                                 "race-download-before-kernel",
                                 "race-output-overwritten",
                                 "race-host-reads-early",
                                 "race-host-refills-early",
                                 "freed-in-use",
                                 "returned-with-work-pending",
                                 "wait-before-record",
                                 "shared-event",
                                 "pageable-async",
                                 "blocking-copy",
                                 "legacy-default-stream",
                                 "sync-in-loop",
                                 "device-wide-wait",
                                 "single-stream",
                                 "allocation-in-loop",
                                 "chunk-too-small",
                                 "chunk-too-large",
                                 "too-few-buffers",
                                 "one-direction-at-a-time",
                                 "not-enough-overlap",
                                 "overlap-without-gain",
                                 "timed-the-launch",
                                 "events-on-other-stream",
                                 "no-warm-up",
                                 "first-use-in-timing",
                                 "error-ignored",
                                 "leak",
                                 "too-much-memory",
                                 "pinned-per-chunk",
                                 "pageable-copy",
                                 "too-many-runs",
                                 "call-failed",
                                 "exception-thrown"}) {
        CAPTURE(id);
        CHECK(messages.contains(id));
    }
}

TEST_CASE("a Chinese text stands for an English one and needs the same arguments") {
    const auto english = catalogue::load("checker/messages/en.toml");
    const auto chinese = catalogue::load("checker/messages/zh-CN.toml");
    for (const auto& id : chinese.ids()) {
        CAPTURE(id);
        REQUIRE(english.contains(id));
        CHECK(chinese.find(id).arguments == english.find(id).arguments);
        CHECK(chinese.find(id).docs.substr(11) == english.find(id).docs.substr(8));
    }
}

TEST_CASE("a diagnosis is told in three paragraphs") {
    const auto d = load(entry).explain("late-wait", {{"call", "the wait"}}, {{"lab.cu", 7}});
    CHECK(d.id == "late-wait");
    CHECK(d.message == "the wait came late.\n\nA brace {} is one.\n\nMove the wait.");
    CHECK(d.where.front().line == 7);
    CHECK(d.docs == "docs/en/x.md");
}

TEST_CASE("an argument that is not given is an error, not a hole in the text") {
    CHECK_THROWS_WITH(load(entry).explain("late-wait", {}, {}),
                      ContainsSubstring("\"late-wait\" needs the argument \"call\""));
    CHECK_THROWS_WITH(load(entry).explain("unheard-of", {}, {}),
                      ContainsSubstring("no text for the diagnosis \"unheard-of\""));
}

TEST_CASE("a catalogue with a mistake is refused with its line") {
    const auto complaint = [](const std::string& text) -> std::string {
        try {
            static_cast<void>(load(text));
        } catch (const course_error& problem) {
            return problem.what();
        }
        return "no complaint";
    };
    const std::string no_arguments =
        "[x]\ntitle = \"t\"\nwhat = \"a {hole}\"\nwhy = \"w\"\nfix = \"f\"\ndocs = \"d\"\n";
    CHECK_THAT(complaint(no_arguments), ContainsSubstring("in [x]: no argument for \"{hole}\""));
    CHECK_THAT(
        complaint("[x]\ntitle = \"\"\nwhat = \"a\"\nwhy = \"w\"\nfix = \"f\"\ndocs = \"d\"\n"),
        ContainsSubstring("a text is empty"));
    CHECK_THAT(complaint("[x]\ntitle = \"t\"\n"), ContainsSubstring("\"what\" is missing"));
    CHECK_THAT(complaint("x = 3\n"), ContainsSubstring("the table [x] is missing"));
}

TEST_CASE("braces are written twice or come in pairs") {
    CHECK(fill_in("{{{a}}}", {{"a", "1"}}) == "{1}");
    CHECK_THROWS_WITH(fill_in("open {", {}), ContainsSubstring("without its partner"));
    CHECK_THROWS_WITH(fill_in("close }", {}), ContainsSubstring("without its partner"));
}
