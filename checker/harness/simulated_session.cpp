#include "checker/harness/simulated_session.hpp"

#include <simcuda/device.hpp>
#include <simcuda/launch.hpp>

#include <algorithm>

#include "common/simcuda/control.hpp"
#include "common/workload/launch_shape.hpp"
#include "common/workload/simulated_cost.hpp"

namespace checker {
namespace {

namespace control = simcuda::control;

std::uint64_t holdings::*count_of(control::held_thing::kind what) {
    using kind = control::held_thing::kind;
    switch (what) {
        case kind::device_buffer:
            return &holdings::device_buffers;
        case kind::pinned_buffer:
            return &holdings::pinned_buffers;
        case kind::registration:
            return &holdings::registrations;
        case kind::stream:
            return &holdings::streams;
        case kind::event:
            return &holdings::events;
    }
    return nullptr;
}

class session final : public device_session {
public:
    session(std::string_view profile, data_sizes timed)
        : machines_{std::string(profile)}, timed_(timed) {
        control::use_profile(profile);
        for (auto& other : control::profile_names()) {
            if (other != profile) {
                machines_.push_back(std::move(other));
            }
        }
    }

    std::string_view kind() const override { return "sim"; }
    int repetitions() const override { return 1; }
    std::size_t for_timing(std::size_t elements, std::size_t enough) const override {
        return timed_ == data_sizes::own ? elements : std::max(elements, enough);
    }

    int copy_engines() const override {
        int device = 0;
        int engines = 0;
        static_cast<void>(cudaGetDevice(&device));
        const auto error = cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, device);
        // Beyond two, the others serve other devices.
        return error == cudaSuccess ? std::min(engines, 2) : 0;
    }

    std::vector<std::string> machines() const override { return machines_; }
    void become(const std::string& machine) override {
        start_afresh();
        control::use_profile(machine);
        start_afresh();
    }

    bool stand_behind(const std::string& machine) override {
        control::put_before(machine);
        static_cast<void>(cudaGetLastError());
        return true;
    }

    void start_afresh() override {
        control::reset_device();
        static_cast<void>(cudaGetLastError());
    }

    void start_cold() override { control::start_cold(); }
    bool vary_work(const std::vector<double>& factors) override {
        control::vary_work(factors);
        return true;
    }

    nanoseconds now() const override { return control::now(); }
    void start_recording() override { control::start_recording(); }
    timeline::recording take_recording() override { return control::take_recording(); }

    std::vector<device_defect> take_defects() override {
        std::vector<device_defect> result;
        for (auto& d : control::take_defects()) {
            result.push_back({std::move(d.id), std::move(d.message), std::move(d.where)});
        }
        return result;
    }

    std::vector<failed_call> take_failed_calls() override {
        std::vector<failed_call> result;
        for (auto& f : control::take_failed_calls()) {
            result.push_back({std::move(f.api), static_cast<cudaError_t>(f.error),
                              std::move(f.where), std::move(f.why), std::move(f.fix),
                              std::move(f.docs)});
        }
        return result;
    }

    std::vector<timeline::operation> pending_work() override { return control::pending_work(); }

    holdings held() const override {
        const auto u = control::memory_usage();
        return {u.device_live,
                u.pinned_live,
                u.device_peak,
                u.pinned_peak,
                u.device_allocations,
                u.pinned_allocations,
                u.registrations,
                u.streams,
                u.events,
                u.next_memory,
                u.next_stream,
                u.next_event};
    }
    std::vector<held_thing> held_since(const holdings& then) const override {
        control::usage u;
        u.next_memory = then.next_memory;
        u.next_stream = then.next_stream;
        u.next_event = then.next_event;
        std::vector<held_thing> result;
        for (auto& thing : control::held_since(u)) {
            result.push_back({count_of(thing.what), std::move(thing.where)});
        }
        return result;
    }
    void reset_peaks() override { control::reset_peaks(); }

    void host_reads(const void* p, bytes size) override { control::host_reads(p, size, actor_); }
    void host_writes(void* p, bytes size) override { control::host_writes(p, size, actor_); }
    void host_writes_for(void* p, bytes size, nanoseconds duration) override {
        control::host_writes_for(p, size, duration, actor_);
    }
    void act_as(const std::string& who) override { actor_ = who; }
    void name_memory(const void* p, bytes size, const std::string& name) override {
        control::name_memory(p, size, name);
    }
    void host_works_for(nanoseconds duration) override { control::host_works_for(duration); }

    void plan_failure(std::string_view api, int nth, cudaError_t error) override {
        plans_.push_back({std::string(api), nth, error});
    }
    void arm_failures() override {
        for (const auto& p : plans_) {
            control::fail_call(p.api, p.nth, p.error);
        }
    }
    bool has_failed_here() const override { return control::failure_struck_here(); }
    call_counts disarm_failures() override {
        call_counts counts;
        for (const auto& p : plans_) {
            counts[p.api] = control::calls_of(p.api);
        }
        control::clear_failures();
        plans_.clear();
        return counts;
    }

    void launch_kernel(std::uint32_t*, std::size_t count, unsigned int steps,
                       cudaStream_t stream) override {
        // The threads state their cost and touch nothing. Blocks of 64 threads that do the work of
        // 16 each, in 4 of them, take the same share of the device and the same time: the device
        // has room for at least 16 times as many threads as it has lanes.
        constexpr unsigned int in_one = 16;
        constexpr unsigned int of_block = 64;
        const dim3 grid(workload::blocks_for(count) * (workload::threads_per_block / of_block));
        if (!simcuda::configure(grid, dim3(of_block / in_one), 0, stream)) {
            simcuda::enter("advance",
                           [steps] { simcuda::charge(in_one * workload::cycles_of(steps)); });
        }
    }

private:
    struct failure {
        std::string api;
        int nth = 0;
        cudaError_t error = cudaSuccess;
    };
    std::vector<failure> plans_;
    std::string actor_;
    std::vector<std::string> machines_;
    data_sizes timed_;
};

}  // namespace

std::unique_ptr<device_session> simulated_session(std::string_view profile, data_sizes timed) {
    return std::make_unique<session>(profile, timed);
}

}  // namespace checker
