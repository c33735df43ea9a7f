#pragma once

#include <string>
#include <vector>

#include "checker/messages/words.hpp"

namespace checker {

/// The GPUs that the driver of this machine offers. Asked through the driver's own library, so that
/// neither a toolkit nor any tool has to be installed.
struct gpus_here {
    std::vector<std::string> names;
    std::string driver;        ///< the newest CUDA that it knows: "13.0"; empty without a driver
    words problem;             ///< why there is no GPU; empty when there is one
    std::string library = {};  ///< of the driver: libcuda.so.1 as the loader has found it
};

/// Takes some tenths of a second where there is a driver.
[[nodiscard]] gpus_here find_gpus();

}  // namespace checker
