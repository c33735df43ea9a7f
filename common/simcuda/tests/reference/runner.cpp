#include "common/simcuda/tests/reference/runner.hpp"

#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <pthread.h>
#include <simcuda/device.hpp>
#include <simcuda/launch.hpp>

#include <cstdlib>
#include <memory>

#include "common/simcuda/control.hpp"
#include "common/simcuda/runtime/device.hpp"
#include "common/simcuda/tests/reference/access_list.hpp"
#include "common/simcuda/tests/reference/machines.hpp"
#include "common/simcuda/tests/reference/told_mistakes.hpp"

namespace simcuda::reference {
namespace {

/// Any kernel: its first block does everything.
void kernel(const access_list* list, unsigned busy_ns) {
    simcuda::enter("kernel", [=] {
        if (blockIdx.x != 0)
            return;
        list->carry_out();
        simcuda::sleep_for(busy_ns);
    });
}

class run_of_program {
public:
    explicit run_of_program(const program& p) : p_(p), buffers_(p) {
        streams_[legacy_stream] = nullptr;
        streams_[per_thread_stream] = cudaStreamPerThread;
        out_.clock.resize(p.steps.size());
        out_.result.resize(p.steps.size());
    }

    outcome run() {
        start();
        be(0);
        take_times();
        device::instance().defects().watch(nullptr);
        control::reset_device();
        return std::move(out_);
    }

private:
    /// Begun and joined by the functions that the runtime stands in front of: std::thread would
    /// find those of the C library, from its own.
    class host_thread_of {
    public:
        host_thread_of(run_of_program& run, int host) : run_(run), host_(host) {
            const auto begin = [](void* me) -> void* {
                static_cast<host_thread_of*>(me)->run_.be(static_cast<host_thread_of*>(me)->host_);
                return nullptr;
            };
            if (pthread_create(&thread_, nullptr, begin, this) != 0)
                std::abort();
        }
        void join() { pthread_join(thread_, nullptr); }

    private:
        run_of_program& run_;
        int host_;
        pthread_t thread_{};
    };

    void start() {
        device& dev = device::instance();
        const std::string wanted = profile_of(p_.machine);
        if (dev.profile().name != p_.machine)
            control::use_profile(wanted);
        control::reset_device();
        dev.defects().watch(&told_);
        control::start_recording();
    }

    /// All steps of a host, each when its turn has come; host 0 begins the others.
    void be(int host) {
        const int beside = first_beside(p_), end = static_cast<int>(p_.steps.size());
        std::vector<std::unique_ptr<host_thread_of>> others;
        const auto begin_others = [&] {
            for (int other = 1; other < hosts_of(p_); ++other)
                others.push_back(std::make_unique<host_thread_of>(*this, other));
        };
        bool is_alone = host == 0;
        for (int i = 0; i < end; ++i) {
            if (step_at(i).host != host)
                continue;
            if (is_alone && i > beside) {
                is_alone = false;
                begin_others();
            }
            take(i);
        }
        if (is_alone)
            begin_others();
        for (const auto& other : others)
            other->join();
    }
    [[nodiscard]] const step& step_at(int i) const { return p_.steps[static_cast<std::size_t>(i)]; }
    void take(int i) {
        {
            device& dev = device::instance();
            const device_lock lock(dev);
            dev.take_turn();
        }
        step_of_this_thread() = i;
        const cudaError_t error = act(step_at(i));
        out_.clock[static_cast<std::size_t>(i)] = control::now();
        out_.result[static_cast<std::size_t>(i)] = static_cast<int>(error);
        told_.settle();
    }

    [[nodiscard]] access_list* accesses(const step& s) {
        lists_.push_back(std::make_unique<access_list>());
        lists_.back()->step = step_of_this_thread();
        for (const touch& t : s.touches)
            lists_.back()->items.push_back({t.how, buffers_.at(t.where), t.where.count});
        return lists_.back().get();
    }

