#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "checker/messages/catalogue.hpp"
#include "common/timeline/terminal.hpp"

namespace checker {

/// What pages say, in one language: the texts of checker/pages/data/words.LANGUAGE.toml.
class wording {
public:
    /// For a language's tag, "en" or "zh-CN"; anything else is English.
    [[nodiscard]] static wording in(std::string_view tag);

    [[nodiscard]] const std::string& tag() const { return tag_; }
    /// Throws std::out_of_range for an unknown key.
    [[nodiscard]] const std::string& operator()(std::string_view key) const;
    /// The text with its names in braces replaced.
    [[nodiscard]] std::string operator()(std::string_view key,
                                         const message_arguments& arguments) const;
    /// A recording's title or a stream's name in this language, as far as its parts are known.
    [[nodiscard]] std::string translated(std::string title) const;

    /// All of them, for a template.
    [[nodiscard]] nlohmann::ordered_json all() const;
    /// Those that a page's script uses.
    [[nodiscard]] nlohmann::ordered_json for_script() const;
    [[nodiscard]] timeline::drawing_words for_drawing() const;

private:
    std::string tag_;
    std::map<std::string, std::string, std::less<>> texts_;
    std::vector<std::pair<std::string, std::string>> titles_;  ///< English and its translation
};

}  // namespace checker
