#pragma once

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>

#include "common/simcuda/runtime/profile.hpp"
#include "common/simcuda/runtime/thread_watch.hpp"

namespace simcuda {

/// While one exists, what this thread does is the runtime's own business: its locks and waits are
/// no edges of the program.
class own_business {
public:
    own_business() { ++depth_; }
    ~own_business() { --depth_; }
    own_business(const own_business&) = delete;
    own_business& operator=(const own_business&) = delete;
    [[nodiscard]] static bool here() { return depth_ > 0; }
    /// All that this thread still does.
    static void from_here_on() { ++depth_; }

private:
    static inline constinit thread_local int depth_ = 0;
};

/// Where a host thread stands.
enum class taking_part : std::uint8_t {
    running,  ///< it has the turn
    ready,    ///< it wants the turn
    blocked,  ///< until another wakes it, or its deadline
    away,     ///< it waits for something unseen, or computes for long: nobody waits for it
    ended
};

/// Why a blocked thread goes on.
enum class woken : std::uint8_t { by_another, by_deadline, by_patience };

/// Will anybody join the thread?
enum class handling : std::uint8_t { joinable, detached };

/// A thread of the program with its virtual clock.
struct host_thread {
    explicit host_thread(std::uint64_t which) : number(which) {}

    const std::uint64_t number;  ///< in the order of creation
    nanoseconds now{0};
    unsigned device = 0;      ///< the current one (cudaSetDevice)
    bool has_waited = false;  ///< for the device, and has given it nothing since

    // The rest is for `turns`.
    handling handled = handling::joinable;
    std::optional<pthread_t> handle;
    taking_part state = taking_part::ready;
    bool only_lets_device_run = false;  ///< ready, but will issue nothing yet
    const void* waits_for = nullptr;    ///< blocked: whoever wakes it names the same
    std::optional<nanoseconds> deadline;
    woken why = woken::by_another;
    std::uint64_t blocked_as = 0;           ///< the order of arrival
    const void* tell_when_stuck = nullptr;  ///< woken when this thread blocks or goes away
    std::atomic<bool> in_call = false;      ///< within the runtime, which takes as long as it takes
    thread_watch watch;
    std::chrono::milliseconds work_before{0};
    std::optional<std::chrono::steady_clock::time_point> asleep_since;
    bool is_waking = false;  ///< it has been given the turn, but does not know yet
    std::condition_variable turn;
};

/// Host threads run one at a time, and at each point where one could meet another (a call of the
/// runtime, a lock, an atomic store) the one with the earliest virtual clock goes on. So the
/// device hears of all work in the order of virtual time, and a program has the same times and the
/// same report on every run, whatever the operating system does.
///
/// A thread that waits for something unseen (a pipe, another process) or that computes for very
/// long is waited for with some patience only; from then on it is `away`, and runs beside the
/// others until its next point.
class turns {
public:
    turns();

    /// Has there ever been more than one thread? Until then everything here is free.
    [[nodiscard]] static bool are_taken() { return taken_; }
    /// The calling thread. The first one to ask is the first; one that nobody has announced is
    /// away at first.
    [[nodiscard]] host_thread& mine();

    /// Announces a thread that is about to be created: it is ready from here on.
    [[nodiscard]] host_thread& add(nanoseconds now, handling how = handling::detached);
    void name(host_thread& t, pthread_t handle);
    /// Null: not one of ours, or detached.
    [[nodiscard]] host_thread* find(pthread_t handle);
    void detach(pthread_t handle);
    /// In that thread: waits for its first turn.
    void begin(host_thread& me);
    void end(host_thread& me);
    /// An ended thread that nobody will ask for any more.
    void forget(host_thread& t);

    /// Waits until no other thread is earlier.
    void take(host_thread& me);
    [[nodiscard]] bool is_next(const host_thread& me) const;
    /// The earliest of the other threads that may issue something.
    [[nodiscard]] nanoseconds horizon(const host_thread& me) const;
    /// `me` waits for the device, which has nothing to do before `until`: those who come earlier
    /// go first.
    void let_others_go_first(host_thread& me, nanoseconds until);
    /// What `me` waits for has happened, at `when`, while another thread let the device run.
    void device_is_done(host_thread& me, nanoseconds when);
    /// `me` sees nothing change until another does something: the time until then has passed for
    /// it, too. With nobody there to do so, a little real time.
    void skip_ahead(host_thread& me);

    /// Gives the turn away until `wake` names the same, or until the deadline. By patience: nobody
    /// else could run for a while, so what `me` waits for may have happened unseen.
    woken block(host_thread& me, const void* on, std::optional<nanoseconds> deadline = {});
    void wake_all(const void* on, nanoseconds at);
    void wake_first(const void* on, nanoseconds at);
    [[nodiscard]] bool is_stuck(const host_thread& t) const;
    [[nodiscard]] bool has_ended(const host_thread& t) const;
    /// `me` is about to wait for something unseen; it comes back with its next `take`.
    void leave(host_thread& me);

    /// All clocks start anew.
    void restart();

private:
    using lock = std::unique_lock<std::mutex>;
    [[nodiscard]] host_thread* named(pthread_t handle);
    void erase(const host_thread& t);
    [[nodiscard]] static bool may_run(const host_thread& t);
    [[nodiscard]] static nanoseconds time_of(const host_thread& t);
    [[nodiscard]] static bool is_before(const host_thread& a, const host_thread& b);
    [[nodiscard]] bool another_is_before(const host_thread& me) const;
    void give_up(host_thread& me, taking_part state);
    void hand_on();
    void run(host_thread& t);
    void wait_for_turn(host_thread& me, lock& held);
    void look_around();
    void look_after_runner();
    void wake(host_thread& t, nanoseconds at);
    void tell_stuck(const host_thread& t);

    static inline constinit std::atomic<bool> taken_ = false;
    mutable std::mutex mutex_;
    std::list<host_thread> threads_;
    host_thread* running_ = nullptr;
    std::optional<std::chrono::steady_clock::time_point> idle_since_;
    std::uint64_t arrivals_ = 0, created_ = 0;
};

}  // namespace simcuda
