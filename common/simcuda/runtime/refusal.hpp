#pragma once

#include <map>
#include <string>

namespace simcuda {

/// Why a call does nothing and returns an error: an entry of [refused] in the messages, and what
/// fills its placeholders.
struct refusal {
    std::string reason;  ///< empty: the error says all there is to say
    std::map<std::string, std::string> facts = {};
};

}  // namespace simcuda
