#include "checker/harness/rules/measured_stage.hpp"

#include <fmt/core.h>

#include <numeric>

#include "checker/harness/places.hpp"

namespace checker {
namespace {

/// What is issued for one run of the stage.
words issued_for(const measured_stage& stage) {
    switch (stage.kind) {
        case op_kind::copy_h2d:
            return phrase("upload");
        case op_kind::copy_d2h:
            return phrase("download");
        default:
            return phrase("launch");
    }
}

}  // namespace

double total_ms(const std::vector<operation>& operations) {
    return std::accumulate(operations.begin(), operations.end(), 0.0,
                           [](double sum, const operation& op) { return sum + ms_of(op); });
}

std::vector<operation> runs_of(const measured_stage& stage) {
    return pick(stage.recorded, [&](const operation& op) { return op.kind == stage.kind; });
}

double recorded_ms(const measured_stage& stage) {
    auto runs = runs_of(stage);
    const auto last = std::min<std::size_t>(runs.size(), stage.runs);
    if (last == 0) {
        return 0;
    }
    runs.erase(runs.begin(), runs.end() - static_cast<std::ptrdiff_t>(last));
    return total_ms(runs) / static_cast<double>(last);
}

finding about(const std::string& text, const measured_stage& stage,
              const std::vector<operation>& where) {
    return {text,
            {{"name", stage.name},
             {"reported", fmt::format("{:.4g}", stage.reported_ms)},
             {"recorded", fmt::format("{:.4g}", recorded_ms(stage))},
             {"runs", std::to_string(stage.runs)},
             {"issued", issued_for(stage)}},
            known_places(where)};
}

}  // namespace checker
