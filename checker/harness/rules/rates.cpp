#include <fmt/core.h>

#include <cmath>

#include "checker/harness/rules/timing.hpp"

namespace checker {

std::optional<finding> wrong_rate(const std::string& name, double reported_gb_per_s,
                                  timeline::bytes size, double ms) {
    const double wanted = 1e-6 * static_cast<double>(size.value) / ms;
    const message_arguments arguments = {{"name", name},
                                         {"reported", fmt::format("{:.4g}", reported_gb_per_s)},
                                         {"wanted", fmt::format("{:.4g}", wanted)},
                                         {"bytes", std::to_string(size.value)},
                                         {"ms", fmt::format("{:.4g}", ms)}};
    if (std::isnan(reported_gb_per_s)) {
        return finding{"missing-output/rate", arguments, {}};
    }
    const double ratio = reported_gb_per_s / wanted;
    if (is_about(ratio, 1)) {
        return std::nullopt;
    }
    struct scale {
        double ratio;
        const char* text;
    };
    constexpr double gib = 1024.0 * 1024.0 * 1024.0 / 1e9;
    for (const auto& each : {scale{1 / gib, "wrong-result/gibibytes"},
                             scale{8, "wrong-result/bits"}, scale{0.25, "wrong-result/elements"}}) {
        if (std::abs(ratio - each.ratio) < 0.02 * each.ratio) {
            return finding{each.text, arguments, {}};
        }
    }
    return finding{"wrong-result/rate", arguments, {}};
}

}  // namespace checker
