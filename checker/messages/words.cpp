#include "checker/messages/words.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace checker {
namespace {

/// Walks over a text: `plain` gets what stands between the places, `place` each place.
template <class Plain, class Place>
void walk(std::string_view text, Plain plain, Place place) {
    while (!text.empty()) {
        const auto brace = std::min(text.find_first_of("{}"), text.size());
        plain(text.substr(0, brace));
        text.remove_prefix(brace);
        if (text.empty()) {
            return;
        }
        if (text.size() > 1 && text[0] == text[1]) {
            plain(text.substr(0, 1));
            text.remove_prefix(2);
            continue;
        }
        const auto end = text.find('}');
        if (text.front() == '}' || end == std::string_view::npos) {
            throw std::invalid_argument(fmt::format(
                "a \"{}\" without its partner; a brace itself is written twice", text.front()));
        }
        place(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
}

/// The number that a place names, or `next` for one without.
std::size_t index_of(std::string_view place, std::size_t& next) {
    std::size_t index = 0;
    const auto* const first = place.data() + 1;
    const auto [end, problem] = std::from_chars(first, place.data() + place.size(), index);
    return problem == std::errc{} && end != first ? index : next++;
}

}  // namespace

std::vector<std::string_view> places_in(std::string_view text) {
    std::vector<std::string_view> places;
    walk(
        text, [](std::string_view) {}, [&](std::string_view place) { places.push_back(place); });
    return places;
}

std::string filled(std::string_view text, const std::vector<std::string>& parts) {
    std::string result;
    std::size_t next = 0;
    walk(
        text, [&](std::string_view plain) { result += plain; },
        [&](std::string_view place) {
            const auto index = index_of(place, next);
            if (index >= parts.size()) {
                throw std::invalid_argument(
                    fmt::format("no part for \"{}\": there are {}", place, parts.size()));
            }
            result += parts[index];
        });
    return result;
}

std::string words::english() const {
    if (!is_phrase_) {
        return text_;
    }
    std::vector<std::string> parts;
    for (const auto& part : parts_) {
        parts.push_back(part.english());
    }
    return filled(text_, parts);
}

words listed(const std::vector<words>& all) {
    words list;
    for (const auto& one : all) {
        list = list.empty() ? one : phrase("{}, {}", list, one);
    }
    return list;
}

}  // namespace checker
