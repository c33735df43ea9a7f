#include <random>
#include <set>

#include "checker/tests/catch.hpp"
#include "common/simcuda/runtime/byte_set.hpp"

using simcuda::byte_set;
using simcuda::page_size;

namespace {

constexpr unsigned page = page_size;

/// The same, the simple way.
class plain_set {
public:
    void add(unsigned first, unsigned n) {
        for (unsigned i = first; i < first + n; ++i)
            bytes_.insert(i);
    }
    void remove(unsigned first, unsigned n) {
        for (unsigned i = first; i < first + n; ++i)
            bytes_.erase(i);
    }
    [[nodiscard]] unsigned within(unsigned first, unsigned n) const {
        return static_cast<unsigned>(
            std::distance(bytes_.lower_bound(first), bytes_.lower_bound(first + n)));
    }
    [[nodiscard]] const std::set<unsigned>& bytes() const { return bytes_; }

private:
    std::set<unsigned> bytes_;
};

class random_ranges {
public:
    explicit random_ranges(unsigned seed) : numbers_(seed) {}
    [[nodiscard]] unsigned below(unsigned n) {
        return std::uniform_int_distribution<unsigned>(0, n - 1)(numbers_);
    }
    /// A range at word borders, of a few bytes, of any size, or the page.
    [[nodiscard]] std::pair<unsigned, unsigned> range() {
        switch (below(8)) {
            case 0:
                return {0, page};
            case 1:
                return {below(page / 64) * 64, 64};
            case 2:
                return {below(page), 1};
            default:
                break;
        }
        const unsigned first = below(page);
        return {first, 1 + below(page - first)};
    }

private:
    std::mt19937 numbers_;
};

}  // namespace

TEST_CASE("a byte set does what a set of numbers does", "[byte_set]") {
    for (unsigned seed = 0; seed < 20; ++seed) {
        random_ranges random(seed);
        byte_set sets[2];
        plain_set plain[2];
        for (int step = 0; step < 200; ++step) {
            const unsigned which = random.below(2);
            const auto [first, n] = random.range();
            byte_set& set = sets[which];
            const byte_set& other = sets[1 - which];
            switch (random.below(7)) {
                case 0:
                case 1:
                    set.add(first, n);
                    plain[which].add(first, n);
                    break;
                case 2:
                case 3:
                    set.remove(first, n);
                    plain[which].remove(first, n);
                    break;
                case 4:
                    set.add(other);
                    for (const unsigned i : plain[1 - which].bytes())
                        plain[which].add(i, 1);
                    break;
                case 5:
                    set.remove(other);
                    for (const unsigned i : plain[1 - which].bytes())
                        plain[which].remove(i, 1);
                    break;
                default:
                    set.add_within(other, first, n);
                    for (const unsigned i : plain[1 - which].bytes()) {
                        if (i >= first && i < first + n)
                            plain[which].add(i, 1);
                    }
            }
            const auto size = static_cast<unsigned>(plain[which].bytes().size());
            const auto [from, length] = random.range();
            const unsigned inside = plain[which].within(from, length);
            bool meet = false;
            for (const unsigned i : plain[0].bytes())
                meet |= plain[1].within(i, 1) == 1;
            const bool right = set.size() == size && set.any(from, length) == (inside > 0) &&
                               set.all(from, length) == (inside == length) &&
                               sets[0].intersects(sets[1]) == meet;
            INFO("seed " << seed << ", step " << step);
            REQUIRE(right);
        }
        for (byte_set& set : sets) {
            const unsigned size = set.size();
            set.tidy();
            CHECK(set.size() == size);
            CHECK(set.empty() == (size == 0));
            CHECK(set.full() == (size == page));
        }
    }
}

TEST_CASE("bits that are written to directly stay where they are", "[byte_set]") {
    byte_set set;
    const auto* words = &set.bits();
    set.add(0, page);
    set.add(17, 4);
    CHECK(&set.bits() == words);
    CHECK(set.size() == page);
    set.tidy();
    CHECK(set.full());
}
