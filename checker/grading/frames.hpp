#pragma once

#include <map>
#include <string>
#include <string_view>

/// How a program in the sandbox hands over several texts through one descriptor: "NAME BYTES\n" and
/// that many bytes, one after the other.
namespace checker {

/// Throws std::system_error when the descriptor does not take it.
void write_frame(int descriptor, std::string_view name, std::string_view bytes);

/// The frames that are complete, by their names; of two with the same name the first. What follows
/// something that is none is left out.
[[nodiscard]] std::map<std::string, std::string> read_frames(std::string_view bytes);

}  // namespace checker
