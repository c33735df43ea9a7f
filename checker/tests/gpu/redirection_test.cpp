// The book of runtime calls, and that an object's calls get into it. The simulated device stands in
// for the real runtime: the book knows nothing of what it calls.

#include <algorithm>
#include <thread>

#include "checker/harness/gpu/call_book.hpp"
#include "checker/harness/gpu/cupti_watch.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/gpu/sample.hpp"

using namespace checker;
using namespace checker::gpu;
using timeline::call_role;

extern "C" cudaError_t checker_cudaMalloc(void** p, std::size_t size);
extern "C" cudaError_t checker_cudaFree(void* p);

namespace {

call_book& book() {
    return call_book::of_process();
}

std::vector<noted_call> calls_of(cudaError_t (*what)(const sample::things&),
                                 const sample::things& all) {
    book().start_recording();
    REQUIRE(what(all) == cudaSuccess);
    return book().take_calls();
}

class made_things {
public:
    made_things() { REQUIRE(sample::make(all_) == cudaSuccess); }
    ~made_things() { static_cast<void>(sample::give_back(all_)); }
    made_things(const made_things&) = delete;
    made_things& operator=(const made_things&) = delete;
    [[nodiscard]] const sample::things& all() const { return all_; }

private:
    sample::things all_;
};

}  // namespace

TEST_CASE("what the learner's object creates is held until it is given back") {
    const auto before = book().held();
    {
        const made_things things;
        const auto held = book().held();
        CHECK(held.device.value - before.device.value == 4096);
        CHECK(held.pinned.value - before.pinned.value == 4096);
        CHECK(held.device_buffers - before.device_buffers == 1);
        CHECK(held.pinned_buffers - before.pinned_buffers == 1);
        CHECK(held.streams - before.streams == 1);
        CHECK(held.events - before.events == 1);
    }
    CHECK(book().held().device.value == before.device.value);
    CHECK(book().held().streams == before.streams);
    CHECK(book().held().events == before.events);
    CHECK(book().held().device_peak.value >= 4096);
    book().reset_peaks();
    CHECK(book().held().device_peak.value == book().held().device.value);
}

TEST_CASE("calls are noted in order, with roles, streams, events and sizes") {
    const made_things things;
    const auto calls = calls_of(sample::work, things.all());
    std::vector<std::string> names;
    std::vector<call_role> roles;
    for (const auto& call : calls) {
        names.emplace_back(call.facts.name);
        roles.push_back(call.facts.role);
        CHECK(call.from.who == caller::learner);
        CHECK(call.from.site != nullptr);
        CHECK(call.start <= call.end);
        CHECK(call.is_done);
    }
    CHECK(names == std::vector<std::string>{"cudaMemcpyAsync", "cudaEventRecord",
                                            "cudaStreamWaitEvent", "cudaMemset",
                                            "cudaEventSynchronize", "cudaStreamSynchronize"});
    CHECK(roles == std::vector{call_role::plain, call_role::records_event, call_role::stream_waits,
                               call_role::plain, call_role::waits_for_event,
                               call_role::waits_for_stream});
    const auto own = calls[0].facts.stream.value();
    CHECK(own >= 1);
    CHECK(calls[1].facts.stream == own);
    CHECK(calls[2].facts.stream == timeline::stream_id{0});
    CHECK(calls[1].facts.event == calls[2].facts.event);
    CHECK(calls[1].facts.event == calls[4].facts.event);
    CHECK(calls[0].facts.work->size.value == 4096);
    CHECK(calls[0].facts.work->device_side == things.all().device);
    CHECK(calls[0].facts.work->kind == timeline::op_kind::copy_h2d);
    const auto streams = book().streams();
    const auto info =
        std::find_if(streams.begin(), streams.end(), [&](const auto& s) { return s.id == own; });
    REQUIRE(info != streams.end());
    CHECK(info->non_blocking);
}

TEST_CASE("different lines are different places") {
    void* first = nullptr;
    void* second = nullptr;
    book().start_recording();
    REQUIRE(sample::allocate_twice(&first, &second) == cudaSuccess);
    const auto calls = book().take_calls();
    REQUIRE(calls.size() == 2);
    CHECK(calls[0].from.site != calls[1].from.site);
    CHECK(checker_cudaFree(first) == cudaSuccess);
    CHECK(checker_cudaFree(second) == cudaSuccess);
    // Whoever gives it back: it is gone.
    CHECK(book().held().device_buffers == 0);
}

