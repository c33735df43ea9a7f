#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/simcuda/driver/compile.hpp"

namespace simcuda::driver {

enum class source_kind { cuda, cpp };

/// How the text between the stages looks.
enum class text_form {
    macros_kept,  ///< only includes and conditionals are resolved: columns stay exact
    /// Everything is expanded. For what g++ cannot read in the other form: an apostrophe or a
    /// quote that stands alone in a branch that is not compiled ("#if 0 ... don't ...").
    macros_expanded,
};

/// The command lines of the stages. The same instrumentation is asked for in all of them, because
/// it defines macros too.
class command_lines {
public:
    command_lines(const compiler& with, const request& wanted, bool coloured);

    [[nodiscard]] std::vector<std::string> preprocess(const std::string& source,
                                                      text_form form) const;
    /// Lists the macros that are there before the first line.
    [[nodiscard]] std::vector<std::string> list_macros() const;
    [[nodiscard]] std::vector<std::string> compile_rewritten(const std::string& text,
                                                             const std::string& object) const;
    /// Has the compiler keep what it has read of a text; without input and output.
    [[nodiscard]] std::vector<std::string> keep_preamble() const;
    /// `text` is the rest of a unit whose preamble was kept in the file `kept`.
    [[nodiscard]] std::vector<std::string> compile_after(const std::string& kept,
                                                         const std::string& text,
                                                         const std::string& object) const;
    /// How such a text has to begin for the compiler to know the preamble.
    [[nodiscard]] std::string mention(const std::string& kept) const;
    [[nodiscard]] std::vector<std::string> compile_as_is(const std::string& source,
                                                         const std::string& object) const;
    /// `linker`: another one than the compiler's own, by the name that it has for a compiler.
    [[nodiscard]] std::vector<std::string> link(const std::vector<std::string>& objects,
                                                const std::string& program,
                                                std::string_view linker) const;

private:
    [[nodiscard]] std::vector<std::string> common() const;
    void add_language_of_rewritten(std::vector<std::string>& line, const char* language) const;
    void add_headers(std::vector<std::string>& line, source_kind kind) const;

    const compiler& compiler_;
    const request& wanted_;
    bool coloured_;
};

}  // namespace simcuda::driver
