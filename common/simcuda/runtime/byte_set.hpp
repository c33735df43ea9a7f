#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace simcuda {

inline constexpr unsigned page_shift = 12;
inline constexpr std::uint64_t page_size = 1ull << page_shift;
inline constexpr unsigned words_per_page = page_size / 64;

/// A set of the bytes of one page. Whole and empty pages, the usual ones, cost no memory.
class byte_set {
public:
    using words = std::array<std::uint64_t, words_per_page>;

    [[nodiscard]] bool empty() const { return state_ == state::none; }
    [[nodiscard]] bool full() const { return state_ == state::all; }

    /// Bytes [first, first + count) of the page, count at least 1.
    void add(unsigned first, unsigned count);
    void remove(unsigned first, unsigned count);
    [[nodiscard]] bool any(unsigned first, unsigned count) const;
    [[nodiscard]] bool all(unsigned first, unsigned count) const;

    void add(const byte_set& other);
    void remove(const byte_set& other);
    /// Removes all that `other` has not.
    void keep(const byte_set& other);
    /// Those of `other` that lie in [first, first + count).
    void add_within(const byte_set& other, unsigned first, unsigned count);
    [[nodiscard]] bool intersects(const byte_set& other) const;
    [[nodiscard]] unsigned size() const;

    /// The bits for direct writing; `tidy` afterwards. `add` of bytes leaves them where they are,
    /// all other changes may not.
    [[nodiscard]] words& bits();
    /// Gives memory back when the set has become whole or empty.
    void tidy();

    /// The calling thread ends: what it has kept for its next sets goes.
    static void give_back_spares();

    [[nodiscard]] std::uint64_t word(unsigned i) const {
        return state_ == state::none ? 0 : state_ == state::all ? ~0ull : (*bits_)[i];
    }

private:
    enum class state : std::uint8_t { none, some, all };
    struct recycle {
        void operator()(words* w) const;
    };
    using words_ptr = std::unique_ptr<words, recycle>;
    static words_ptr fresh(std::uint64_t fill);

    state state_ = state::none;
    words_ptr bits_;
};

}  // namespace simcuda
