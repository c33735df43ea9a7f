#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace checker {

/// The languages that the course speaks.
enum class language : std::uint8_t { english, chinese };

/// What a reader's environment says of the language: the values of the variables of these names,
/// empty where they are not set.
struct language_wishes {
    std::string lab_lang;
    std::string lc_all;
    std::string lc_messages;
    std::string lang;
};

/// LAB_LANG decides where it is set: en, zh-CN or zh. Otherwise the locale does, as far as it can
/// show the characters (UTF-8). What is unknown is English.
[[nodiscard]] language language_of(const language_wishes& said);

/// Whether LAB_LANG, where it is set, names a language that the course speaks.
[[nodiscard]] bool is_understood(const language_wishes& said);

/// The wishes of this process.
[[nodiscard]] language_wishes language_wishes_of_environment();

/// "en", "zh-CN": the name of the language's folders and files.
[[nodiscard]] std::string_view tag_of(language l);

/// The page of the course text in this language, for one that is named in English:
/// docs/en/x.md, labs/NN-slug/README.md, solutions/NN-slug/notes.md.
[[nodiscard]] std::string page_in(language l, std::string_view english_page);

}  // namespace checker
