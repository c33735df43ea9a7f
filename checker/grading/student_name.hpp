#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Names of submissions come from students' systems: any bytes but '/' and NUL.
namespace checker {

/// The name as people may see it anywhere: valid UTF-8, with U+FFFD for what is not, and for
/// control characters and those that change the direction of what follows.
[[nodiscard]] std::string shown_name(std::string_view bytes);

/// A name for a file of ours: letters of any script, digits, '.', '_' and '-', at most 64 bytes,
/// the first a letter or digit. Not unique: see safe_names.
[[nodiscard]] std::string plain_name(std::string_view bytes);

/// An entry of the class's folder: the student's name, and the whole one, which is there once.
struct entry_name {
    std::string student;
    std::string whole;
};

/// A plain name for each, all different, also where upper and lower case (of a to z) are the same.
/// A name that had to be changed gets a hash of its bytes, so it stays the same whatever others are
/// there.
[[nodiscard]] std::vector<std::string> safe_names(const std::vector<entry_name>& names);

}  // namespace checker
