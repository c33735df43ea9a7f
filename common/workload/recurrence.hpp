#pragma once

#include <cstdint>

/// The arithmetic of all labs: x -> multiplier * x + increment on 32-bit integers, many times over.
/// Each step needs the one before, so a device has to do them all; a host that wants to know the
/// result jumps ahead, as many such steps together are again of the same form.
namespace workload {

/// x -> multiplier * x + increment, modulo 2^32.
struct affine_step {
    std::uint32_t multiplier = 1;
    std::uint32_t increment = 0;

    [[nodiscard]] constexpr std::uint32_t operator()(std::uint32_t x) const {
        return multiplier * x + increment;
    }

    friend constexpr bool operator==(affine_step, affine_step) = default;
};

/// `first`, then `second`, as one step.
[[nodiscard]] constexpr affine_step followed_by(affine_step first, affine_step second) {
    return {second.multiplier * first.multiplier, second(first.increment)};
}

/// An odd multiplier makes the step a permutation: no two inputs ever meet.
inline constexpr std::uint32_t multiplier = 747796405u;
inline constexpr std::uint32_t increment = 2891336453u;
inline constexpr affine_step one_step{multiplier, increment};

/// `steps` steps as one. Time grows with the logarithm of `steps`.
[[nodiscard]] constexpr affine_step steps_at_once(std::uint64_t steps) {
    affine_step result;
    affine_step power = one_step;
    for (; steps > 0; steps /= 2) {
        if (steps % 2 == 1) {
            result = followed_by(result, power);
        }
        power = followed_by(power, power);
    }
    return result;
}

/// The step that takes back what `step` did. Its multiplier must be odd.
[[nodiscard]] constexpr affine_step undoing(affine_step step) {
    // Newton's iteration doubles the number of right bits each time: 3, 6, 12, 24, 48.
    std::uint32_t inverse = step.multiplier;
    for (int i = 0; i < 4; ++i) {
        inverse *= 2 - step.multiplier * inverse;
    }
    return {inverse, 0u - inverse * step.increment};
}

}  // namespace workload
