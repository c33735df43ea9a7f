#include "common/simcuda/runtime/byte_set.hpp"

#include <bit>
#include <utility>
#include <vector>

namespace simcuda {
namespace {

/// Bitmaps come and go with every operation; they are kept for the next one.
class words_pool {
public:
    std::unique_ptr<byte_set::words> take() {
        if (free_.empty())
            return std::make_unique<byte_set::words>();
        auto w = std::move(free_.back());
        free_.pop_back();
        return w;
    }
    void give(byte_set::words* w) {
        std::unique_ptr<byte_set::words> owned(w);
        if (free_.size() < 65536)
            free_.push_back(std::move(owned));
    }

    static words_pool& of_this_thread() {
        if (pool_ == nullptr)
            pool_ = new words_pool;
        return *pool_;
    }
    static void end() { delete std::exchange(pool_, nullptr); }

private:
    // No destructor of the language's: sets may outlive a thread's other objects.
    static inline constinit thread_local words_pool* pool_ = nullptr;
    std::vector<std::unique_ptr<byte_set::words>> free_;
};

/// Calls f(word index, mask) for the words that hold bytes [first, first + count).
template <class F>
void each_word(unsigned first, unsigned count, F f) {
    const unsigned last = first + count - 1;
    for (unsigned w = first / 64; w <= last / 64; ++w) {
        const unsigned low = w == first / 64 ? first % 64 : 0;
        const unsigned high = w == last / 64 ? last % 64 : 63;
        f(w, (~0ull >> (63 - (high - low))) << low);
    }
}

}  // namespace

void byte_set::recycle::operator()(words* w) const {
    words_pool::of_this_thread().give(w);
}

byte_set::words_ptr byte_set::fresh(std::uint64_t fill) {
    words_ptr w(words_pool::of_this_thread().take().release());
    w->fill(fill);
    return w;
}

void byte_set::give_back_spares() {
    words_pool::end();
}

byte_set::words& byte_set::bits() {
    if (state_ != state::some) {
        bits_ = fresh(state_ == state::all ? ~0ull : 0);
        state_ = state::some;
    }
    return *bits_;
}

void byte_set::tidy() {
    if (state_ != state::some)
        return;
    // All words are like the first, or else it is neither whole nor empty: most often soon clear.
    const std::uint64_t first = bits_->front();
    if (first != 0 && first != ~0ull)
        return;
    for (const std::uint64_t w : *bits_) {
        if (w != first)
            return;
    }
    state_ = first != 0 ? state::all : state::none;
    bits_.reset();
}

void byte_set::add(unsigned first, unsigned count) {
    if (full())
        return;
    // Words that are there stay: somebody may be writing to them directly.
    if (count == page_size && empty()) {
        state_ = state::all;
        return;
    }
    words& b = bits();
    each_word(first, count, [&](unsigned w, std::uint64_t mask) { b[w] |= mask; });
}

void byte_set::remove(unsigned first, unsigned count) {
    if (empty())
        return;
    if (count == page_size) {
        state_ = state::none;
        bits_.reset();
        return;
    }
    words& b = bits();
    each_word(first, count, [&](unsigned w, std::uint64_t mask) { b[w] &= ~mask; });
    tidy();
}

bool byte_set::any(unsigned first, unsigned count) const {
    if (state_ != state::some)
        return full();
    bool found = false;
    each_word(first, count,
              [&](unsigned w, std::uint64_t mask) { found |= ((*bits_)[w] & mask) != 0; });
    return found;
}

bool byte_set::all(unsigned first, unsigned count) const {
    if (state_ != state::some)
        return full();
    bool every = true;
    each_word(first, count,
              [&](unsigned w, std::uint64_t mask) { every &= ((*bits_)[w] & mask) == mask; });
    return every;
}

void byte_set::add(const byte_set& other) {
    if (full() || other.empty())
        return;
    if (other.full()) {
        state_ = state::all;
        bits_.reset();
        return;
    }
    words& b = bits();
    for (unsigned w = 0; w < words_per_page; ++w)
        b[w] |= (*other.bits_)[w];
    tidy();
}

void byte_set::remove(const byte_set& other) {
    if (empty() || other.empty())
        return;
    if (other.full()) {
        state_ = state::none;
        bits_.reset();
        return;
    }
    words& b = bits();
    // In parts that stay in registers, for the compiler to take several words at once.
    constexpr unsigned part = 8;
    for (unsigned from = 0; from < words_per_page; from += part) {
        std::array<std::uint64_t, part> left;
        for (unsigned w = 0; w < part; ++w)
            left[w] = b[from + w] & ~(*other.bits_)[from + w];
        for (unsigned w = 0; w < part; ++w)
            b[from + w] = left[w];
    }
    tidy();
}

void byte_set::keep(const byte_set& other) {
    if (empty() || other.full())
        return;
    if (other.empty()) {
        state_ = state::none;
        bits_.reset();
        return;
    }
    words& b = bits();
    for (unsigned w = 0; w < words_per_page; ++w)
        b[w] &= (*other.bits_)[w];
    tidy();
}

void byte_set::add_within(const byte_set& other, unsigned first, unsigned count) {
    if (other.empty())
        return;
    if (other.full())
        return add(first, count);
    words& b = bits();
    each_word(first, count,
              [&](unsigned w, std::uint64_t mask) { b[w] |= (*other.bits_)[w] & mask; });
    tidy();
}

bool byte_set::intersects(const byte_set& other) const {
    if (empty() || other.empty())
        return false;
    if (full() || other.full())
        return true;
    for (unsigned w = 0; w < words_per_page; ++w) {
        if (((*bits_)[w] & (*other.bits_)[w]) != 0)
            return true;
    }
    return false;
}

unsigned byte_set::size() const {
    if (state_ != state::some)
        return full() ? page_size : 0;
    unsigned n = 0;
    for (const std::uint64_t w : *bits_) {
        // Without an instruction for it, counting is a call; most words need none.
        if (w != 0)
            n += w == ~0ull ? 64 : static_cast<unsigned>(std::popcount(w));
    }
    return n;
}

}  // namespace simcuda
