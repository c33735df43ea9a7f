#pragma once

#include <driver_types.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "common/simcuda/runtime/accessor.hpp"
#include "common/simcuda/runtime/capture.hpp"
#include "common/simcuda/runtime/defects.hpp"
#include "common/simcuda/runtime/device_settings.hpp"
#include "common/simcuda/runtime/failures.hpp"
#include "common/simcuda/runtime/first_use.hpp"
#include "common/simcuda/runtime/graph_exec.hpp"
#include "common/simcuda/runtime/hand_overs.hpp"
#include "common/simcuda/runtime/host_cache.hpp"
#include "common/simcuda/runtime/pace.hpp"
#include "common/simcuda/runtime/peer_access.hpp"
#include "common/simcuda/runtime/pools.hpp"
#include "common/simcuda/runtime/recorder.hpp"

namespace simcuda {

class device;

/// Holds the device for this thread. One call of the program takes it once or more often.
class device_lock {
public:
    explicit device_lock(device& dev);
    ~device_lock();
    device_lock(const device_lock&) = delete;
    device_lock& operator=(const device_lock&) = delete;

    /// Is this thread inside the runtime now?
    [[nodiscard]] static bool held();

private:
    std::unique_lock<std::recursive_mutex> lock_;
};

/// Lets go of the device, however often this thread holds it, until the end of the scope.
class device_unlock {
public:
    explicit device_unlock(device& dev);
    ~device_unlock();
    device_unlock(const device_unlock&) = delete;
    device_unlock& operator=(const device_unlock&) = delete;

private:
    device& device_;
    int times_;
};

/// The simulated device of this process. Work is carried out when it is issued, in the order of
/// issue: for a program without races that is as good as any other order, and for one with races it
/// makes the report independent of timing. When work runs, in virtual time, is reckoned apart.
class device {
public:
    /// CUDA's functions have no object to belong to; this is where they find theirs.
    static device& instance();

    /// Has anything asked for the device yet?
    [[nodiscard]] static bool exists();

    [[nodiscard]] const machine_profile& profile() const { return *profile_; }
    [[nodiscard]] memory_map& memory() { return parts_->memory; }
    [[nodiscard]] scheduler& order() { return parts_->order; }
    [[nodiscard]] defect_log& defects() { return parts_->defects; }
    /// What pageable copies have gone through: those of such memory are faster (measured: 13.3
    /// against 7.1 GB/s on an H200 machine).
    [[nodiscard]] host_cache& cache() { return parts_->cache; }
    /// What the host has written: uploads of it are slower, while a processor has it to itself.
    [[nodiscard]] host_cache& fresh() { return parts_->fresh; }
    [[nodiscard]] pool_table& pools() { return parts_->pools; }
    [[nodiscard]] graph_store& graphs() { return parts_->graphs; }
    [[nodiscard]] graph_execs& executables() { return parts_->executables; }
    [[nodiscard]] capture_log& captures() { return parts_->captures; }
    [[nodiscard]] site_table& sites() { return sites_; }
    [[nodiscard]] recorder& records() { return recorder_; }
    [[nodiscard]] annotations& notes() { return notes_; }
    [[nodiscard]] failure_plan& failures() { return failures_; }
    [[nodiscard]] first_use& first_uses() { return first_use_; }
    [[nodiscard]] pace& paces() { return pace_; }
    [[nodiscard]] place_finder& places() { return places_; }
    [[nodiscard]] poison poisoning() const { return poison_; }

    // Several devices (SIMCUDA_DEVICES), all alike.
    [[nodiscard]] unsigned count() const { return devices_; }
    /// What a device says of itself: as `profile`, but for a device put before this one.
    [[nodiscard]] const machine_profile& facts_of(int ordinal) const {
        return put_before_ && ordinal == 0 ? *put_before_ : *profile_;
    }
    /// Is there such a device? Once, a program that asks for more than there are is told how to
    /// have them.
    [[nodiscard]] bool has(int ordinal);
    [[nodiscard]] peer_access& peers() { return parts_->peers; }

    // The program's threads.
    [[nodiscard]] turns& threads() { return threads_; }
    [[nodiscard]] hand_overs& meetings() { return parts_->meetings; }
    /// Waits until no other thread is earlier in virtual time; lets go of the device meanwhile.
    void take_turn();

