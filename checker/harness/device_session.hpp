#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "checker/messages/words.hpp"
#include "common/timeline/operation.hpp"

namespace checker {

using timeline::bytes;
using timeline::nanoseconds;

/// A mistake that the device itself has seen.
struct device_defect {
    std::string id;
    std::string message;
    std::vector<timeline::source_place> where;
};

/// A runtime call that returned an error.
struct failed_call {
    std::string api;  ///< "launch" for a kernel launch
    cudaError_t error = cudaSuccess;
    timeline::source_place where;
    /// Why it was refused, what to change and what to read, in the reader's language; empty where a
    /// device cannot tell.
    std::string why = {}, fix = {}, docs = {};
};

/// What a program holds of the device's and the driver's.
struct holdings {
    bytes device, pinned;  ///< allocated now
    bytes device_peak;     ///< most at once since reset_peaks
    bytes pinned_peak;
    std::uint64_t device_buffers = 0;
    std::uint64_t pinned_buffers = 0;
    std::uint64_t registrations = 0;
    std::uint64_t streams = 0;
    std::uint64_t events = 0;
    /// Where the device numbers what is made: the numbers that come next.
    std::uint64_t next_memory = 0, next_stream = 0, next_event = 0;
};

/// Something of it that exists, and the call that has made it.
struct held_thing {
    std::uint64_t holdings::*kind = nullptr;  ///< the count that it is in
    timeline::source_place where;
};

using call_counts = std::map<std::string, int, std::less<>>;  ///< by function

/// There is no such device here, or it does not work: the words say why.
class no_device : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What ran cannot be told: the device's records are incomplete. Nobody's fault; run again.
class recording_lost : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The device that a lab is checked on, as the checkers see it. What labs and rules need beyond the
/// CUDA runtime goes through here, so that they hold on every kind of device.
class device_session {
public:
    virtual ~device_session() = default;

    /// "sim" or "gpu", as a verdict says it.
    [[nodiscard]] virtual std::string_view kind() const = 0;
    /// How often a measurement is to be repeated: once where time has no noise.
    [[nodiscard]] virtual int repetitions() const = 0;
    /// How many copies can run beside a kernel: 0, 1, or 2 for both directions at once.
    [[nodiscard]] virtual int copy_engines() const = 0;
    /// Do copies run beside kernels here at all?
    [[nodiscard]] bool can_overlap() const { return copy_engines() > 0; }
    /// Why overlap cannot be shown here; empty where it can.
    [[nodiscard]] virtual words why_no_overlap() const {
        return can_overlap() ? words() : phrase("This device cannot copy while a kernel runs.");
    }
    /// What a reader of this device's figures has to know; empty: nothing.
    [[nodiscard]] virtual words remark() const { return {}; }

    /// The machines that this device can stand for, first the one that was asked for. A real device
    /// only stands for itself.
    [[nodiscard]] virtual std::vector<std::string> machines() const = 0;
    /// Becomes one of them, and starts afresh.
    virtual void become(const std::string& machine) = 0;
    /// Puts another device before the one at hand, until it becomes something else: number 0
    /// answers questions about itself as such a machine does, and the one at hand, number 1, is
    /// current. False where a device cannot.
    [[nodiscard]] virtual bool stand_behind(const std::string& machine) {
        static_cast<void>(machine);
        return false;
    }

    /// Forgets all that programs left on the device, errors included. Nothing allocated before may
    /// be used afterwards.
    virtual void start_afresh() = 0;
    /// Lets the next call of the learner's be the first of a program: it creates the context, and
    /// the first launch of each kernel loads its code. Where a device cannot, nothing happens.
    virtual void start_cold() = 0;
    /// From now on, until it starts afresh, the nth operation of each kind takes
    /// `factors[n % size]` times as long as it would. False where a device cannot.
    [[nodiscard]] virtual bool vary_work(const std::vector<double>& factors) {
        static_cast<void>(factors);
        return false;
    }

    [[nodiscard]] virtual nanoseconds now() const = 0;
    /// Until it watches again, nothing can be recorded and recording costs nothing. See
    /// `unwatched`.
    virtual void stop_watching() {}
    virtual void watch_again() {}
    virtual void start_recording() = 0;
    /// Waits until all work is done and hands out what was recorded.
    [[nodiscard]] virtual timeline::recording take_recording() = 0;

