#include "checker/course/course.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <set>

#include "checker/course/nearest.hpp"
#include "checker/course/toml_reader.hpp"

namespace checker {
namespace {

constexpr std::size_t fewest_hints = 3;

lab read_lab(const toml_reader& table) {
    table.only({"number", "slug", "title", "points", "function", "starter_diagnosis", "hints",
                "mutant", "check"});
    lab l;
    l.number = table.integer("number");
    l.slug = table.text("slug");
    l.title = table.text("title");
    l.points = table.number("points");
    l.function = table.text("function");
    l.starter_diagnosis = table.text("starter_diagnosis");
    l.hints = table.texts("hints");
    for (const auto& entry : table.tables("mutant", "lab.mutant")) {
        entry.only({"name", "diagnosis", "idea"});
        l.mutants.push_back({entry.text("name"), entry.text("diagnosis"), entry.text("idea")});
    }
    for (const auto& entry : table.tables("check", "lab.check")) {
        entry.only({"name", "points"});
        l.checks.push_back({entry.text("name"), entry.number("points")});
    }
    return l;
}

// Mistakes that would otherwise show far away from their cause.
void require_sense(const lab& l, const toml_reader& table) {
    if (l.number < 1 || l.number > 99) {
        table.complain(phrase("number {} is outside 1 to 99", l.number));
    }
    const auto is_fine = [](char c) {
        return std::islower(static_cast<unsigned char>(c)) != 0 ||
               std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-';
    };
    if (l.slug.empty() || !std::all_of(l.slug.begin(), l.slug.end(), is_fine)) {
        table.complain(phrase(
            "slug \"{}\" becomes a folder's name: use lower-case letters, digits and hyphens",
            l.slug));
    }
    if (l.hints.size() < fewest_hints) {
        table.complain(phrase("{} has {} hints and needs at least {}", l.name(), l.hints.size(),
                              fewest_hints));
    }
    double sum = 0;
    for (const auto& check : l.checks) {
        sum += check.points;
    }
    if (!l.checks.empty() && sum != l.points) {
        table.complain(phrase("the checks of {} give {} points in all, but the lab says {}",
                              l.name(), sum, l.points));
    }
}

std::optional<int> number_in(std::string_view word) {
    int number = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (problem != std::errc{} || end != word.data() + word.size()) {
        return std::nullopt;
    }
    return number;
}

/// "three" is a number as well.
std::optional<int> spelt_number(std::string_view word) {
    constexpr std::array<std::array<std::string_view, 2>, 12> spelt{{{"one", "一"},
                                                                     {"two", "二"},
                                                                     {"three", "三"},
                                                                     {"four", "四"},
                                                                     {"five", "五"},
                                                                     {"six", "六"},
                                                                     {"seven", "七"},
                                                                     {"eight", "八"},
                                                                     {"nine", "九"},
                                                                     {"ten", "十"},
                                                                     {"eleven", "十一"},
                                                                     {"twelve", "十二"}}};
    for (std::size_t i = 0; i < spelt.size(); ++i) {
        if (std::find(spelt[i].begin(), spelt[i].end(), word) != spelt[i].end()) {
            return static_cast<int>(i) + 1;
        }
    }
    return std::nullopt;
}

/// Who has written nothing like a name is not told one.
bool is_like(std::string_view word, const std::string& name) {
    const auto slug = std::string_view(name).substr(name.find('-') + 1);
    const auto edits = std::min(edit_distance(word, name), edit_distance(word, slug));
    return (!word.empty() && name.find(word) != std::string::npos) || 2 * edits <= slug.size();
}

}  // namespace

std::map<std::string, double> points_of(const lab& l) {
    std::map<std::string, double> points;
    for (const auto& check : l.checks) {
        points[check.name] = check.points;
    }
    return points;
}

std::string lab::name() const {
    return fmt::format("{:02}-{}", number, slug);
}

const lab& course::find(std::string_view word) const {
    // A path such as labs/04-streams/ is what a shell's completion gives.
    while (word.ends_with('/')) {
        word.remove_suffix(1);
    }
    if (word.starts_with("labs/")) {
        word.remove_prefix(5);
    }
    const auto spelt = spelt_number(word);
    const auto number = spelt ? spelt : number_in(word);
    std::vector<std::string> names;
    for (const auto& candidate : labs) {
        if (candidate.number == number || candidate.name() == word || candidate.slug == word) {
            return candidate;
        }
        names.push_back(candidate.name());
    }
    if (names.empty()) {
        throw unknown_lab(phrase("The course has no labs yet: course.toml lists none."));
    }
    if (word.find_first_not_of("0123456789,-") == std::string_view::npos && !number &&
        !word.empty()) {
        throw unknown_lab(phrase("\"{}\" is not one lab. Name each by itself: 1 2 3.", word));
    }
    const auto close = nearest(word, names);
    throw unknown_lab(
        number
            ? phrase("There is no lab \"{}\". The course has {} to {}. `lab list` shows them all.",
                     word, labs.front().number, labs.back().number)
        : is_like(word, close)
            ? phrase("There is no lab \"{}\". Did you mean {}? `lab list` shows them all.", word,
                     close)
            : phrase("There is no lab \"{}\". `lab list` shows them all.", word));
}

course load_course(const std::filesystem::path& file) {
    const auto top = toml_reader::open(file);
    top.only({"course", "lab"});
    const auto head = top.table("course");
    head.only({"title", "docs"});

    course c{head.text("title"), head.text("docs"), {}};
    std::set<int> seen;
    for (const auto& table : top.tables("lab", "lab")) {
        c.labs.push_back(read_lab(table));
        require_sense(c.labs.back(), table);
        if (!seen.insert(c.labs.back().number).second) {
            table.complain(phrase("number {} is taken by another lab", c.labs.back().number));
        }
    }
    std::sort(c.labs.begin(), c.labs.end(),
              [](const lab& a, const lab& b) { return a.number < b.number; });
    return c;
}

void put_texts(course& all, const std::filesystem::path& file) {
    const auto top = toml_reader::open(file);
    top.only({"course", "lab"});
    all.title = top.table("course").text("title");
    const auto tables = top.tables("lab", "lab");
    if (tables.size() != all.labs.size()) {
        top.complain(
            phrase("there are {} labs here, course.toml has {}", tables.size(), all.labs.size()));
    }
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const auto& table = tables[i];
        auto& l = all.labs[i];
        table.only({"number", "title", "hints"});
        const auto hints = table.texts("hints");
        if (table.integer("number") != l.number || hints.size() != l.hints.size()) {
            table.complain(phrase("expected here is lab {} with {} hints, as in course.toml",
                                  l.number, l.hints.size()));
        }
        l.title = table.text("title");
        l.hints = hints;
    }
}

}  // namespace checker
