#pragma once

#include <string>
#include <vector>

#include "checker/messages/catalogue.hpp"
#include "common/timeline/operation.hpp"

namespace checker {

/// A cause that was found, before it is put in words.
struct finding {
    /// Entry of the catalogue: a diagnosis id, or "id/variant" where one id has several texts.
    std::string text;
    message_arguments arguments;
    std::vector<timeline::source_place> where;
    /// The sentence that says what happened, where the device has found it; the catalogue's is used
    /// when this is empty.
    std::string told = {};
    /// The page to read, where it depends on more than the text; the catalogue's if this is empty.
    std::string docs = {};

    /// The diagnosis id: `text` without its variant.
    [[nodiscard]] std::string id() const { return text.substr(0, text.find('/')); }
};

/// The finding in the catalogue's words, those for this lab where it has some of its own.
[[nodiscard]] diagnosis explain(const catalogue& messages, const finding& what,
                                const std::string& lab = {});

}  // namespace checker
