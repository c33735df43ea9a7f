#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "checker/harness/verdict.hpp"
#include "checker/pages/wording.hpp"

/// Parts of a verdict as the templates want them.
namespace checker {

/// "3.14 ms", with the digits that matter.
[[nodiscard]] std::string milliseconds_text(double ms);

/// "1.25x".
[[nodiscard]] std::string ratio_text(double value);

/// "84 %".
[[nodiscard]] std::string percent_text(double value);

/// "84 %" of the gap; for what is slower than the serial baseline how many times its time that is;
/// empty where there is no such figure.
[[nodiscard]] std::string gap_text(const measured_figures& m, const wording& words);

/// `status` in words and `status_class` for the style sheet.
[[nodiscard]] nlohmann::ordered_json status_fields(status s, const wording& words);
/// The same of one check: a dash for one that has not been looked at.
[[nodiscard]] nlohmann::ordered_json status_fields(const check_result& check, const wording& words);

/// A list of `name` and `value`, of what was measured.
[[nodiscard]] nlohmann::ordered_json figures_list(const measured_figures& m, const wording& words);

/// The paragraphs of a diagnosis after its first, each with a `label` and what is `said`.
[[nodiscard]] nlohmann::ordered_json further_paragraphs(const diagnosis& d, const wording& words);

/// "Simulated device, profile h200".
[[nodiscard]] std::string device_text(const verdict& v, const wording& words);

}  // namespace checker
