#include "checker/messages/words.hpp"

#include "checker/course/course.hpp"
#include "checker/messages/translation.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;

namespace {

translation load(const std::string& text) {
    const tests::scratch_folder folder;
    return translation::load(folder.write("zh-CN.words.toml", text));
}

}  // namespace

TEST_CASE("a phrase is English until a translation says it") {
    const auto w = phrase("{} of {} copies took {:.1f} ms", 3, std::string("four"), 2.25);
    CHECK(w.english() == "3 of four copies took 2.2 ms");
    CHECK(translation()(w) == w.english());
    const auto say =
        load("\"{} of {} copies took {:.1f} ms\" = \"{1} 次复制里的 {0} 次用了 {2} ms\"");
    CHECK(say(w) == "four 次复制里的 3 次用了 2.2 ms");
    CHECK(say(phrase("nobody knows this one: {}", 1)) == "nobody knows this one: 1");
}

TEST_CASE("a phrase within a phrase is said in the same language") {
    const auto say =
        load("\"stream {}\" = \"流 {}\"\n\"all of {}\" = \"{} 的全部\"\n\"{}, {}\" = \"{}、{}\"");
    const auto w = phrase("all of {}", listed({phrase("stream {}", 1), phrase("stream {}", 2)}));
    CHECK(w.english() == "all of stream 1, stream 2");
    CHECK(say(w) == "流 1、流 2 的全部");
}

TEST_CASE("names and figures are never translated") {
    const auto say = load("\"stream\" = \"流\"\n\"the {}\" = \"{}\"");
    CHECK(say(words("stream")) == "stream");
    CHECK(say(phrase("the {}", "stream")) == "stream");
    CHECK(say(phrase("stream")) == "流");
}

TEST_CASE("blanks around a place go where Chinese meets Chinese") {
    const auto say =
        load("\"the default stream\" = \"默认流\"\n\"wait for {} now\" = \"现在让主机等 {} 做完\"");
    CHECK(say(phrase("wait for {} now", phrase("the default stream"))) == "现在让主机等默认流做完");
    CHECK(say(phrase("wait for {} now", "stream")) == "现在让主机等 stream 做完");
}

TEST_CASE("a full-width mark has no blank beside it, and English keeps its own") {
    const auto say =
        load("\"{} ({} bytes)\" = \"{} （{} 字节）\"\n\"{}, then {}\" = \"{} ，然后 {}\"");
    CHECK(say(phrase("{} ({} bytes)", "buffer", 4)) == "buffer（4 字节）");
    CHECK(say(phrase("{}, then {}", "cudaFree", "done")) == "cudaFree，然后 done");
    CHECK(phrase("{} ({} bytes)", "buffer", 4).english() == "buffer (4 bytes)");
}

TEST_CASE("braces that are meant as themselves are written twice") {
    CHECK(phrase("write {{}} for {}", 1).english() == "write {} for 1");
    CHECK(places_in("{{a}} {} {:.2f} {1}") == std::vector<std::string_view>{"{}", "{:.2f}", "{1}"});
}

TEST_CASE("a translation with other places than its English is refused") {
    const auto complaint = [](const std::string& text) -> std::string {
        try {
            static_cast<void>(load(text));
        } catch (const course_error& problem) {
            return problem.what();
        }
        return "no complaint";
    };
    CHECK_THAT(complaint("\"{} of {}\" = \"{} 个\""), ContainsSubstring("has 2 places"));
    CHECK_THAT(complaint("\"a {}\" = \"{3}\""), ContainsSubstring("no part for \"{3}\""));
    CHECK_THAT(complaint("\"{} of {}\" = \"{1} 里的 {1}\""), ContainsSubstring("left out"));
    CHECK_THAT(complaint("\"a {}\" = \"{\""), ContainsSubstring("without its partner"));
    CHECK_THAT(complaint("\"a\" = \"\""), ContainsSubstring("is empty"));
}
