#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "checker/messages/words.hpp"

/// Reading TOML tables whose mistakes are answered in sentences: which file, which line, what to
/// write. The TOML library itself stays inside: its headers are slow to compile.
namespace checker {

/// A table of a file, with the words to call it by in a complaint.
class toml_reader {
public:
    /// The file's outermost table. Throws course_error when the file cannot be read or is not TOML.
    [[nodiscard]] static toml_reader open(const std::filesystem::path& file);
    /// The same for text that is part of the program; complaints call it `name`.
    [[nodiscard]] static toml_reader parse(std::string_view text, const std::string& name);

    [[nodiscard]] std::string text(std::string_view key) const;
    [[nodiscard]] std::string text_or(std::string_view key, std::string otherwise) const;
    [[nodiscard]] double number(std::string_view key) const;
    [[nodiscard]] double number_or(std::string_view key, double otherwise) const;
    [[nodiscard]] int integer(std::string_view key) const;
    [[nodiscard]] int integer_or(std::string_view key, int otherwise) const;
    [[nodiscard]] bool flag(std::string_view key) const;
    [[nodiscard]] bool flag_or(std::string_view key, bool otherwise) const;
    [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
    [[nodiscard]] std::vector<std::string> texts_or_none(std::string_view key) const;
    /// The tables of [[key]], none when there is no such key; complaints call each by `called`.
    [[nodiscard]] std::vector<toml_reader> tables(std::string_view key,
                                                  std::string_view called) const;
    [[nodiscard]] toml_reader table(std::string_view key) const;

    [[nodiscard]] bool has(std::string_view key) const;
    [[nodiscard]] std::vector<std::string> keys() const;
    /// Complains about keys outside this list, so that a misspelt one is not silently without
    /// effect.
    void only(const std::vector<std::string>& known) const;

    /// Throws course_error: "FILE:LINE: in WHAT: complaint".
    [[noreturn]] void complain(const words& complaint) const;

private:
    struct place;
    explicit toml_reader(std::shared_ptr<const place> here) : here_(std::move(here)) {}

    template <class T>
    [[nodiscard]] T value(std::string_view key, const words& kind) const;

    std::shared_ptr<const place> here_;
};

/// The text as TOML writes it: in quotes, with what needs it escaped.
[[nodiscard]] std::string toml_quoted(std::string_view text);

}  // namespace checker
