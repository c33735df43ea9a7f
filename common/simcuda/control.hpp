#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/timeline/operation.hpp"

/// How a checker looks into the simulated device that it is linked with. A learner's program never
/// includes this. All functions may be called from any host thread.
namespace simcuda::control {

/// One mistake, told once however often it happened.
struct defect {
    std::string id;       ///< a diagnosis id of the course, e.g. "race-host-reads-early"
    std::string message;  ///< English, complete: what, where, the missing edge
    std::vector<timeline::source_place> where;  ///< the two sides, the earlier issued first
    std::uint64_t count = 1;
    std::string docs;  ///< the page to read; empty: none
};

/// The host's virtual clock.
[[nodiscard]] timeline::nanoseconds now();

/// The host computes for this long in virtual time (what a checker's own, uninstrumented code did).
void host_works_for(timeline::nanoseconds duration);

/// Declares accesses of uninstrumented code, so that races with them are found: `bytes` at `p`. A
/// report names the code as `who`; empty: as "the host".
void host_reads(const void* p, timeline::bytes size, std::string_view who = {});
void host_writes(void* p, timeline::bytes size, std::string_view who = {});
/// The same, but the writing takes `duration` and not what touching that many bytes does.
void host_writes_for(void* p, timeline::bytes size, timeline::nanoseconds duration,
                     std::string_view who = {});

/// What reports call this memory: a program's own word for memory that uninstrumented code made. An
/// empty name takes it back, as resetting the device does. Until then the memory is that program's:
/// who frees it is told so, and it stays.
void name_memory(const void* p, timeline::bytes size, std::string_view name);

/// Starts a recording; operations issued from here on are kept until `take_recording`.
void start_recording();
/// Waits (in virtual time, without ordering anything) for all work, then hands out what was kept.
[[nodiscard]] timeline::recording take_recording();

/// Defects found since the last call.
[[nodiscard]] std::vector<defect> take_defects();

/// What is allocated and in existence now, and the highest it has been since `reset_peaks`.
struct usage {
    timeline::bytes device_live, device_peak, pinned_live, pinned_peak;
    std::uint64_t device_allocations = 0, pinned_allocations = 0, registrations = 0;
    std::uint64_t streams = 0, events = 0;
    /// What is made from then on has these numbers or higher ones.
    std::uint64_t next_memory = 0, next_stream = 0, next_event = 0;
};
[[nodiscard]] usage memory_usage();
void reset_peaks();

/// Something that exists, and the call that has made it.
struct held_thing {
    enum class kind : std::uint8_t { device_buffer, pinned_buffer, registration, stream, event };
    kind what = kind::device_buffer;
    timeline::source_place where;
};
/// What was made after `then` and still exists, kind by kind, in the order in which it was made.
[[nodiscard]] std::vector<held_thing> held_since(const usage& then);

/// Device work that the host has issued and not waited for, newest operation of each stream.
[[nodiscard]] std::vector<timeline::operation> pending_work();

/// Makes the `nth` (from 1) coming call of the runtime function `api` fail with `error` (a
/// cudaError value) without doing anything. Kernel launches are called "launch".
void fail_call(std::string_view api, int nth, int error);
/// How often `api` was called since `fail_call` or `clear_failures`; and forgets all set failures.
[[nodiscard]] int calls_of(std::string_view api);
/// Has the calling thread met such a failure since then?
[[nodiscard]] bool failure_struck_here();
void clear_failures();

/// A runtime call that returned an error. Kernel launches are called "launch".
struct failed_call {
    std::string api;
    int error = 0;  ///< a cudaError value
    timeline::source_place where;
    /// Why it was refused, the change to try and the page to read; empty where the error says it
    /// all, as for one that was planned.
    std::string why = {}, fix = {}, docs = {};
};
/// The first few calls that failed since the last call of this function.
[[nodiscard]] std::vector<failed_call> take_failed_calls();

/// Switches to another machine profile. Only while no work is pending. Throws
/// std::invalid_argument, naming the known ones.
void use_profile(std::string_view name);
[[nodiscard]] std::vector<std::string> profile_names();
/// Puts another device before this one, until the next `use_profile`: number 0 answers questions
/// about itself as such a machine does; number 1, the machine at hand, is current. All is forgotten
/// as by `reset_device`.
void put_before(std::string_view name);

/// The next runtime call is taken for the first of a program: it creates the context, and the first
/// launch of each kernel from here on loads its code. Both take the host the profile's [first_use]
/// times. Without it, and after reset_device, both count as done already.
void start_cold();

/// From here on, until the device is reset, the nth copy, kernel and so on of its kind takes
/// `factors[n % size]` times as long as it would: a GPU's runs are never all alike.
void vary_work(const std::vector<double>& factors);

/// Frees and forgets everything, clock included: the next call meets a fresh device.
void reset_device();

}  // namespace simcuda::control
