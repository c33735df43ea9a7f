#pragma once

#include <algorithm>
#include <string_view>

namespace checker {

/// Calls `take` with each line of a text, without its end.
template <class Take>
void for_each_line(std::string_view text, Take take) {
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        take(line);
    }
}

}  // namespace checker
