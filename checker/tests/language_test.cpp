#include "checker/messages/language.hpp"

#include "checker/tests/catch.hpp"

using namespace checker;

namespace {

language by_locale(const std::string& lc_all, const std::string& lc_messages,
                   const std::string& lang) {
    return language_of({"", lc_all, lc_messages, lang});
}

}  // namespace

TEST_CASE("LAB_LANG decides, whatever the locale is") {
    for (const std::string chinese : {"zh-CN", "zh_CN", "zh", "ZH-cn", "zh_CN.UTF-8"}) {
        CAPTURE(chinese);
        CHECK(language_of({chinese, "en_US.UTF-8", "en_US.UTF-8", "C"}) == language::chinese);
    }
    CHECK(language_of({"en", "zh_CN.UTF-8", "", "zh_CN.UTF-8"}) == language::english);
}

TEST_CASE("a language that nobody here speaks is English") {
    for (const std::string other : {"de", "zho", "fr_FR.UTF-8", "?"}) {
        CAPTURE(other);
        CHECK(language_of({other, "zh_CN.UTF-8", "", ""}) == language::english);
    }
    CHECK(by_locale("", "", "ja_JP.UTF-8") == language::english);
    CHECK(by_locale("", "", "") == language::english);
}

TEST_CASE("without LAB_LANG the locale decides, its variables in their order") {
    CHECK(by_locale("", "", "zh_CN.UTF-8") == language::chinese);
    CHECK(by_locale("", "zh_CN.utf8", "en_US.UTF-8") == language::chinese);
    CHECK(by_locale("", "en_US.UTF-8", "zh_CN.UTF-8") == language::english);
    CHECK(by_locale("C", "zh_CN.UTF-8", "zh_CN.UTF-8") == language::english);
}

TEST_CASE("a locale that cannot show the characters is English") {
    CHECK(by_locale("", "", "zh_CN") == language::english);
    CHECK(by_locale("", "", "zh_CN.GB18030") == language::english);
}

TEST_CASE("a page has its other language beside it") {
    CHECK(page_in(language::chinese, "docs/en/04-streams.md") == "docs/zh-CN/04-streams.md");
    CHECK(page_in(language::chinese, "labs/04-streams/README.md") ==
          "labs/04-streams/README.zh-CN.md");
    CHECK(page_in(language::chinese, "solutions/04-streams/notes.md") ==
          "solutions/04-streams/notes.zh-CN.md");
    CHECK(page_in(language::english, "docs/en/04-streams.md") == "docs/en/04-streams.md");
}
