#include "common/timeline/interval.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace timeline {

namespace {

bool starts_earlier(const interval& a, const interval& b) {
    return a.start < b.start;
}

/// Joins what overlaps or touches; `sorted` is sorted by start and has no empty interval.
std::vector<interval> merged(const std::vector<interval>& sorted) {
    std::vector<interval> result;
    for (const interval& part : sorted) {
        if (!result.empty() && part.start <= result.back().end) {
            result.back().end = std::max(result.back().end, part.end);
        } else {
            result.push_back(part);
        }
    }
    return result;
}

}  // namespace

interval_set::interval_set(std::vector<interval> parts) {
    const auto is_empty = [](const interval& part) { return part.end <= part.start; };
    parts.erase(std::remove_if(parts.begin(), parts.end(), is_empty), parts.end());
    std::sort(parts.begin(), parts.end(), starts_earlier);
    parts_ = merged(parts);
    index();
}

void interval_set::index() {
    before_.clear();
    before_.reserve(parts_.size());
    nanoseconds sum{0};
    for (const interval& part : parts_) {
        before_.push_back(sum);
        sum += part.length();
    }
}

nanoseconds interval_set::length() const {
    return parts_.empty() ? nanoseconds{0} : before_.back() + parts_.back().length();
}

nanoseconds interval_set::covered(interval window) const {
    // Length of the set before a moment: full parts, and the piece of the one that it falls into.
    const auto length_before = [this](nanoseconds moment) {
        const auto after =
            std::lower_bound(parts_.begin(), parts_.end(), moment,
                             [](const interval& part, nanoseconds t) { return part.start < t; });
        if (after == parts_.begin()) {
            return nanoseconds{0};
        }
        const auto last = static_cast<std::size_t>(std::distance(parts_.begin(), after)) - 1;
        return before_[last] + std::min(moment, parts_[last].end) - parts_[last].start;
    };
    if (window.end <= window.start) {
        return nanoseconds{0};
    }
    return length_before(window.end) - length_before(window.start);
}

std::vector<interval> interval_set::gaps() const {
    std::vector<interval> result;
    for (std::size_t i = 1; i < parts_.size(); ++i) {
        result.push_back({parts_[i - 1].end, parts_[i].start});
    }
    return result;
}

interval_set operator|(const interval_set& a, const interval_set& b) {
    std::vector<interval> both;
    both.reserve(a.parts_.size() + b.parts_.size());
    std::merge(a.parts_.begin(), a.parts_.end(), b.parts_.begin(), b.parts_.end(),
               std::back_inserter(both), starts_earlier);
    interval_set result;
    result.parts_ = merged(both);
    result.index();
    return result;
}

interval_set operator&(const interval_set& a, const interval_set& b) {
    interval_set result;
    auto left = a.parts_.begin();
    auto right = b.parts_.begin();
    while (left != a.parts_.end() && right != b.parts_.end()) {
        const interval common{std::max(left->start, right->start), std::min(left->end, right->end)};
        if (common.start < common.end) {
            result.parts_.push_back(common);
        }
        (left->end < right->end) ? ++left : ++right;
    }
    result.index();
    return result;
}

interval_set operator-(const interval_set& a, const interval_set& b) {
    interval_set result;
    auto hole = b.parts_.begin();
    for (interval rest : a.parts_) {
        while (hole != b.parts_.end() && hole->end <= rest.start) {
            ++hole;
        }
        // A hole may reach into the next part of `a`, so it is only looked at here, not used up.
        for (auto next = hole; next != b.parts_.end() && next->start < rest.end; ++next) {
            if (rest.start < next->start) {
                result.parts_.push_back({rest.start, next->start});
            }
            rest.start = std::min(rest.end, next->end);
        }
        if (rest.start < rest.end) {
            result.parts_.push_back(rest);
        }
    }
    result.index();
    return result;
}

}  // namespace timeline
