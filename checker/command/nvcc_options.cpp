#include "checker/command/nvcc_options.hpp"

#include <algorithm>
#include <array>

namespace checker {
namespace {

// With one dash or two.
constexpr std::array without_effect = {
    "lineinfo",
    "generate-line-info",
    "G",
    "device-debug",
    "use_fast_math",
    "extended-lambda",
    "expt-relaxed-constexpr",
    "ewp",
    "rdc=true",
    "rdc=false",
    "expt-extended-lambda",
};
constexpr std::array with_value = {
    "arch",    "gpu-architecture", "code",   "gpu-code",        "gencode", "generate-code",
    "Xptxas",  "ptxas-options",    "ccbin",  "compiler-bindir", "x",       "maxrregcount",
    "threads", "Xnvlink",          "cudart",
};

template <class Names>
bool holds(const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

nvcc_option nvcc_option_of(std::string_view argument) {
    if (!argument.starts_with("-"))
        return nvcc_option::unknown;
    const std::string_view name = argument.substr(argument.starts_with("--") ? 2 : 1);
    if (holds(without_effect, name))
        return nvcc_option::without_effect;
    if (holds(with_value, name))
        return nvcc_option::without_effect_with_value;
    const std::size_t equals = name.find('=');
    if (equals != std::string_view::npos && holds(with_value, name.substr(0, equals)))
        return nvcc_option::without_effect;
    if (name == "Xcompiler" || name == "compiler-options")
        return nvcc_option::for_host_compiler;
    return name == "dc" ? nvcc_option::separate_compilation : nvcc_option::unknown;
}

}  // namespace checker
