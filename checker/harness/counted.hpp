#pragma once

#include <cstddef>

#include "checker/messages/words.hpp"

/// Numbers of things as one says them.
namespace checker {

/// "once", "3 times".
[[nodiscard]] inline words times_of(std::size_t n) {
    return n == 1 ? phrase("once") : phrase("{} times", n);
}

/// "1 element", "3 elements".
[[nodiscard]] inline words elements_of(std::size_t n) {
    return n == 1 ? phrase("{} element", n) : phrase("{} elements", n);
}

/// "one block", "3 blocks".
[[nodiscard]] inline words blocks_of(std::size_t n) {
    return n == 1 ? phrase("one block") : phrase("{} blocks", n);
}

}  // namespace checker
