#include "checker/grading/student_name.hpp"

#include <set>

#include "checker/tests/catch.hpp"

using namespace checker;

TEST_CASE("a name is shown as far as it can be shown to anybody") {
    CHECK(shown_name("ann") == "ann");
    CHECK(shown_name("\xE5\xBC\xA0\xE4\xB8\x89") == "\xE5\xBC\xA0\xE4\xB8\x89");
    const std::string mark = "\xEF\xBF\xBD";
    CHECK(shown_name("a\nb\tc") == "a" + mark + "b" + mark + "c");
    CHECK(shown_name("a\xFFz") == "a" + mark + "z");
    CHECK(shown_name("cut\xE5\xBC") == "cut" + mark + mark);
    CHECK(shown_name("\xC0\xAF") == mark + mark);             // '/' in two bytes
    CHECK(shown_name("\xED\xA0\x80") == mark + mark + mark);  // half of a surrogate pair
    CHECK(shown_name("\xE2\x80\xAEgnp") == mark + "gnp");     // what turns the direction
    CHECK(shown_name("\x1B[31mred") == mark + "[31mred");
    CHECK(shown_name("").empty());
}

TEST_CASE("a name for a file holds nothing that a system or a shell could take for more") {
    CHECK(plain_name("ann_lee-2.b") == "ann_lee-2.b");
    CHECK(plain_name("../../x") == "x.._.._x");
    CHECK(plain_name("-rf *") == "x-rf__");
    CHECK(plain_name("") == "x");
    CHECK(plain_name(std::string(300, 'y')).size() == 64);
}

TEST_CASE("a name in any script stays readable, as far as nothing in it deceives") {
    const std::string zhang = "\xE5\xBC\xA0\xE4\xBC\x9F";
    for (const auto& name : {zhang, std::string("Ng\xC3\xB4"), zhang + "_2021.v2"}) {
        CHECK(plain_name(name) == name);
        CHECK(safe_names({{name, name}}).front() == name);
    }
    // Blanks of its own, no character, half of one, '/' in two bytes, what turns the direction or
    // is not seen, a place for private use.
    for (const auto* odd : {"\xE3\x80\x80", "\xEF\xBF\xBF", "\xC2\x85", "\xE2\x80\xAE",
                            "\xE2\x80\x8B", "\xC2\xA0", "\xEE\x80\x80", "\xF3\xA0\x81\xA1"}) {
        CHECK(plain_name(zhang + odd + "b") == zhang + "_b");
    }
    CHECK(plain_name(zhang + "\xE5\xBC") == zhang + "__");
    CHECK(plain_name("a\xC0\xAF") == "a__");
    CHECK(plain_name("../" + zhang) == "x.._" + zhang);
    // Whole characters only, also where a hash has to fit.
    std::string all;
    for (int i = 0; i < 40; ++i) {
        all += zhang;
    }
    const auto longest = plain_name(all);
    CHECK(longest.size() == 63);
    CHECK(shown_name(longest) == longest);
    const auto hashed = safe_names({{all, all}}).front();
    CHECK(hashed.size() <= 64);
    CHECK(shown_name(hashed) == hashed);
}

TEST_CASE("names for files are all different, also without upper and lower case") {
    const std::vector<entry_name> names = {
        {"ann", "ann"},
        {"ann", "ann.zip"},
        {"Ann", "Ann"},
        {"a b", "a b"},
        {"a_b", "a_b"},
        {"a\tb", "a\tb"},
        {std::string(200, 'l') + "1", std::string(200, 'l') + "1"},
        {std::string(200, 'l') + "2", std::string(200, 'l') + "2"},
    };
    auto with_copy = names;
    // Somebody has called himself what another is given.
    with_copy.push_back({safe_names(names)[3], safe_names(names)[3]});
    std::set<std::string> different;
    for (auto name : safe_names(with_copy)) {
        CHECK(name.size() <= 64);
        CHECK(name == plain_name(name));
        for (char& c : name) {
            c = static_cast<char>(std::tolower(c));
        }
        CHECK(different.insert(name).second);
    }
}

TEST_CASE("a name stays what it is whoever else is there") {
    CHECK(safe_names({{"bob", "bob"}}).front() == "bob");
    const auto alone = safe_names({{"a b", "a b"}}).front();
    CHECK(alone.starts_with("a_b-"));
    CHECK(safe_names({{"zoe", "zoe"}, {"a b", "a b"}, {"bob", "bob"}})[1] == alone);
}
