#include "common/simcuda/rewriter/edits.hpp"

#include <algorithm>
#include <utility>

namespace simcuda::rewriter {

void edits::replace(std::size_t begin, std::size_t end, std::string text) {
    edits_.push_back({begin, end, std::move(text)});
}

std::string edits::apply(std::string_view text) && {
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](const edit& left, const edit& right) { return left.begin < right.begin; });
    std::size_t added = 0;
    for (const edit& each : edits_) {
        added += each.text.size();
    }
    std::string out;
    out.reserve(text.size() + added);
    std::size_t copied = 0;
    for (const edit& each : edits_) {
        if (each.begin < copied) {
            continue;
        }
        out.append(text, copied, each.begin - copied);
        out += each.text;
        copied = each.end;
    }
    out.append(text, copied, text.size() - copied);
    return out;
}

}  // namespace simcuda::rewriter
