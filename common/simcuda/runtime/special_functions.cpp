#include <cmath>
#include <limits>
#include <simcuda/special_functions.hpp>

namespace simcuda {
namespace {

constexpr double sqrt_2 = 1.41421356237309504880;
constexpr double sqrt_pi = 1.77245385090551602730;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// Positive x with erfc(x) = y, for y in (0, 1): an elementary approximation, good to some
/// thousandths, and Halley's steps, each of which triples the number of right digits.
double positive_inverse_erfc(double y) {
    constexpr double a = 0.147, pi = 3.14159265358979323846;
    const double logarithm = std::log(y * (2 - y));
    const double half = 2 / (pi * a) + logarithm / 2;
    double x = std::sqrt(std::sqrt(half * half - logarithm / a) - half);
    for (int step = 0; step < 3; ++step) {
        const double miss = (std::erfc(x) - y) * std::exp(x * x) * sqrt_pi / 2;
        x += miss / (1 - x * miss);
    }
    return x;
}

}  // namespace

double inverse_erfc(double x) {
    if (!(x >= 0 && x <= 2))
        return nothing;
    if (x == 0 || x == 2)
        return x == 0 ? infinity : -infinity;
    if (x == 1)
        return 0;
    return x < 1 ? positive_inverse_erfc(x) : -positive_inverse_erfc(2 - x);
}

double inverse_erf(double x) {
    // Small ones lose their digits in 1 - x; there the series is exact.
    if (std::fabs(x) < 1e-4)
        return sqrt_pi / 2 * (x + 3.14159265358979323846 / 12 * x * x * x);
    return x < 0 ? -inverse_erfc(1 + x) : inverse_erfc(1 - x);
}

double scaled_erfc(double x) {
    constexpr double large = 25;
    if (x < large)
        return std::exp(x * x) * std::erfc(x);
    const double t = 1 / (2 * x * x);
    return (1 - t * (1 - 3 * t * (1 - 5 * t * (1 - 7 * t)))) / (x * sqrt_pi);
}

double normal_distribution(double x) {
    return std::erfc(-x / sqrt_2) / 2;
}

double inverse_normal_distribution(double p) {
    return -sqrt_2 * inverse_erfc(2 * p);
}

double bessel_i0(double x) {
    return std::cyl_bessel_i(0.0, std::fabs(x));
}

double bessel_i1(double x) {
    return std::copysign(std::cyl_bessel_i(1.0, std::fabs(x)), x);
}

}  // namespace simcuda
