#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "checker/harness/verdict.hpp"
#include "checker/messages/translation.hpp"

/// The texts of the diagnoses: data in one file a language (en.toml, zh-CN.toml), never in code.
///
///     [pageable-async]
///     title = "The copy came from pageable memory"
///     arguments = ["call"]                  # the names that the texts below may hold
///     what = "{call} had to wait: ..."      # {{ and }} stand for { and }
///     why = "..."
///     fix = "..."
///     docs = "docs/en/02-pinned-memory.md"
///
/// What is good advice in one lab is none in another. A table whose name ends in a lab's replaces
/// the texts that it holds, and what they say, in that lab:
///
///     ["pageable-async@12-throughput"]
///     fix = "..."
namespace checker {

struct message {
    std::string title;
    std::vector<std::string> arguments;
    std::string what;
    std::string why;
    std::string fix;
    std::string docs;
};

/// Names and figures, or phrases: they are put in the language of the catalogue.
using message_arguments = std::map<std::string, words>;

/// Puts the arguments in place of their names in braces.
/// Throws std::invalid_argument for a name without an argument, or a brace without its partner.
[[nodiscard]] std::string fill_in(std::string_view text, const message_arguments& arguments,
                                  const translation& say = {});

class catalogue {
public:
    /// Throws course_error (checker/course/course.hpp) for a file that cannot be used: a text that
    /// is missing or empty, or that names an argument which its entry does not declare. `say` puts
    /// the arguments in the same language.
    [[nodiscard]] static catalogue load(const std::filesystem::path& file, translation say = {});

    /// Throws std::invalid_argument for an unknown id.
    [[nodiscard]] const message& find(std::string_view id) const;
    [[nodiscard]] bool contains(std::string_view id) const;
    [[nodiscard]] std::vector<std::string> ids() const;

    /// The entry that is told in this lab: "id@lab" where there is one, otherwise `id`.
    [[nodiscard]] std::string in_lab(const std::string& id, const std::string& lab) const;

    /// The diagnosis `id` in words. `arguments` must hold all that the entry declares: throws
    /// std::invalid_argument otherwise.
    [[nodiscard]] diagnosis explain(std::string_view id, const message_arguments& arguments,
                                    std::vector<timeline::source_place> where) const;

    /// The same for a cause that was already put in words, such as a defect that the simulated
    /// device reports: `what` replaces the entry's own. The entry's why and fix must need no
    /// arguments then.
    [[nodiscard]] diagnosis explain_as(std::string_view id, std::string what,
                                       std::vector<timeline::source_place> where) const;

    /// Phrases in the language of the catalogue.
    [[nodiscard]] std::string say(const words& w) const { return say_(w); }

private:
    translation say_;
    std::map<std::string, message, std::less<>> messages_;
};

}  // namespace checker
