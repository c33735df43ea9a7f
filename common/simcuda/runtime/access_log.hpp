#pragma once

#include <deque>
#include <vector>

#include "common/simcuda/runtime/host_cache.hpp"
#include "common/simcuda/runtime/memory_map.hpp"

namespace simcuda {

enum class access : std::uint8_t { read, write, atomic };

/// One side of a found mistake: which operation, doing what, from where.
struct access_side {
    stamp who;
    site where;
    access how = access::read;
    const void* pc = nullptr;  ///< of the access itself; null where only the operation is known
};

/// The bytes of one page in which two operations meet; never empty.
struct clash {
    address page = 0;
    byte_set::words bytes{};

    [[nodiscard]] bool holds(unsigned byte) const {
        return (bytes[byte / 64] >> byte % 64 & 1) != 0;
    }
    [[nodiscard]] address first() const;
    [[nodiscard]] std::uint64_t count() const;
};

/// Is told of every access that breaks a rule.
class access_observer {
public:
    virtual ~access_observer() = default;
    /// `earlier` was issued first and nothing orders the two. `known` is what `later` comes after.
    virtual void on_race(const access_side& earlier, const access_side& later,
                         const vector_clock& known, const clash& where) = 0;
    /// Host code at `pc` is about to break a rule: who called it can be seen only now.
    virtual void before_mistake(const void* pc) { static_cast<void>(pc); }
    virtual void on_uninitialised_read(const access_side& reader, address first,
                                       std::uint64_t count) = 0;
};

/// Does the simulator choose the worst outcome that the rules allow for racing data?
enum class poison : std::uint8_t { off, on };

/// Reading a byte that was never written: a mistake of a kernel or of the host, but a copy may well
/// carry such bytes along; whoever uses them then is told.
enum class missing_value : std::uint8_t { is_a_mistake, is_copied };

/// Collects what one operation (or the host, between two calls) reads and writes, and checks each
/// new access against every earlier one that is not known to have happened before.
class access_log {
public:
    access_log(memory_map& memory, access_observer& observer, poison worst_outcome,
               toucher who = toucher::copy)
        : memory_(memory), observer_(observer), poison_(worst_outcome), toucher_(who) {}

    /// Starts the log of operation `who`, which comes after everything in `known`. Both must stay
    /// valid until `close`.
    void begin(stamp who, site where, const vector_clock* known,
               missing_value missing = missing_value::is_a_mistake);

    /// This operation's view of one page. Null when the page is not tracked.
    struct page_entry {
        address base = 0;
        address begin = 0, end = 0;  ///< the part of the page that belongs to live memory
        shadow_page* shadow = nullptr;
        access_record* mine = nullptr;
        const byte_set* tracked = nullptr;       // null: the whole page
        const byte_set* out_of_reach = nullptr;  // of the host; null: nothing
        allocation* block = nullptr;  // at the first address that was met; null: ordinary memory
        bool in_arena = false;
        bool device_side = false;
        struct rival {
            access_record* record = nullptr;
            stamp who;  ///< the record's, which another log may have given back since
            access earlier = access::read, later = access::read;  // of the first clash
            const void* pc = nullptr;
            bool clashed = false;
        };
        std::vector<rival> unordered;
        byte_set racing_writes;
        byte_set valueless;  ///< those of my writes that a copy made of bytes without a value

        [[nodiscard]] bool holds(address a, std::uint64_t n) const {
            return a >= begin && a + n <= end;
        }
        /// May accesses of this kind skip the checks?
        [[nodiscard]] bool reads_are_plain(toucher who) const;
        [[nodiscard]] bool writes_are_plain(toucher who) const;
    };
    [[nodiscard]] page_entry* open(address a);

    /// Checks and notes one access within a page.
    void note(page_entry& page, unsigned first, unsigned count, access how, const void* pc);
    /// The same for a range over any number of pages; untracked ones are skipped.
    void note_range(address base, std::uint64_t size, access how, const void* pc);
    /// Copies the "has a value" marks, as a copy does with the bytes themselves.
    void propagate_written(address to, memory_map& source, address from, std::uint64_t size);

    /// First touches: each byte read counts once and each byte written counts once.
    struct traffic {
        std::uint64_t device = 0, host = 0;
        std::uint64_t link_reads = 0, link_writes = 0;  ///< of the host's memory, as a kernel's
        std::uint64_t combined_reads = 0;               ///< of write-combined memory
        migration pages;                                ///< of managed memory
    };
    /// `written`, if given, is told which of the host's memory was written.
    traffic close(host_cache* written = nullptr);

private:
    void check_order(page_entry& page, unsigned first, unsigned count, access how, const void* pc);
    void check_value(page_entry& page, unsigned first, unsigned count, const void* pc);
    void count(const page_entry& page, traffic& sum) const;
    [[nodiscard]] static bool is_combined(const page_entry& page);
    static void remember(const page_entry& page, host_cache& written);
    [[nodiscard]] bool is_far(const page_entry& page, traffic& sum) const;
    void overwrite(const page_entry& page, const byte_set& which, unsigned first,
                   unsigned count) const;
    void tell_caller(const void* pc) const;
    void supersede(page_entry& page) const;
    void tell_races(const page_entry& page) const;

    memory_map& memory_;
    access_observer& observer_;
    poison poison_;
    toucher toucher_;
    stamp who_;
    site where_;
    const vector_clock* known_ = nullptr;
    missing_value missing_ = missing_value::is_a_mistake;
    std::deque<page_entry> pages_;  // the first `used_` of them; the others are at hand
    std::size_t used_ = 0;
};

}  // namespace simcuda
