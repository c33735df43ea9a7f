#pragma once

#include <string>

namespace checker {

/// A symbol of an object file as whoever wrote the source knows it: "advance(int*)", and of the
/// standard library the part that is used, "std::filesystem::path" for whatever inside of it the
/// compiler calls. A name that is none in C++ stays.
[[nodiscard]] std::string readable_symbol(const std::string& symbol);

}  // namespace checker
