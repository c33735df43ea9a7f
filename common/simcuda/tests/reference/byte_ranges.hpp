#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace simcuda::reference {

/// A set of byte numbers, kept as sorted stretches [first, last) that do not touch.
class byte_ranges {
public:
    using stretch = std::pair<unsigned, unsigned>;

    byte_ranges() = default;
    byte_ranges(unsigned first, unsigned last) {
        if (first < last)
            stretches_.push_back({first, last});
    }

    [[nodiscard]] bool empty() const { return stretches_.empty(); }
    [[nodiscard]] const std::vector<stretch>& stretches() const { return stretches_; }
    [[nodiscard]] unsigned size() const {
        unsigned sum = 0;
        for (const auto& [first, last] : stretches_)
            sum += last - first;
        return sum;
    }

    [[nodiscard]] byte_ranges operator|(const byte_ranges& other) const {
        std::vector<stretch> all;
        std::merge(stretches_.begin(), stretches_.end(), other.stretches_.begin(),
                   other.stretches_.end(), std::back_inserter(all));
        byte_ranges sum;
        for (const stretch& s : all) {
            if (!sum.stretches_.empty() && sum.stretches_.back().second >= s.first) {
                sum.stretches_.back().second = std::max(sum.stretches_.back().second, s.second);
            } else {
                sum.stretches_.push_back(s);
            }
        }
        return sum;
    }
    [[nodiscard]] byte_ranges operator&(const byte_ranges& other) const {
        byte_ranges both;
        for (const stretch& a : stretches_) {
            for (const stretch& b : other.stretches_) {
                const stretch s{std::max(a.first, b.first), std::min(a.second, b.second)};
                if (s.first < s.second)
                    both.stretches_.push_back(s);
            }
        }
        return both;
    }
    [[nodiscard]] byte_ranges operator-(const byte_ranges& other) const {
        byte_ranges rest;
        for (auto [first, last] : stretches_) {
            for (const stretch& hole : other.stretches_) {
                if (hole.second <= first || hole.first >= last)
                    continue;
                if (first < hole.first)
                    rest.stretches_.push_back({first, hole.first});
                first = std::min(last, hole.second);
            }
            if (first < last)
                rest.stretches_.push_back({first, last});
        }
        return rest;
    }
    byte_ranges& operator|=(const byte_ranges& other) { return *this = *this | other; }
    byte_ranges& operator-=(const byte_ranges& other) { return *this = *this - other; }
    friend bool operator==(const byte_ranges&, const byte_ranges&) = default;

private:
    std::vector<stretch> stretches_;
};

}  // namespace simcuda::reference
