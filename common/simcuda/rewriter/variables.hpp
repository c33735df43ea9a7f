#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "common/simcuda/rewriter/sequence.hpp"

namespace simcuda::rewriter {

/// A declaration of variables that live on the device: `__device__ int a, b[4];`, or a static one
/// inside a kernel.
struct device_variables {
    enum class readable : std::uint8_t {
        no,         ///< a function, or a mere declaration of something defined elsewhere
        yes,        ///< `names` are all of them
        not_quite,  ///< variables, but which ones is more than this reader understands
    };
    readable what = readable::no;
    enum class space : std::uint8_t { device, managed };
    space place = space::device;
    std::vector<std::pair<std::size_t, std::size_t>> names;  ///< first token, and after the last
    std::size_t semicolon = no_token;
};

/// The declaration that the specifier at `index` belongs to.
[[nodiscard]] device_variables find_device_variables(const sequence& tokens, std::size_t index);

}  // namespace simcuda::rewriter
