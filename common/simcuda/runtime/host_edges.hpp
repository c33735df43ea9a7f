#pragma once

#include <optional>

#include "common/simcuda/runtime/turns.hpp"

/// What the interposed functions and the atomic operations of the program tell the device: where
/// its threads may change places, and where one lets another go on.
namespace simcuda {

/// Is there anything to tell? Not with one thread, and not inside the runtime.
[[nodiscard]] bool threads_are_seen();

/// A point where threads may change places: files what this thread has done, adds what the
/// operation costs, and waits for the thread's turn.
void meet(nanoseconds cost);
/// What this thread has done so far comes before whoever meets `where` from now on.
void leave_at(const void* where);

/// Which hand-overs count. A counter that a host function has changed (a shared_ptr's) is no sign
/// that anybody has waited for the function, so it makes nobody later.
enum class encounter : std::uint8_t { waited_for, by_the_way };
void take_from(const void* where, encounter how = encounter::waited_for);

/// Lets the others run until one of them wakes `where`; see turns::block.
woken wait_at(const void* where, std::optional<nanoseconds> deadline = {});
void wake_first_at(const void* where);
void wake_all_at(const void* where);

/// From here to the end of the scope this thread waits for something that nobody sees.
class out_of_sight {
public:
    out_of_sight();
    ~out_of_sight();
    out_of_sight(const out_of_sight&) = delete;
    out_of_sight& operator=(const out_of_sight&) = delete;
};

/// An atomic or volatile variable was read and had this value. The same few values over and over
/// again, and nothing done meanwhile, mean that the thread waits for another one.
void polled(const volatile void* where, std::uint64_t value);

/// A lock's or an atomic variable's own time, as long as nobody disputes it.
inline constexpr nanoseconds cost_of_meeting{25};

}  // namespace simcuda
