#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/simcuda/runtime/access_log.hpp"

namespace simcuda {

class device;

/// Who is running the instrumented code.
enum class accessor_kind : std::uint8_t { host, host_function, kernel };

/// Where instrumented code's loads and stores arrive. The usual one, to a page met before and with
/// nothing to check, costs a table look-up and one bit; all others go through `slow`.
class accessor {
public:
    accessor(device& owner, accessor_kind kind, memory_map& memory, access_observer& observer);

    void begin(stamp who, site where, const vector_clock* known);
    /// Kernels: the device whose threads these are, from here on.
    void runs_on(unsigned device) { device_ = device; }
    access_log::traffic close(host_cache* written = nullptr);
    /// Files what has been noted so far and goes on: memory is about to disappear.
    access_log::traffic settle();
    [[nodiscard]] bool is_open() const { return open_; }

    template <std::uint64_t Size>
    void read(const void* p, const void* pc) {
        const auto a = reinterpret_cast<address>(p);
        slot& s = slot_of(a);
        if (s.readable != a >> page_shift || (a & (Size - 1)) != 0) [[unlikely]] {
            return slow(a, Size, access::read, pc);
        }
        touched_ |= s.is_memory;
        s.reads[(a & (page_size - 1)) / 64] |= mask<Size>() << (a & 63);
    }
    template <std::uint64_t Size>
    void write(const void* p, const void* pc) {
        const auto a = reinterpret_cast<address>(p);
        slot& s = slot_of(a);
        if (s.writable != a >> page_shift || (a & (Size - 1)) != 0) [[unlikely]] {
            return slow(a, Size, access::write, pc);
        }
        touched_ |= s.is_memory;
        s.writes[(a & (page_size - 1)) / 64] |= mask<Size>() << (a & 63);
    }
    void range(const void* p, std::uint64_t size, access how, const void* pc);

    /// Has memory been accessed since the last call of this? A stack and the like are none.
    [[nodiscard]] bool has_touched() { return std::exchange(touched_, false); }

    [[nodiscard]] site where() const { return where_; }
    [[nodiscard]] stamp who() const { return who_; }
    [[nodiscard]] const vector_clock* known() const { return known_; }
    [[nodiscard]] accessor_kind kind() const { return kind_; }

private:
    struct slot {
        address readable = ~address{0}, writable = ~address{0};  // page numbers
        std::uint64_t* reads = nullptr;
        std::uint64_t* writes = nullptr;
        access_log::page_entry* page = nullptr;
        bool is_memory = false;  ///< whose order matters
        bool is_used = false;
    };
    static constexpr std::size_t slots = 256;

    template <std::uint64_t Size>
    static constexpr std::uint64_t mask() {
        return Size == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << Size) - 1;
    }
    slot& slot_of(address a) { return slots_[(a >> page_shift) % slots]; }
    void use_anew(slot& s);
    [[nodiscard]] bool is_out_of_reach(address a) const;
    void slow(address a, std::uint64_t size, access how, const void* pc);
    void by_pages(address a, std::uint64_t size, access how, const void* pc);
    void within_page(address a, std::uint64_t size, access how, const void* pc);
    [[nodiscard]] bool is_of_interest(const access_log::page_entry& page, address a,
                                      std::uint64_t size, access how, const void* pc);
    [[nodiscard]] bool reaches_pageable(address a) const;
    void untracked(slot& s, address a, std::uint64_t size, access how, const void* pc);
    void wrong(const char* id, address a, std::uint64_t size, access how, const void* pc);

    device& owner_;
    accessor_kind kind_;
    access_log log_;
    bool open_ = false, touched_ = false;
    stamp who_;
    site where_;
    const vector_clock* known_ = nullptr;
    unsigned device_ = 0;
    byte_set::words ignored_{};  // where accesses to memory of no interest are noted
    std::array<slot, slots> slots_;
    std::vector<slot*> used_;  // those of the slots that are not as they were made
};

namespace detail {
/// Null until the thread's first use. Visible here for the sake of a few nanoseconds: every load
/// and store of the learner's code looks at it.
extern constinit thread_local accessor* current;
[[nodiscard]] accessor& first_accessor_of_thread();
}  // namespace detail

/// The accessor of the code that runs on this thread now.
[[nodiscard]] inline accessor& current_accessor() {
    accessor* a = detail::current;
    return a != nullptr ? *a : detail::first_accessor_of_thread();
}
/// The next use asks the device again (after a reset).
void forget_current_accessor();
/// Makes `a` current until the end of the scope.
class current_accessor_scope {
public:
    explicit current_accessor_scope(accessor& a);
    ~current_accessor_scope();
    current_accessor_scope(const current_accessor_scope&) = delete;
    current_accessor_scope& operator=(const current_accessor_scope&) = delete;

private:
    accessor* before_;
};

}  // namespace simcuda
