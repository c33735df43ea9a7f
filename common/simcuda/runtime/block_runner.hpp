#pragma once

#include <vector_types.h>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/simcuda/runtime/fiber.hpp"
#include "common/simcuda/runtime/memory_map.hpp"
#include "common/simcuda/runtime/warp.hpp"

namespace simcuda {

/// A thread that waits for others, and the function in which it does.
struct waiting_thread {
    uint3 index{};
    unsigned number = 0;  ///< in the block, x running fastest: 32 in a row are a warp
    meeting in = meeting::block;
    unsigned mask = 0;  ///< lanes that it waits for; of no meaning for the block's barrier
    const void* pc = nullptr;
};

/// Runs the threads of one block, one after another on one call stack. A thread that has to wait
/// for others keeps its stack, and another stack goes on: with a thread that may run again, in the
/// order in which they were let go, or else with the next one that has not begun. A kernel in which
/// nobody waits thus costs one switch of stacks a block.
class block_runner {
public:
    static block_runner& of_this_thread();

    block_runner();
    ~block_runner();
    block_runner(const block_runner&) = delete;
    block_runner& operator=(const block_runner&) = delete;

    enum class outcome : std::uint8_t {
        finished,
        abandoned,
        stuck,  ///< some wait for others that wait, too
    };
    [[nodiscard]] outcome run(dim3 extent, void (*thread)(const void*), const void* body);

    // From a kernel thread. `pc` is where the program calls.

    /// Waits for all threads of the block that have not returned; the sum of what they brought.
    [[nodiscard]] int wait_in_barrier(int brought, const void* pc);
    /// Waits until all lanes that `mask` names and that have not returned call the same function
    /// with the same mask. The caller's lane must be one of them. For `active_mask`, `mask` is a
    /// line of the program: the lanes are those that wait there when nothing else can go on.
    [[nodiscard]] std::uint64_t meet(meeting function, unsigned mask, const lane_call& brought,
                                     const void* pc);
    /// The block ends here. Does not return.
    [[noreturn]] void abandon();

    /// The calling thread's number in its warp.
    [[nodiscard]] unsigned lane() const;
    void choose(absent_lane value) { absent_ = value; }

    /// Of a stuck block: a thread that waits in a function of its warp, and one of those that its
    /// mask names, which waits elsewhere.
    struct standstill {
        waiting_thread waits, missing;
    };
    [[nodiscard]] standstill why_stuck() const;

    /// The calling thread looks at its clock, which takes some cycles. Readings with nothing
    /// between them are a loop that waits: they take more and more, so that the loop ends soon,
    /// and by at most a small part of its time too late. `did_something`: since the last reading.
    void read_clock(bool did_something);
    /// The calling thread's virtual cycles, and the largest of the last block's.
    void add_cycles(std::uint64_t n) { thread_cycles_ += n; }
    [[nodiscard]] std::uint64_t thread_cycles() const { return thread_cycles_; }
    [[nodiscard]] std::uint64_t cycles() const { return block_cycles_; }

    /// Where a kernel's parameters are put: memory that its threads may read.
    [[nodiscard]] void* parameters() const;
    static constexpr std::size_t most_parameter_bytes = 32764;

    [[nodiscard]] bool owns_stack(address a) const { return a - stacks_ < stacks_size_; }

private:
    struct thread_fiber;
    /// First in, first out, linked through the fibers themselves.
    struct queue {
        thread_fiber *first = nullptr, *last = nullptr;
        void push(thread_fiber& f);
        thread_fiber& pop();
        void append(queue& other);
    };
    struct warp {
        unsigned live = 0;     ///< lanes that have not returned
        unsigned waiting = 0;  ///< lanes that wait in a function of the warp
        std::array<thread_fiber*, warp_lanes> lanes{};
    };

    static void run_threads(void* self);
    void begin(dim3 extent);
    void run_next_thread(thread_fiber& self);
    void thread_has_ended(thread_fiber& self);
    void forget_threads();
    thread_fiber& take_fiber();
    [[nodiscard]] bool next_has_not_begun() const;
    [[nodiscard]] thread_fiber* next();
    void wait_here(thread_fiber& self);
    void leave(thread_fiber& self);
    void open_barrier();
    [[nodiscard]] static unsigned all_have_come(const warp& w, const waiting_thread& caller);
    void settle_meeting(warp& w, unsigned present, meeting function);
    void settle_what_is_complete(warp& w);
    void let_active_go();

    address stacks_ = 0;
    std::uint64_t stacks_size_ = 0;
    std::vector<std::unique_ptr<thread_fiber>> fibers_;
    std::vector<thread_fiber*> idle_;
    thread_fiber* active_ = nullptr;
    fiber main_;
    absent_lane absent_ = absent_lane::gives_garbage;

    dim3 extent_;
    void (*thread_)(const void*) = nullptr;
    const void* body_ = nullptr;
    uint3 next_index_{};
    unsigned next_ = 0, count_ = 0, live_ = 0;
    bool abandoned_ = false;

    queue ready_, in_barrier_;
    unsigned arrived_ = 0;
    int brought_ = 0, sum_ = 0;
    std::uint64_t arrived_cycles_ = 0, barrier_cycles_ = 0;
    std::array<warp, warp_lanes> warps_{};  // of at most 1024 threads
    unsigned asking_ = 0;                   // threads that wait in active_mask

    std::uint64_t thread_cycles_ = 0, block_cycles_ = 0;
    std::uint64_t waited_cycles_ = 0;  // in readings of the clock with nothing between them
};

}  // namespace simcuda
