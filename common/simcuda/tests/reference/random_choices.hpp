#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "common/simcuda/tests/reference/program.hpp"

namespace simcuda::reference {

/// What an author of random programs chooses from: what there is so far, of which each host may
/// use its part. The same for the same seed, everywhere.
class random_choices {
public:
    explicit random_choices(std::uint32_t seed) : random_(seed) {}

protected:
    // The standard's distributions differ from library to library.
    unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
    bool one_in(unsigned n) { return below(n) == 0; }
    template <class T>
    const T& any(const std::vector<T>& of) {
        return of[below(static_cast<unsigned>(of.size()))];
    }

    /// What a host may use.
    struct things {
        std::vector<int> streams, events, buffers;
    };
    things& mine() { return of_host_[static_cast<std::size_t>(host_)]; }
    [[nodiscard]] std::size_t hosts() const { return of_host_.size(); }
    /// They know what was made so far; nobody ends what others may be using.
    void begin_other_hosts(int number);
    /// One of the host's own, or of all while there is one host; no longer in the list then. -1:
    /// there is none.
    int take_any(std::vector<int>& of, std::size_t shared);

    [[nodiscard]] memory memory_of(int b) const {
        return p_.buffers[static_cast<std::size_t>(b)].where;
    }
    /// Often the same few places, often across the border of a page.
    piece any_piece(int b);
    /// A buffer that such code may touch, or -1.
    template <class Allowed>
    int buffer_where(Allowed allowed) {
        std::vector<int> fitting;
        for (const int b : mine().buffers) {
            if (allowed(memory_of(b)))
                fitting.push_back(b);
        }
        return fitting.empty() ? -1 : any(fitting);
    }
    template <class Allowed>
    std::vector<touch> any_touches(unsigned most, Allowed allowed, bool atomics) {
        std::vector<touch> result;
        for (unsigned n = 1 + below(most); n > 0; --n) {
            const int b = buffer_where(allowed);
            if (b < 0)
                return result;
            const unsigned how = below(atomics ? 7 : 6);
            result.push_back({how < 3   ? use::read
                              : how < 6 ? use::write
                                        : use::update,
                              any_piece(b)});
        }
        return result;
    }

    std::mt19937 random_;
    program p_;
    int host_ = 0;
    std::size_t shared_streams_ = 0, shared_events_ = 0, shared_buffers_ = 0;

private:
    std::vector<things> of_host_{1};
};

}  // namespace simcuda::reference