    // The host's own accesses, between its calls.
    [[nodiscard]] accessor& host_accessor_of_this_thread();
    /// The two sides of a copy; closed between operations.
    [[nodiscard]] access_log& source_log() { return parts_->sources; }
    [[nodiscard]] access_log& target_log() { return parts_->targets; }
    [[nodiscard]] accessor& kernel_accessor() { return parts_->of_kernels; }
    void close_host_accesses();
    /// Who a report says touched memory from here on; empty: the host.
    void host_acts_as(std::string_view who) { host_name_ = who.empty() ? "host" : who; }
    /// A new stamp for what the host does from here on.
    stamp next_host_epoch();
    void reopen_host(accessor& host);
    /// The host as one side of a mistake, at `pc`: it writes, or gives memory back.
    [[nodiscard]] access_side host_side(const void* pc);
    void host_thread_ends();

    /// A kernel has gone wrong: everything fails from the moment the host can know, that is when
    /// the kernel's end, told afterwards, is reached.
    void plan_failure(cudaError_t error);
    void place_failure(const point_ptr& when);
    /// The error that every call returns now; cudaSuccess while all is well.
    [[nodiscard]] cudaError_t broken();
    /// A wrong kernel has stopped all work: later work has no effect.
    [[nodiscard]] bool has_stopped() const { return failure_ != cudaSuccess; }

    [[nodiscard]] cudaError_t failure() const { return failure_; }

    /// The current device's.
    [[nodiscard]] device_settings& settings() { return settings_[order().current_device()]; }

    /// cudaDeviceReset: the current device's memory is gone, the clock goes on.
    void forget_allocations();

    void use_profile(std::string_view name);
    /// From now on there are two devices, until the next `use_profile`: number 0 answers questions
    /// about itself as such a machine, number 1 is this one and current.
    void put_before(std::string_view name);
    void reset();

    /// A checker reads the defects itself; without one they are reported at exit.
    void be_controlled() { controlled_ = true; }
    [[nodiscard]] bool is_controlled() const { return controlled_; }

private:
    friend device_lock;
    friend device_unlock;
    device();
    void enter() { parts_->order.enter(threads_.mine()); }

    class others final : public other_threads {
    public:
        explicit others(device& dev) : device_(dev) {}
        [[nodiscard]] nanoseconds horizon() const override;
        void go_first(nanoseconds until) override;
        void take_turn() override;
        void device_is_done(host_thread& t, nanoseconds when) override;

    private:
        device& device_;
    };

    struct parts {
        parts(device& owner, const machine_profile& profile)
            : order(profile, &owner.others_, owner.devices_),
              defects(memory, order),
              cache(profile.host_cache),
              fresh(profile.own_cache),
              captures(graphs),
              sources(memory, defects, owner.poison_),
              targets(memory, defects, owner.poison_),
              of_kernels(owner, accessor_kind::kernel, memory, defects) {}
        memory_map memory;
        scheduler order;
        hand_overs meetings;
        peer_access peers;
        defect_log defects;
        host_cache cache, fresh;
        pool_table pools;
        graph_store graphs;
        graph_execs executables;
        capture_log captures;
        access_log sources, targets;
        accessor of_kernels;
    };

    std::recursive_mutex mutex_;
    turns threads_;
    others others_{*this};
    unsigned devices_ = 1;
    bool has_told_of_devices_ = false;
    std::unique_ptr<machine_profile> profile_;
    std::unique_ptr<machine_profile> put_before_;
    poison poison_ = poison::on;
    std::unique_ptr<parts> parts_;
    site_table sites_;
    recorder recorder_;
    annotations notes_;
    failure_plan failures_;
    first_use first_use_;
    pace pace_;
    place_finder places_;
    std::map<unsigned, device_settings> settings_;
    std::map<std::thread::id, std::unique_ptr<accessor>> host_accessors_;
    std::string host_name_ = "host";
    point_ptr failure_when_;
    cudaError_t failure_ = cudaSuccess;
    bool failure_is_known_ = false;
    bool controlled_ = false;
};

}  // namespace simcuda
