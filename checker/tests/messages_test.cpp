#include <set>

#include "checker/course/course.hpp"
#include "checker/messages/catalogue.hpp"
#include "checker/messages/language.hpp"
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

/// The placeholders of a text, each once.
std::set<std::string_view> names_in(std::string_view text) {
    const auto places = places_in(text);
    return {places.begin(), places.end()};
}

/// The sentences of a text, and what colons and semicolons part, that are long enough to be one.
std::vector<std::string> sentences_in(const std::string& text) {
    constexpr std::size_t long_enough = 24;
    std::vector<std::string> all{""};
    for (std::size_t at = 0; at < text.size();) {
        const auto is_end = [&](std::string_view mark) {
            return text.compare(at, mark.size(), mark) == 0;
        };
        std::size_t length = 0;
        for (const std::string_view mark : {". ", "? ", ": ", "; ", "。", "？", "：", "；"}) {
            length = is_end(mark) ? mark.size() : length;
        }
        if (length > 0) {
            all.emplace_back();
        } else {
            all.back() += text[at];
            length = 1;
        }
        at += length;
    }
    std::erase_if(all, [](const std::string& one) { return one.size() < long_enough; });
    return all;
}

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
                                 "needless-host-wait",
                                 "timed-by-the-host",
                                 "write-combined-read",
                                 "race-upload-before-fill",
                                 "call-in-host-function",
                                 "call-failed",
                                 "exception-thrown"}) {
        CAPTURE(id);
        CHECK(messages.contains(id));
    }
}

TEST_CASE("a hint says nothing that another hint or a diagnosis has said already") {
    for (const std::string language : {"en", "zh-CN"}) {
        auto all = load_course("course.toml");
        if (language != "en") {
            put_texts(all, "course.zh-CN.toml");
        }
        const auto messages = catalogue::load("checker/messages/" + language + ".toml");
        std::set<std::string> of_diagnoses;
        for (const auto& id : messages.ids()) {
            const auto& texts = messages.find(id);
            for (const auto& text : {texts.what, texts.why, texts.fix}) {
                for (auto& sentence : sentences_in(text)) {
                    of_diagnoses.insert(std::move(sentence));
                }
            }
        }
        for (const auto& l : all.labs) {
            CAPTURE(language, l.name());
            auto said = of_diagnoses;
            for (const auto& hint : l.hints) {
                for (const auto& sentence : sentences_in(hint)) {
                    CAPTURE(sentence);
                    CHECK(said.insert(sentence).second);
                }
            }
        }
    }
}

TEST_CASE("both languages have the same texts, arguments, placeholders and pages") {
    const auto english = catalogue::load("checker/messages/en.toml");
    const auto chinese = catalogue::load("checker/messages/zh-CN.toml");
    CHECK(chinese.ids() == english.ids());
    for (const auto& id : english.ids()) {
        CAPTURE(id);
        REQUIRE(chinese.contains(id));
        const auto& a = english.find(id);
        const auto& b = chinese.find(id);
        CHECK(b.arguments == a.arguments);
        CHECK(names_in(b.what) == names_in(a.what));
        CHECK(names_in(b.why) == names_in(a.why));
        CHECK(names_in(b.fix) == names_in(a.fix));
        CHECK(b.docs == page_in(language::chinese, a.docs));
        CHECK(b.what != a.what);
    }
}

TEST_CASE("a diagnosis is told in three paragraphs") {
    const auto d = load(entry).explain("late-wait", {{"call", "the wait"}}, {{"lab.cu", 7}});
    CHECK(d.id == "late-wait");
    CHECK(d.message == "the wait came late.\n\nA brace {} is one.\n\nMove the wait.");
    CHECK(d.where.front().line == 7);
    CHECK(d.docs == "docs/en/x.md");
}

TEST_CASE("the arguments of a diagnosis are said in its language") {
    const tests::scratch_folder folder;
    const auto say = translation::load(
        folder.write("words.toml", "\"the wait\" = \"等待\"\n\"{} of {}\" = \"{1} 里的 {0}\"\n"));
    const auto messages = catalogue::load(folder.write("zh-CN.toml", entry), say);
    CHECK(messages.explain("late-wait", {{"call", phrase("the wait")}}, {})
              .message.starts_with("等待 came late."));
    CHECK(messages.explain("late-wait", {{"call", phrase("{} of {}", 2, 3)}}, {})
              .message.starts_with("3 里的 2 came late."));
    CHECK(messages.explain("late-wait", {{"call", "cudaFree"}}, {})
              .message.starts_with("cudaFree came late."));
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

TEST_CASE("a lab may have words of its own for a diagnosis") {
    const auto messages = load(entry + "[\"late-wait@12-throughput\"]\nfix = \"Go round.\"\n");
    const auto told = [&](const std::string& lab) {
        return messages.explain(messages.in_lab("late-wait", lab), {{"call", "it"}}, {});
    };
    CHECK(told("12-throughput").message == "it came late.\n\nA brace {} is one.\n\nGo round.");
    CHECK(told("12-throughput").docs == "docs/en/x.md");
    CHECK_THAT(told("04-streams").message, ContainsSubstring("Move it."));
    CHECK_THROWS_AS(load("[\"x@12-throughput\"]\nfix = \"f\"\n"), course_error);
}

TEST_CASE("words of a lab's own are of a lab that there is") {
    std::set<std::string> labs;
    for (const auto& l : load_course("course.toml").labs) {
        labs.insert(l.name());
    }
    for (const auto& id : catalogue::load("checker/messages/en.toml").ids()) {
        CAPTURE(id);
        const auto at = id.find('@');
        CHECK((at == std::string::npos || labs.contains(id.substr(at + 1))));
    }
}

TEST_CASE("braces are written twice or come in pairs") {
    CHECK(fill_in("{{{a}}}", {{"a", "1"}}) == "{1}");
    CHECK_THROWS_WITH(fill_in("open {", {}), ContainsSubstring("without its partner"));
    CHECK_THROWS_WITH(fill_in("close }", {}), ContainsSubstring("without its partner"));
}
