#include <algorithm>

#include "checker/grading/class_share.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using checker::tests::scratch_folder;

namespace {

std::vector<submission> class_of(int count) {
    std::vector<submission> all;
    for (int i = 0; i < count; ++i) {
        all.push_back({"/class", submission_kind::folder, "s", "student-" + std::to_string(i), {}});
    }
    return all;
}

std::vector<std::string> names_of(const std::vector<submission>& some) {
    std::vector<std::string> names;
    for (const auto& s : some) {
        names.push_back(s.file);
    }
    return names;
}

}  // namespace

TEST_CASE("each submission is in one share, and shares are as large as each other") {
    const int of = GENERATE(1, 3, 10, 12);
    const auto all = class_of(10);
    std::vector<std::string> found;
    for (int number = 1; number <= of; ++number) {
        const auto part = names_of(share_of(all, {number, of}));
        REQUIRE(part.size() >= static_cast<std::size_t>(10 / of));
        REQUIRE(part.size() <= static_cast<std::size_t>((10 + of - 1) / of));
        found.insert(found.end(), part.begin(), part.end());
    }
    std::sort(found.begin(), found.end());
    REQUIRE(found == names_of(all));
}

TEST_CASE("a share is written as 2/8 and no other way") {
    const auto share = share_from_text("2/8");
    REQUIRE(share);
    REQUIRE(to_text(*share) == "2/8");
    for (const auto* other : {"", "/", "2", "2/", "/8", "0/8", "9/8", "-1/8", "2/8/9", "2/8 ",
                              "a/b", "1/99999999999999999999"}) {
        REQUIRE_FALSE(share_from_text(other));
    }
}

TEST_CASE("a list names submissions, those that are gone left out") {
    const scratch_folder folder;
    const auto file = folder.path() / "list";
    const auto all = class_of(4);
    write_list(file, {all[3], all[1]});
    REQUIRE(names_of(listed_in(file, all)) == std::vector<std::string>{"student-3", "student-1"});
    REQUIRE(names_of(listed_in(file, class_of(2))) == std::vector<std::string>{"student-1"});
}
