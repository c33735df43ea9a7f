#include <simcuda/rounded.hpp>

#include <cfenv>
#include <cmath>

namespace simcuda {
namespace {

int mode_of(rounding to) {
    switch (to) {
        case rounding::down:
            return FE_DOWNWARD;
        case rounding::up:
            return FE_UPWARD;
        default:
            return FE_TOWARDZERO;
    }
}

/// Computes with another rounding. Volatile, since compilers do not know that the mode matters:
/// they must not compute before it is set or after it is set back.
template <class Result, class... T, class Function>
Result computed(rounding to, Function function, T... operands) {
    const int usual = std::fegetround();
    std::fesetround(mode_of(to));
    volatile Result result = [&](volatile T&... held) { return function(T{held}...); }(operands...);
    std::fesetround(usual);
    return result;
}

}  // namespace

#define SIMCUDA_ROUNDED(real)                                                       \
    real rounded_sum(rounding to, real x, real y) {                                 \
        return computed<real>(                                                      \
            to, [](real a, real b) { return a + b; }, x, y);                        \
    }                                                                               \
    real rounded_difference(rounding to, real x, real y) {                          \
        return computed<real>(                                                      \
            to, [](real a, real b) { return a - b; }, x, y);                        \
    }                                                                               \
    real rounded_product(rounding to, real x, real y) {                             \
        return computed<real>(                                                      \
            to, [](real a, real b) { return a * b; }, x, y);                        \
    }                                                                               \
    real rounded_quotient(rounding to, real x, real y) {                            \
        return computed<real>(                                                      \
            to, [](real a, real b) { return a / b; }, x, y);                        \
    }                                                                               \
    real rounded_fma(rounding to, real x, real y, real z) {                         \
        return computed<real>(                                                      \
            to, [](real a, real b, real c) { return std::fma(a, b, c); }, x, y, z); \
    }                                                                               \
    real rounded_root(rounding to, real x) {                                        \
        return computed<real>(                                                      \
            to, [](real a) { return std::sqrt(a); }, x);                            \
    }
SIMCUDA_ROUNDED(float)
SIMCUDA_ROUNDED(double)
#undef SIMCUDA_ROUNDED

#define SIMCUDA_CONVERSION(name, to_type, from_type)                     \
    to_type name(rounding to, from_type x) {                             \
        return computed<to_type>(                                        \
            to, [](from_type a) { return static_cast<to_type>(a); }, x); \
    }
SIMCUDA_CONVERSION(rounded_float, float, double)
SIMCUDA_CONVERSION(rounded_float, float, long long)
SIMCUDA_CONVERSION(rounded_float, float, unsigned long long)
SIMCUDA_CONVERSION(rounded_double, double, long long)
SIMCUDA_CONVERSION(rounded_double, double, unsigned long long)
#undef SIMCUDA_CONVERSION

}  // namespace simcuda
