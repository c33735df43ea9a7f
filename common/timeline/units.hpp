#pragma once

#include <chrono>
#include <compare>
#include <cstdint>

/// Quantities that every part of the project shares. Time is std::chrono, sizes are `bytes`.
namespace timeline {

/// Device and host times: whole nanoseconds since the recording's origin.
using nanoseconds = std::chrono::nanoseconds;

/// A number of bytes. Sums and differences are defined; mixing with plain counts is not.
struct bytes {
    std::uint64_t value = 0;

    friend constexpr auto operator<=>(bytes, bytes) = default;
    friend constexpr bytes operator+(bytes a, bytes b) { return {a.value + b.value}; }
    friend constexpr bytes operator-(bytes a, bytes b) { return {a.value - b.value}; }
    constexpr bytes& operator+=(bytes other) {
        value += other.value;
        return *this;
    }
};

/// Milliseconds as people read them.
[[nodiscard]] constexpr double to_ms(nanoseconds t) {
    return static_cast<double>(t.count()) * 1e-6;
}

/// Rate in GB/s (1e9 bytes a second). Zero when no time passed.
[[nodiscard]] constexpr double to_gb_per_s(bytes size, nanoseconds t) {
    return t.count() > 0 ? static_cast<double>(size.value) / static_cast<double>(t.count()) : 0.0;
}

/// `part` of `whole` as a fraction. Zero when the whole is zero.
[[nodiscard]] constexpr double share_of(nanoseconds part, nanoseconds whole) {
    return whole.count() > 0
               ? static_cast<double>(part.count()) / static_cast<double>(whole.count())
               : 0.0;
}

}  // namespace timeline