TEST_CASE("the planned call fails, leaves its error and does nothing") {
    static_cast<void>(book().take_failures());
    book().plan_failure("cudaMalloc", 2, cudaErrorMemoryAllocation);
    book().plan_failure("cudaMallocHost", 1, cudaErrorMemoryAllocation);
    book().arm();
    CHECK_FALSE(book().has_failed_here());
    void* first = nullptr;
    void* second = nullptr;
    CHECK(sample::allocate_twice(&first, &second) == cudaErrorMemoryAllocation);
    CHECK(book().has_failed_here());
    std::thread([] { CHECK_FALSE(book().has_failed_here()); }).join();
    CHECK(first != nullptr);
    CHECK(second == nullptr);
    CHECK(sample::peek_at_error() == cudaErrorMemoryAllocation);
    CHECK(sample::last_error() == cudaErrorMemoryAllocation);
    CHECK(sample::last_error() == cudaSuccess);
    const auto counts = book().disarm();
    CHECK(counts.at("cudaMalloc") == 2);
    CHECK(counts.at("cudaMallocHost") == 0);
    const auto failures = book().take_failures();
    REQUIRE(failures.size() == 1);
    CHECK(failures[0].api == "cudaMalloc");
    CHECK(failures[0].error == cudaErrorMemoryAllocation);
    CHECK(book().take_failures().empty());
    CHECK(checker_cudaFree(first) == cudaSuccess);
    // The plan is spent.
    CHECK(sample::allocate_twice(&first, &second) == cudaSuccess);
    CHECK(checker_cudaFree(first) == cudaSuccess);
    CHECK(checker_cudaFree(second) == cudaSuccess);
}

TEST_CASE("the checker's own calls are noted, and neither fail nor count") {
    const auto before = book().held();
    book().plan_failure("cudaMalloc", 1, cudaErrorMemoryAllocation);
    book().arm();
    book().start_recording();
    void* p = nullptr;
    CHECK(checker_cudaMalloc(&p, 64) == cudaSuccess);
    CHECK(book().held().device.value == before.device.value);
    const auto calls = book().take_calls();
    REQUIRE(calls.size() == 1);
    CHECK(calls[0].from.who == caller::checker);
    CHECK(book().disarm().at("cudaMalloc") == 0);
    CHECK(checker_cudaFree(p) == cudaSuccess);
}

TEST_CASE("a failed call is told; a question that is answered with no is none") {
    sample::things wrong;
    CHECK(sample::work(wrong) != cudaSuccess);
    const auto failures = book().take_failures();
    REQUIRE(failures.size() == 1);
    CHECK(failures[0].api == "cudaMemcpyAsync");
    static_cast<void>(sample::last_error());
}

TEST_CASE("what the learner's code leaves behind can be given back for it") {
    static_cast<void>(book().forget_learners());
    sample::things all;
    REQUIRE(sample::make(all) == cudaSuccess);
    const auto left = book().forget_learners();
    CHECK(left.streams == std::vector{all.stream});
    CHECK(left.events == std::vector{all.event});
    CHECK(left.blocks.size() == 2);
    CHECK(book().held().streams == 0);
    CHECK(book().held().device.value == 0);
    CHECK(sample::give_back(all) == cudaSuccess);
    CHECK(book().held().streams == 0);  // not fewer than none
}

TEST_CASE("without CUPTI, events on either side tell when work ran") {
    const made_things things;
    const auto watch = watch_by_events("there is no CUPTI here");
    CHECK_THAT(watch->shortcoming().english(),
               Catch::Matchers::ContainsSubstring("since there is no CUPTI here"));
    book().watch_with(watch.get());
    watch->forget();
    const auto calls = calls_of(sample::work, things.all());
    const auto seen = watch->take(2);
    book().watch_with(nullptr);
    CHECK(seen.lost == 0);
    REQUIRE(seen.work.size() == 2);
    const auto& copy = seen.work[0];
    CHECK(copy.kind == timeline::op_kind::copy_h2d);
    CHECK(copy.host_memory == timeline::memory_kind::pinned);
    CHECK(copy.size.value == 4096);
    CHECK(copy.start <= copy.end);
    CHECK(copy.correlation == calls[0].correlation);
    CHECK(seen.work[1].kind == timeline::op_kind::memset);
    CHECK(seen.work[1].correlation == calls[3].correlation);
    CHECK(seen.work[0].stream != seen.work[1].stream);
    // Calls that start no work have nothing to be found by.
    CHECK(calls[1].correlation == 0);
}

TEST_CASE("without a recording nothing is kept") {
    const made_things things;
    REQUIRE(sample::work(things.all()) == cudaSuccess);
    CHECK(book().take_calls().empty());
}
