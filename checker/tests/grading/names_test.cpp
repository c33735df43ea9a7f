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
