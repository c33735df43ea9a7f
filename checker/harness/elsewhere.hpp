#pragma once

#include "checker/messages/words.hpp"

/// What a check says that another device decides about. The command finds such checks by these
/// words, in the language that they were said in.
namespace checker {

/// What cannot be shown on a GPU: there are other machines among the simulated ones.
[[nodiscard]] inline words left_to_simulator(const words& why) {
    return phrase("Left to the simulated device: {}", why);
}

/// Another run decides.
[[nodiscard]] inline words judged_elsewhere() {
    return phrase("Measured on the GPU.");
}

}  // namespace checker