    /// Defects since the last call. Empty where a device cannot see them.
    [[nodiscard]] virtual std::vector<device_defect> take_defects() = 0;
    /// Calls that failed since the last call; empty where a device cannot tell.
    [[nodiscard]] virtual std::vector<failed_call> take_failed_calls() = 0;
    /// Work that was issued and that the host has not waited for.
    [[nodiscard]] virtual std::vector<timeline::operation> pending_work() = 0;
    [[nodiscard]] virtual holdings held() const = 0;
    /// What was made after `then` and is still held; empty where a device cannot tell.
    [[nodiscard]] virtual std::vector<held_thing> held_since(const holdings& then) const {
        static_cast<void>(then);
        return {};
    }
    virtual void reset_peaks() = 0;

    /// Brings a device that has idled up to its speed, for what is measured next.
    virtual void warm_up() {}
    /// How many elements a measurement is to move at a time: those that it asks for, or `enough`
    /// where that many make the cost of calls, which varies, small beside what is measured.
    [[nodiscard]] virtual std::size_t for_timing(std::size_t elements,
                                                 std::size_t /*enough*/ = of_8_mib) const {
        return elements;
    }
    static constexpr std::size_t of_8_mib = std::size_t{1} << 21;

    /// Pinned memory of the checker's own. Throws std::bad_alloc.
    [[nodiscard]] virtual void* pinned_memory(bytes size) {
        void* p = nullptr;
        if (cudaMallocHost(&p, size.value) != cudaSuccess) {
            throw std::bad_alloc();
        }
        return p;
    }
    virtual void give_back_pinned(void* p, bytes /*size*/) { static_cast<void>(cudaFreeHost(p)); }

    /// While time is measured, the checker's own host code has to be as fast as it pretends to be:
    /// it writes and looks at one element of so many. 1: at each.
    [[nodiscard]] virtual std::size_t data_stride() const { return 1; }
    virtual void measure_time(bool /*now*/) {}
    /// How many threads the checker may use for its own data where nobody measures.
    [[nodiscard]] virtual std::size_t host_threads() const { return 1; }
    /// What two measurements of the same thing may differ by, at least, as a share of it.
    [[nodiscard]] virtual double least_noise() const { return 0; }

    /// The checker's host code begins with what the next of the following calls tells. Where host
    /// time is stated and not taken, that makes no difference.
    virtual void host_begins() {}
    // What the checker's own code does with the learner's memory, and how long it computes.
    virtual void host_reads(const void* p, bytes size) = 0;
    virtual void host_writes(void* p, bytes size) = 0;
    /// Writes that take the host this long, whatever their size.
    virtual void host_writes_for(void* p, bytes size, nanoseconds duration) = 0;
    virtual void host_works_for(nanoseconds duration) = 0;
    /// In whose name that is done from here on, as a report says it: "work.consume", or "caller"
    /// for who calls the learner's function. Empty: nobody's but the host's. See `acting_as`.
    virtual void act_as(const std::string& who) { static_cast<void>(who); }
    /// The learner's word for memory that the checker made, such as "work.output". An empty one
    /// takes it back.
    virtual void name_memory(const void* p, bytes size, const std::string& name) {
        static_cast<void>(p);
        static_cast<void>(size);
        static_cast<void>(name);
    }

    /// During the next run of the learner's function the `nth` call of `api` fails; "launch" stands
    /// for kernel launches. The checker's own calls are not concerned.
    virtual void plan_failure(std::string_view api, int nth, cudaError_t error) = 0;
    /// Around that run: puts the plans in force, and takes them back. Returns how often each of the
    /// planned functions was called.
    virtual void arm_failures() = 0;
    virtual call_counts disarm_failures() = 0;
    /// Has a planned failure met the calling thread in the run that is under way?
    [[nodiscard]] virtual bool has_failed_here() const = 0;

    /// Launches the labs' kernel for the checker's own measurements. Only its time is that of the
    /// real one: the elements may be left as they are.
    virtual void launch_kernel(std::uint32_t* elements, std::size_t count, unsigned int steps,
                               cudaStream_t stream) = 0;
};

/// While it exists, the device is left alone: for times that are taken by the clock.
class unwatched {
public:
    explicit unwatched(device_session& device) : device_(device) { device_.stop_watching(); }
    ~unwatched() { device_.watch_again(); }
    unwatched(const unwatched&) = delete;
    unwatched& operator=(const unwatched&) = delete;

private:
    device_session& device_;
};

/// While it exists, the checker's code touches memory in this name.
class acting_as {
public:
    acting_as(device_session& device, const std::string& who) : device_(device) {
        device_.act_as(who);
    }
    ~acting_as() { device_.act_as({}); }
    acting_as(const acting_as&) = delete;
    acting_as& operator=(const acting_as&) = delete;

private:
    device_session& device_;
};

}  // namespace checker
