#pragma once

#include <cuda_runtime_api.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "checker/harness/device_session.hpp"
#include "checker/harness/gpu/device_watch.hpp"

namespace checker::gpu {

/// Whose call it is. Only the learner's are counted, made to fail and held against somebody.
enum class caller : std::uint8_t { learner, checker };

struct origin {
    caller who = caller::checker;
    const void* site = nullptr;  ///< where the call returns to
};

/// A stream as calls name it: in units with a default stream per thread, 0 means another one.
enum class default_stream : std::uint8_t { legacy, of_thread };

/// What is known of a call before it is made.
struct call_facts {
    const char* name = "";
    timeline::call_role role = timeline::call_role::plain;
    std::optional<timeline::stream_id> stream;
    std::uint64_t event = 0;
    std::uint64_t since_event = 0;  ///< not 0: asks for the time from this one to `event`
    bytes size{};
    std::optional<started_work> work;
    /// What failures are planned and failed calls told under, where that is not `name`.
    const char* known_as = nullptr;
};

/// A call as it was noted.
struct noted_call {
    origin from;
    call_facts facts;
    std::uint64_t correlation = 0;
    nanoseconds start{0};
    nanoseconds end{0};
    cudaError_t result = cudaSuccess;
    bool is_done = false;
};

struct noted_failure {
    std::string api;
    cudaError_t error = cudaSuccess;
    const void* site = nullptr;
};

/// Everything that the program asks of the CUDA runtime passes through here: noted in order, with
/// times, while a recording is on; made to fail where that was planned; counted, and what it
/// creates and gives back. Callable from any thread.
class call_book {
public:
    /// The program's one book: its runtime calls have no other way to find it.
    [[nodiscard]] static call_book& of_process();

    /// Times and correlations come from here; null: a clock only.
    void watch_with(device_watch* watch);
    [[nodiscard]] nanoseconds now() const;

    void start_recording();
    [[nodiscard]] std::vector<noted_call> take_calls();
    /// A note of host work in between.
    void note_host_work(nanoseconds start, nanoseconds end, bytes size);

    /// One call: `begin`, then the real function unless there is a planned error, then `end`, which
    /// gives its result back.
    class running_call {
    public:
        running_call(call_book& book, const origin& from, call_facts facts);
        [[nodiscard]] const std::optional<cudaError_t>& planned() const { return planned_; }
        void started();
        [[nodiscard]] cudaError_t end(cudaError_t result);

    private:
        call_book& book_;
        origin from_;
        call_facts facts_;
        std::optional<std::size_t> entry_;
        std::optional<cudaError_t> planned_;
        bool is_real_ = false;
    };

    // Handles by the numbers that recordings use.
    [[nodiscard]] timeline::stream_id stream(cudaStream_t handle, default_stream zero);
    [[nodiscard]] std::uint64_t event(cudaEvent_t handle);
    [[nodiscard]] std::vector<timeline::stream_info> streams() const;
    void stream_made(const origin& from, cudaStream_t handle, bool non_blocking, int priority);
    void stream_gone(const origin& from, cudaStream_t handle);
    void event_made(const origin& from, cudaEvent_t handle);
    void event_gone(const origin& from, cudaEvent_t handle);

    enum class memory : std::uint8_t { device, device_in_order, pinned, registered };
    void allocated(const origin& from, memory kind, void* p, std::size_t size);
    void freed(const origin& from, memory kind, void* p);
    [[nodiscard]] holdings held() const;
    void reset_peaks();
    /// What the learner's code has not given back, forgotten hereby.
    struct left_behind {
        std::vector<cudaStream_t> streams;
        std::vector<cudaEvent_t> events;
        std::vector<std::pair<call_book::memory, void*>> blocks;
    };
    [[nodiscard]] left_behind forget_learners();

    void plan_failure(std::string_view api, int nth, cudaError_t error);
    void arm();
    [[nodiscard]] call_counts disarm();
    /// Has the calling thread met a planned failure since `arm`?
    [[nodiscard]] bool has_failed_here() const;
    [[nodiscard]] std::vector<noted_failure> take_failures();

    /// The error that a planned failure has left for cudaGetLastError; success when there is none.
    [[nodiscard]] static cudaError_t& planned_last_error();
    /// A kernel's handle, and the function that stands for it on the host.
    void kernel_found(const void* handle, const void* function);
    [[nodiscard]] const void* function_of(const void* handle) const;
    /// Where the launch stands that this thread has configured.
    [[nodiscard]] static const void*& launch_site();

private:
    struct plan {
        int nth = 0;
        cudaError_t error = cudaSuccess;
        int calls = 0;
    };
    struct known_stream {
        timeline::stream_info info;
        bool is_learners = false;
    };
    struct block {
        memory kind = memory::device;
        std::size_t size = 0;
    };

    timeline::stream_id number_of(cudaStream_t handle);
    [[nodiscard]] std::optional<cudaError_t> next_failure(const char* api);
    void note_failure(const origin& from, const call_facts& facts, cudaError_t result);

    mutable std::mutex door_;
    device_watch* watch_ = nullptr;
    bool recording_ = false;
    bool armed_ = false;
    std::vector<noted_call> calls_;
    std::map<std::string, plan, std::less<>> plans_;
    std::thread::id struck_;
    std::vector<noted_failure> failures_;
    std::map<cudaStream_t, known_stream> streams_;
    std::map<const void*, timeline::stream_id> thread_streams_;
    std::vector<timeline::stream_info> all_streams_;  ///< those that are gone, too
    timeline::stream_id next_stream_ = 1;
    std::map<cudaEvent_t, std::pair<std::uint64_t, bool>> events_;  ///< number, is the learner's
    std::uint64_t next_event_ = 1;
    std::map<void*, block> memory_;  ///< the learner's
    holdings held_;
    std::map<const void*, const void*> kernels_;
};

}  // namespace checker::gpu
