#include "checker/command/misuse.hpp"

#include <fmt/core.h>

#include <optional>
#include <string_view>

namespace checker {
namespace {

/// What stands before and after a mark in a text.
struct halves {
    std::string before;
    std::string after;
};

std::optional<halves> split(std::string_view text, std::string_view mark) {
    const auto at = text.find(mark);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    return halves{std::string(text.substr(0, at)), std::string(text.substr(at + mark.size()))};
}

/// Of several that CLI11 did not expect, it names the first last.
std::string first_extra(const std::string& extras, bool is_one) {
    return is_one ? extras : extras.substr(extras.rfind(' ') + 1);
}

template <class Mistake>
bool is(const CLI::ParseError& mistake) {
    return dynamic_cast<const Mistake*>(&mistake) != nullptr;
}

/// Of a range: "1 to 8", or "[1 - 8]" as CLI11 writes it from 2.4 on.
std::optional<halves> ends_of(std::string_view range) {
    if (range.size() > 2 && range.front() == '[' && range.back() == ']') {
        return split(range.substr(1, range.size() - 2), " - ");
    }
    return split(range, " to ");
}

/// CLI11 keeps no parts of its sentences, so they are taken from the sentence; one that is not
/// known here is said as it is.
words what_is_wrong(const CLI::ParseError& mistake) {
    const std::string text = mistake.what();
    if (const auto extra = split(text, "expected: "); extra && is<CLI::ExtrasError>(mistake)) {
        const bool is_one = extra->before.find("argument ") != std::string::npos;
        return phrase("\"{}\" is not expected here.", first_extra(extra->after, is_one));
    }
    if (const auto missing = split(text, " is required");
        missing && is<CLI::RequiredError>(mistake)) {
        return phrase("{} is missing.", missing->before);
    }
    if (const auto option = split(text, ": "); option && is<CLI::ArgumentMismatch>(mistake)) {
        return phrase("{} needs a value after it.", option->before);
    }
    if (const auto given = split(text, " = "); given && is<CLI::ConversionError>(mistake)) {
        return phrase("{} takes a number, not \"{}\".",
                      given->before.substr(given->before.rfind(' ') + 1), given->after);
    }
    const auto limits = split(text, " not in range ");
    const auto ends = limits ? ends_of(limits->after) : std::nullopt;
    if (const auto given = ends ? split(limits->before, ": Value ") : std::nullopt;
        given && is<CLI::ValidationError>(mistake)) {
        return phrase("{} takes a number from {} to {}, not \"{}\".", given->before, ends->before,
                      ends->after, given->after);
    }
    const auto known = split(text, " not in ");
    if (const auto given = known ? split(known->before, ": ") : std::nullopt;
        given && is<CLI::ValidationError>(mistake)) {
        return phrase("{} is one of {}, not \"{}\".", given->before, known->after, given->after);
    }
    if (const auto pair = split(text, " requires "); pair && is<CLI::RequiresError>(mistake)) {
        return phrase("{} has an effect only with {}.", pair->before, pair->after);
    }
    if (const auto pair = split(text, " excludes "); pair && is<CLI::ExcludesError>(mistake)) {
        return phrase("{} and {} cannot be used together.", pair->before, pair->after);
    }
    return text;
}

}  // namespace

words sentence_of(const CLI::ParseError& mistake, const std::string& command) {
    const auto help = fmt::format("lab {}{}--help", command, command.empty() ? "" : " ");
    return phrase("{} `{}` shows more.", what_is_wrong(mistake), help);
}

}  // namespace checker
