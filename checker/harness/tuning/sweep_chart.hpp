#pragma once

#include <string>
#include <vector>

#include "checker/harness/tuning/sweep.hpp"
#include "checker/messages/translation.hpp"

/// Sweeps as pictures: a row for each chunk size, a column or a line for each number of streams.
/// `say` puts their words in the reader's language.
namespace checker {

/// For a terminal of 80 columns, in UTF-8 without colours.
[[nodiscard]] std::string draw_sweeps(const std::vector<sweep>& all, const translation& say = {});

/// One SVG file, a panel for each machine.
[[nodiscard]] std::string svg_of(const std::vector<sweep>& all, const translation& say = {});

/// "3 streams".
[[nodiscard]] words streams_text(std::size_t streams);

}  // namespace checker
