#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace checker {

/// Tells whether something is the same as before (64-bit FNV-1a). No protection against somebody
/// who looks for two contents with the same hash, which would only let his own old result stand.
class content_hash {
public:
    /// The length goes in too: ("ab", "c") is not ("a", "bc").
    void add(std::string_view bytes);
    /// 16 hexadecimal digits.
    [[nodiscard]] std::string text() const;

private:
    void mix(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3U; }
    std::uint64_t value_ = 0xcbf29ce484222325U;
};

}  // namespace checker
