#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Sentences, and parts of sentences, that are put in the reader's language when they are shown.
namespace checker {

/// What is to be said: either verbatim (a name, a figure, what somebody else has printed), or a
/// phrase, which is written in English in the code and looked up by that English where another
/// language is asked for (see translation.hpp). A phrase may hold others.
class words {
public:
    words() = default;
    // Implicit, so that names and figures are given as what they are. All three are verbatim.
    words(std::string verbatim) : text_(std::move(verbatim)) {}
    words(std::string_view verbatim) : text_(verbatim) {}
    words(const char* verbatim) : text_(verbatim) {}

    /// For `phrase`: the English with its places, and what goes into them, in order.
    words(std::string_view english, std::vector<words> parts)
        : text_(english), is_phrase_(true), parts_(std::move(parts)) {}

    [[nodiscard]] bool empty() const { return text_.empty(); }
    [[nodiscard]] bool is_phrase() const { return is_phrase_; }
    /// The phrase as the translations know it, or the verbatim text.
    [[nodiscard]] const std::string& key() const { return text_; }
    [[nodiscard]] const std::vector<words>& parts() const { return parts_; }
    [[nodiscard]] std::string english() const;

    friend bool operator==(const words& a, const words& b) { return a.english() == b.english(); }

private:
    std::string text_;
    bool is_phrase_ = false;
    std::vector<words> parts_;
};

/// The places in a phrase, in their order: "{}", "{:.2f}". Throws std::invalid_argument for a brace
/// without its partner; one that is meant as itself is written twice.
[[nodiscard]] std::vector<std::string_view> places_in(std::string_view text);

/// The text with its places filled. "{}" is the next part, "{1}" the second, for languages with
/// another order of words. Throws std::invalid_argument for a part that is not there.
[[nodiscard]] std::string filled(std::string_view text, const std::vector<std::string>& parts);

/// One after the other, with commas, as the language has them.
[[nodiscard]] words listed(const std::vector<words>& all);

namespace detail {

inline words part_of(std::string_view /*place*/, words part) {
    return part;
}

template <class Value>
words part_of(std::string_view place, const Value& value) {
    return fmt::format(fmt::runtime(place), value);
}

}  // namespace detail

}  // namespace checker

/// So that the compiler checks the places of a phrase that holds another one.
template <>
struct fmt::formatter<checker::words> : fmt::formatter<fmt::string_view> {
    // Not by the base: its own is defined in fmt's large header only.
    auto format(const checker::words& w, fmt::format_context& context) const {
        const std::string text = w.english();
        return std::copy(text.begin(), text.end(), context.out());
    }
};

namespace checker {

/// A phrase, with numbers written as their places say: phrase("{:.1f} GB/s", rate). The texts are
/// found in the source by a test, which asks for their translations: write them as literals.
template <class... Parts>
[[nodiscard]] words phrase(fmt::format_string<const Parts&...> english, const Parts&... parts) {
    const fmt::string_view text = english;
    const std::string_view key(text.data(), text.size());
    if constexpr (sizeof...(parts) == 0) {
        return words(key, std::vector<words>{});
    } else {
        std::size_t i = 0;
        const auto places = places_in(key);
        // Braces keep the order of evaluation.
        return words(key, std::vector<words>{detail::part_of(places.at(i++), parts)...});
    }
}

}  // namespace checker
