#pragma once

#include <string>

/// What a builder in the sandbox hands over of what it has built: see submission_build for who
/// reads it.
namespace checker {

/// What binutils see in the object file: its sections and symbols, its instructions.
void write_object_frames(int channel, const std::string& object);
/// What the program takes from shared libraries, and the program itself.
void write_program_frames(int channel, const std::string& program);

}  // namespace checker
