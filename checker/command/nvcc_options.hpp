#pragma once

#include <string_view>

namespace checker {

/// What an option of nvcc means here. Command lines of books and makefiles are full of them.
enum class nvcc_option {
    unknown,
    without_effect,             ///< about code for a GPU, of which there is none
    without_effect_with_value,  ///< the same, and the next argument belongs to it
    for_host_compiler,          ///< the next argument is a list of options for it
    separate_compilation,       ///< -dc: an object file, as -c
};

[[nodiscard]] nvcc_option nvcc_option_of(std::string_view argument);

}  // namespace checker
