#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/timeline/operation.hpp"

/// What a checker says about one lab, and its JSON form: the object that `lab check --json` prints.
namespace checker {

/// `inconclusive`: this device cannot show it; points are not given. `error`: our fault.
enum class status { pass, fail, inconclusive, error };

[[nodiscard]] std::string_view to_text(status s);
/// Throws std::invalid_argument for any other word.
[[nodiscard]] status status_from_text(std::string_view text);

/// Was a check made, or does it wait for another one to pass first?
enum class turn : std::uint8_t { had, to_come };

/// One thing that the lab's checker looks at.
struct check_result {
    std::string name;
    status outcome = status::fail;
    std::string message;    ///< empty where there is nothing to say
    double points = 0;      ///< its share of the verdict's points
    double max_points = 0;  ///< 0 for one that gives none, such as `compiles`
    /// `to_come`: the outcome, `fail` or `inconclusive`, is another check's; it says nothing about
    /// what this one looks at. In JSON: "looked_at": false.
    turn its_turn = turn::had;

    friend bool operator==(const check_result&, const check_result&) = default;
};

/// A named cause. `message` has up to three paragraphs, an empty line between them: what happened,
/// why, the change to try.
struct diagnosis {
    std::string id;
    std::string message;
    std::vector<timeline::source_place> where;
    std::string docs;  ///< what to read, relative to the repository's root

    friend bool operator==(const diagnosis&, const diagnosis&) = default;
};

/// Times in milliseconds, the rest are ratios. What was not measured is absent.
struct measured_figures {
    std::optional<double> serial_ms;    ///< the blocking baseline
    std::optional<double> measured_ms;  ///< the learner's code
    std::optional<double> bound_ms;     ///< what no correct program can beat
    std::optional<double> speedup;      ///< serial / measured
    std::optional<double> closed_gap;   ///< (serial - measured) / (serial - bound)
    std::optional<double> overlap;      ///< share of the device's busy time with two engines busy

    friend bool operator==(const measured_figures&, const measured_figures&) = default;
};

struct verdict {
    static constexpr int schema = 1;

    std::string lab;  ///< "04-streams"
    std::string device = "sim";
    std::string profile;
    status outcome = status::error;
    double points = 0;
    double max_points = 0;
    std::vector<check_result> checks;
    std::vector<diagnosis> diagnoses;
    measured_figures metrics;
    std::string metrics_of;  ///< which of the lab's measurements they are; empty: there is one
    std::string timeline;    ///< path of the recording, empty where there is none

    /// Null where there is none of this name.
    [[nodiscard]] const check_result* find_check(std::string_view name) const;

    friend bool operator==(const verdict&, const verdict&) = default;
};

/// One JSON object in one line, members in the order of the struct. Text that is not UTF-8 is
/// replaced, so that a learner's output cannot make this fail.
[[nodiscard]] std::string to_json(const verdict& v);

/// Throws std::invalid_argument that says which member is missing or of the wrong kind.
[[nodiscard]] verdict verdict_from_json(std::string_view text);

/// The exit status that `lab check` has for this outcome: 0 pass, 1 fail, 3 inconclusive, 4 error.
[[nodiscard]] int exit_status(status s);

}  // namespace checker
