#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace checker {

/// Names, and beginnings of names: "cuda*".
class name_list {
public:
    name_list() = default;
    explicit name_list(const std::vector<std::string>& entries);

    [[nodiscard]] bool contains(std::string_view name) const;

private:
    std::vector<std::string> whole_;  ///< sorted
    std::vector<std::string> beginnings_;
};

/// What an object file was compiled for, and so by which compiler.
enum class object_for : std::uint8_t { simulated_device, gpu };

/// What a learner's object file may hold: the table allowed_symbols.toml.
struct symbol_rules {
    name_list allowed_imports;
    name_list allowed_to_wait;  ///< and for nothing else: see waiting_calls.hpp
    name_list refused_imports;
    name_list refused_definitions;
    name_list refused_unless_weak;
    name_list shared_with_libraries;
    name_list allowed_sections;
    name_list refused_instructions;

    /// Throws course_error with file, line and the change to make.
    [[nodiscard]] static symbol_rules load(const std::filesystem::path& file,
                                           object_for device = object_for::simulated_device);
};

}  // namespace checker
