#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Reading tables whose mistakes are answered in sentences: which file, which line, what to write.
namespace checker {

/// Throws course_error when the file cannot be read or is not TOML.
[[nodiscard]] toml::table parse_toml(const std::filesystem::path& file);

/// A table of a file, with the words to call it by in a complaint.
class toml_reader {
public:
    toml_reader(const toml::table& table, std::filesystem::path file, std::string what)
        : table_(&table), file_(std::move(file)), what_(std::move(what)) {}

    [[nodiscard]] std::string text(std::string_view key) const;
    [[nodiscard]] std::string text_or(std::string_view key, std::string otherwise) const;
    [[nodiscard]] double number(std::string_view key) const;
    [[nodiscard]] double number_or(std::string_view key, double otherwise) const;
    [[nodiscard]] int integer(std::string_view key) const;
    [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
    [[nodiscard]] std::vector<std::string> texts_or_none(std::string_view key) const;
    /// The tables of [[key]], none when there is no such key.
    [[nodiscard]] std::vector<toml_reader> tables(std::string_view key, std::string_view called) const;
    [[nodiscard]] toml_reader table(std::string_view key) const;

    /// Complains about keys outside this list, so that a misspelt one is not silently without
    /// effect.
    void only(const std::vector<std::string_view>& keys) const;

    /// Throws course_error: "FILE:LINE: in WHAT: complaint".
    [[noreturn]] void complain(const std::string& complaint) const;

private:
    template <class T>
    [[nodiscard]] T value(std::string_view key, std::string_view kind) const;

    const toml::table* table_;
    std::filesystem::path file_;
    std::string what_;
};

}  // namespace checker
