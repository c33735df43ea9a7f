#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace checker {

/// The lines (from 1) of C++ text on which `asm`, `__asm` or `__asm__` stands as a word of the
/// language: not in a comment, a string or a longer name. Lines that are continued with a backslash
/// are read as the compiler reads them.
[[nodiscard]] std::vector<int> lines_with_assembly(std::string_view source);

/// Are names put together by the preprocessor (## or %:%:)? Then only the expanded text tells.
[[nodiscard]] bool pastes_names(std::string_view source);

/// Does nvcc need no CUDA for this text? No launch and no kernel, of the headers only lab.hpp and
/// the system's, nothing that asks which compiler reads it. Where that is not sure: no.
[[nodiscard]] bool is_plain_cpp(std::string_view source);

/// The lines on which the preprocessor decides what is compiled (#if, #ifdef, #elif, ...), comments
/// included: for a note, not for a verdict.
[[nodiscard]] std::vector<int> lines_with_conditions(std::string_view source);

/// Of a preprocessed text, the lines that come from this file, whatever was included on the way.
[[nodiscard]] std::string lines_of_file(std::string_view preprocessed, std::string_view file);

}  // namespace checker