    cudaError_t act(const step& s) {
        const cudaStream_t stream = streams_.count(s.stream) == 1 ? streams_[s.stream] : nullptr;
        switch (s.what) {
            case action::allocate:
                return buffers_.allocate(s.buffer);
            case action::free:
                return buffers_.free(s.buffer);
            case action::allocate_async:
                return buffers_.allocate_async(s.buffer, stream);
            case action::free_async:
                return cudaFreeAsync(buffers_.of(s.buffer), stream);
            case action::create_stream:
                return cudaStreamCreateWithPriority(
                    &streams_[s.stream],
                    s.with_legacy == barrier::none ? cudaStreamNonBlocking : cudaStreamDefault,
                    s.priority);
            case action::destroy_stream:
                return cudaStreamDestroy(stream);
            case action::create_event:
                return cudaEventCreateWithFlags(&events_[s.event], s.timed == timing::off
                                                                       ? cudaEventDisableTiming
                                                                       : cudaEventDefault);
            case action::destroy_event:
                return cudaEventDestroy(events_[s.event]);
            case action::record:
                return cudaEventRecord(events_[s.event], stream);
            case action::wait:
                return cudaStreamWaitEvent(stream, events_[s.event], 0);
            case action::copy:
                if (s.form == call_form::blocking)
                    return cudaMemcpy(buffers_.at(s.to), buffers_.at(s.from), s.to.count,
                                      cudaMemcpyDefault);
                return cudaMemcpyAsync(buffers_.at(s.to), buffers_.at(s.from), s.to.count,
                                       cudaMemcpyDefault, stream);
            case action::fill:
                if (s.form == call_form::blocking)
                    return cudaMemset(buffers_.at(s.to), 1, s.to.count);
                return cudaMemsetAsync(buffers_.at(s.to), 1, s.to.count, stream);
            case action::launch:
                return launch(s, stream);
            case action::host_function:
                return cudaLaunchHostFunc(
                    stream, [](void* list) { static_cast<const access_list*>(list)->carry_out(); },
                    accesses(s));
            case action::host_touches:
                accesses(s)->carry_out();
                return cudaSuccess;
            case action::host_sleeps:
                control::host_works_for(s.busy);
                return cudaSuccess;
            case action::synchronize_stream:
                return cudaStreamSynchronize(stream);
            case action::synchronize_event:
                return cudaEventSynchronize(events_[s.event]);
            case action::synchronize_device:
                return cudaDeviceSynchronize();
            case action::query_stream:
                return cudaStreamQuery(stream);
            case action::query_event:
                return cudaEventQuery(events_[s.event]);
            case action::elapsed:
                return elapsed(s);
        }
        return cudaErrorUnknown;
    }

    cudaError_t launch(const step& s, cudaStream_t stream) {
        const access_list* list = accesses(s);
        if (simcuda::configure(s.blocks, 1, 0, stream))
            return cudaGetLastError();
        kernel(list, static_cast<unsigned>(s.busy.count()));
        return cudaSuccess;
    }
    cudaError_t elapsed(const step& s) {
        float ms = 0;
        const cudaError_t error = cudaEventElapsedTime(&ms, events_[s.event], events_[s.event2]);
        if (error == cudaSuccess)
            out_.elapsed[step_of_this_thread()] = ms;
        return error;
    }

    void take_times() {
        const timeline::recording r = control::take_recording();
        std::size_t next = 0;
        for (const timeline::operation& o : r.operations) {
            if (o.stream == timeline::host_lane)
                continue;
            const int step = next < told_.issued().size() ? told_.issued()[next] : -1;
            out_.work[step] = {o.start, o.end};
            ++next;
        }
    }

    const program& p_;
    run_buffers buffers_;
    std::map<int, cudaStream_t> streams_;
    std::map<int, cudaEvent_t> events_;
    std::vector<std::unique_ptr<access_list>> lists_;
    outcome out_;
    told_mistakes told_{buffers_, out_};
};

}  // namespace

outcome run_on_device(const program& p) {
    return run_of_program(p).run();
}

}  // namespace simcuda::reference
