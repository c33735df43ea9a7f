#include "checker/grading/object_listing.hpp"

#include <cstdlib>
#include <sstream>

#include "checker/grading/lines.hpp"

namespace checker {
namespace {

std::vector<std::string> words_of(std::string_view line) {
    std::istringstream stream{std::string(line)};
    std::vector<std::string> all;
    for (std::string word; stream >> word;) {
        all.push_back(word);
    }
    return all;
}

}  // namespace

std::vector<object_section> sections_in(std::string_view listing) {
    // "  [ 5] .text   PROGBITS   0000000000000000 000064 000442 00  AX  0   0  1"
    std::vector<object_section> sections;
    for_each_line(listing, [&](std::string_view line) {
        const auto bracket = line.find(']');
        const bool is_entry =
            line.starts_with("  [") && bracket != std::string_view::npos &&
            line.substr(3, bracket - 3).find_first_not_of(" 0123456789") == std::string_view::npos;
        if (!is_entry) {
            return;
        }
        const auto fields = words_of(line.substr(bracket + 1));
        // The flags are a field of their own, or none: the last three are numbers in any case.
        const bool has_name = fields.size() >= 9;
        const auto first = has_name ? 1U : 0U;
        object_section section;
        section.name = has_name ? fields[0] : std::string();
        if (fields.size() > first + 3) {
            section.size = std::strtoull(fields[first + 3].c_str(), nullptr, 16);
        }
        if (fields.size() == first + 9) {
            section.flags = fields[first + 5];
        }
        sections.push_back(std::move(section));
    });
    return sections;
}

std::vector<object_symbol> symbols_in(std::string_view listing) {
    // "    46: 0000000000000144    89 FUNC    GLOBAL DEFAULT    5 _ZN8workload7advanceEPjmj"
    std::vector<object_symbol> symbols;
    for_each_line(listing, [&](std::string_view line) {
        const auto fields = words_of(line);
        const bool is_entry = fields.size() >= 7 && fields[0].ends_with(':') &&
                              fields[0].find_first_not_of("0123456789:") == std::string::npos;
        if (is_entry) {
            symbols.push_back(
                {fields.size() > 7 ? fields[7] : std::string(), fields[3], fields[4], fields[6]});
        }
    });
    return symbols;
}

}  // namespace checker
