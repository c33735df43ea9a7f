#pragma once

#include <vector>

#include "common/simcuda/tests/reference/order.hpp"
#include "common/simcuda/tests/reference/outcome.hpp"

namespace simcuda::reference {

/// Who touches what, and which bytes have a value. Bytes are given their values in the order of
/// issue, whatever the order in time: so it is done, and so a program's faults do not depend on
/// the clock.
class memory_model {
public:
    explicit memory_model(const program& p);

    /// One side of an operation: all that it does at one place in the order.
    struct party {
        int step = 0;
        int place = 0;                  ///< in the order
        bool leaves_to_driver = false;  ///< a blocking copy: freeing what it uses is in order
        struct bytes {
            byte_ranges reads, writes, updates;
            [[nodiscard]] byte_ranges changes() const { return writes | updates; }
            [[nodiscard]] byte_ranges all() const { return changes() | reads; }
        };
        std::vector<bytes> of;  ///< by buffer
        int begins = -1;        ///< the buffer that is allocated here, in the order of a stream
    };

    /// Starts a party; `touch` adds to the newest one.
    void enter(int step, int place, bool leaves_to_driver = false);
    /// The newest party allocates the buffer: whoever does not come after it must not use it.
    void begin_life(int buffer);
    [[nodiscard]] bool is_stream_ordered(int buffer) const;
    /// An access: reading a byte without a value is a mistake.
    void touch(const reference::touch& t, expected& out);
    /// A copy's two sides take along what has no value.
    void carry(const piece& to, const piece& from);
    void read_source(const piece& from);

    /// Host memory of the program's own: what has not met a copy is nobody's business.
    void watch(const piece& w);
    [[nodiscard]] byte_ranges watched_of(const piece& w) const;

    /// Bytes that the newest party touches: each one read and each one written counts.
    struct traffic {
        unsigned device = 0, host_reads = 0, host_writes = 0;
    };
    [[nodiscard]] traffic traffic_of_newest() const;

    /// A step frees a buffer at a place in the order.
    void note_free(int step, int buffer, int place);
    void judge(const order& o, expected& out) const;

private:
    struct freeing {
        int step, buffer, place;
        std::size_t parties;  // how many there were
    };
    void judge_races(const order& o, expected& out) const;
    void judge_free(const order& o, const freeing& f, expected& out) const;
    [[nodiscard]] party::bytes& newest(int buffer);
    [[nodiscard]] byte_ranges superseded_reads(const order& o, const party& x, const party* end,
                                               int buffer) const;
    [[nodiscard]] byte_ranges superseded_writes(const order& o, const party& x, const party* end,
                                                int buffer) const;

    const program& p_;
    std::vector<party> parties_;
    std::vector<freeing> frees_;
    std::vector<byte_ranges> valued_, watched_;  // by buffer
};

}  // namespace simcuda::reference
