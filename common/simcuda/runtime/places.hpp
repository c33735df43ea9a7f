#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "common/timeline/operation.hpp"

namespace simcuda {

/// Turns return addresses into file and line with the system's addr2line, all of a batch at once.
/// Where that is missing or knows nothing, the place has line 0.
class place_finder {
public:
    /// Looks up those not yet known.
    void prepare(const std::vector<const void*>& addresses);
    [[nodiscard]] timeline::source_place of(const void* address);
    /// The linker's name of the function at `address`; empty where nothing is known.
    [[nodiscard]] const std::string& function_at(const void* address);

private:
    std::unordered_map<const void*, std::string> functions_;
    std::unordered_map<const void*, timeline::source_place> known_;
};

}  // namespace simcuda
