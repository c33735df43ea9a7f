#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/timeline/canvas.hpp"
#include "common/timeline/interval.hpp"
#include "common/timeline/operation.hpp"

/// Recordings as text: a lane for the host and for each engine, time from left to right.
///
///     baseline   ├─────────────── 1.93 ms ────────────────┤  busy
///       host     │──│─│──│──│─│──│──│─│──│──│─│──│──│─│───
///       H2D      0██     1▒▒     2██     3▒▒                 32 %
///       compute     0█      1▒▒     2██     3▒▒              33 %
///       D2H           0██      1▒▒     2██     3▒▒           32 %
///
///     yours      ├────── 947 µs ──────┤ 2.04x as fast     busy
///       host     ││───────────────────
///       H2D      0██1▒▒2██3▒▒                                66 %
///       compute     0██1▒▒2██3▒▒                             66 %
///       D2H            0██1▒▒2██3▒▒                          66 %
///
/// Copies of one direction and kernels carry their number, so a chunk has the same number in all
/// lanes of a pipeline, and neighbours have different fills. With too many operations for that, a
/// column's shade says how much of its time was busy. What the program named (NVTX ranges) stands
/// above the host, inner ranges below outer ones. The measured line beside the title reaches
/// from the first start to the last end of device work.
namespace timeline {

enum class lane_choice : std::uint8_t { engines, streams, engines_and_streams };

/// The words in a drawing, so that the course's languages can bring their own. UTF-8.
struct drawing_words {
    std::string annotations = "ranges";
    std::string host = "host";
    std::string host_functions = "host fn";
    std::string h2d = "H2D";
    std::string compute = "compute";
    std::string d2h = "D2H";
    std::string busy = "busy";
    std::string as_fast = "x as fast";  ///< after a factor: "2.61x as fast"
    std::string numbered = "in order of issue";
    std::string call = "call";
    std::string waits = "host waits";
    std::string works = "host works";
    std::string kernel = "kernel";
    std::string other_work = "memset, D2D";
    std::string crowded = "at once";
    std::string shades = "busy share of a column";
    std::string nothing = "nothing was recorded";
    std::string more_streams = "more streams";  ///< after a count
    // Only pictures have room for these.
    std::string event_recorded = "event recorded";
    std::string event_awaited = "stream waits for event";
    std::string waits_for = "waits for";    ///< an arrow
    std::string operations = "operations";  ///< after a count
};

struct drawing_options {
    int width = 80;  ///< columns; lines are exactly this long. Below 40 it becomes hard to read.
    charset characters = charset::unicode;  ///< of the drawing; titles and names stay as they are
    colouring colours = colouring::none;
    lane_choice lanes = lane_choice::engines;
    int most_streams = 16;     ///< further streams are counted, not drawn
    int most_annotations = 4;  ///< ranges nested more deeply are left out
    drawing_words words;
};

/// A recording with its title: "baseline", "yours".
struct panel {
    std::string title;
    const recording& recorded;
    /// What to say beside the elapsed time. Empty: from the second panel on, how many times as fast
    /// as the first its device work was done.
    std::string note;
    /// What the elapsed time is that of; without it, from the first to the last device work.
    std::optional<interval> measured = {};
};

/// Draws the recordings under each other, each from its own beginning, on one time axis. Lines end
/// with a line feed. Linear in operations (apart from sorting) and columns.
[[nodiscard]] std::string draw(const std::vector<panel>& panels,
                               const drawing_options& options = {});

}  // namespace timeline
