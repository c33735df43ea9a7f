#include "checker/course/nearest.hpp"

#include <algorithm>
#include <utility>

namespace checker {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Three rows of the usual table; rows are prefixes of a, columns prefixes of b.
    std::vector<std::size_t> before_last(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before_last.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) {
                row[j] = std::min(row[j], before_last[j - 2] + 1);
            }
        }
    }
    return row[b.size()];
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
    // Who writes a part of a name means that name, however much of it is missing.
    const auto distance = [&](const std::string& name) {
        const bool is_part = !word.empty() && name.find(word) != std::string::npos;
        return std::pair(!is_part, edit_distance(word, name));
    };
    const auto closer = [&](const std::string& x, const std::string& y) {
        return distance(x) < distance(y);
    };
    const auto found = std::min_element(candidates.begin(), candidates.end(), closer);
    return found == candidates.end() ? std::string{} : *found;
}

}  // namespace checker
