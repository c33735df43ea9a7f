// What is told of one call of the learner's function: frees, refused calls, what is left behind.

#include <algorithm>

#include "checker/harness/attempt.hpp"
#include "checker/harness/leaks.hpp"
#include "checker/harness/refused_calls.hpp"
#include "checker/harness/report.hpp"
#include "checker/harness/simulated_session.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

constexpr const char* english = "checker/messages/en.toml";

}  // namespace

TEST_CASE("memory that is freed in each turn is to be freed after the loop, not waited for") {
    const timeline::source_place issues{"lab.cu", 7};
    const timeline::source_place frees{"lab.cu", 9};
    attempt run;
    run.defects = {{"freed-in-use", "Buffer is freed. Wait before lab.cu:9.", {issues, frees}}};
    const auto add = [&](timeline::op_kind kind, const char* name, const auto& where) {
        timeline::operation op;
        op.id = run.recorded.operations.size() + 1;
        op.kind = kind;
        op.name = name;
        op.stream = kind == timeline::op_kind::api_call ? timeline::host_lane : 1;
        op.where = where;
        run.recorded.operations.push_back(op);
    };
    const auto add_turn = [&] {
        add(timeline::op_kind::kernel, "advance", issues);
        add(timeline::op_kind::api_call, "cudaFree", frees);
    };
    add_turn();
    CHECK(causes_in(run).at(0).text == "freed-in-use");
    add(timeline::op_kind::api_call, "cudaFree", frees);  // in a loop of its own, after the work
    CHECK(causes_in(run).at(0).text == "freed-in-use");
    add_turn();
    const auto found = causes_in(run).at(0);
    CHECK(found.text == "freed-in-use/in-loop");
    CHECK(found.where.size() == 2);
    const auto said = explain(catalogue::load(english), found).message;
    CHECK_THAT(said, ContainsSubstring("before the loop") &&
                         StartsWith("In each turn of a loop cudaFree"));
    CHECK_THAT(said, !ContainsSubstring("Event"));
}

TEST_CASE("an error of CUDA's is told in its own words, where there are some") {
    const auto texts = catalogue::load(english);
    const auto told = [&](const std::string& code) {
        return explain(texts, {"call-failed/" + code, {{"call", "x"}, {"error", code}}, {}});
    };
    const auto general = told("cudaErrorProfilerDisabled");
    CHECK(general.id == "call-failed");
    CHECK_THAT(general.message, StartsWith("x returned cudaErrorProfilerDisabled, and"));
    for (const auto* code :
         {"cudaErrorInvalidValue", "cudaErrorMemoryAllocation", "cudaErrorNotReady",
          "cudaErrorInvalidResourceHandle", "cudaErrorIllegalAddress",
          "cudaErrorHostMemoryAlreadyRegistered", "cudaErrorHostMemoryNotRegistered"}) {
        CAPTURE(code);
        CHECK(told(code).id == "call-failed");
        CHECK(told(code).message.substr(told(code).message.find("\n\n")) !=
              general.message.substr(general.message.find("\n\n")));
    }
    CHECK_THROWS(explain(texts, {"call-failed/nothing", {}, {}}));
}

TEST_CASE("a call that the device refuses is told with its reason, not with a list of guesses") {
    const auto device = simulated_session("h200");
    device->start_afresh();
    const auto texts = catalogue::load(english);
    std::vector<std::uint32_t> host(1000);
    const auto copy_into = [&](std::size_t size, cudaMemcpyKind kind) {
        void* buffer = nullptr;
        CHECK(cudaMalloc(&buffer, size) == cudaSuccess);
        const auto error = cudaMemcpy(buffer, host.data(), 4000, kind);
        CHECK(cudaFree(buffer) == cudaSuccess);
        return error;
    };
    const auto passes_on =
        run_once(*device, [&] { return copy_into(1000, cudaMemcpyHostToDevice); });
    const auto told = causes_in(passes_on);
    REQUIRE(told.size() == 1);
    const auto d = explain(texts, told.front());
    CHECK(d.id == "call-failed");
    CHECK_THAT(d.message, ContainsSubstring("4000 bytes are asked for") &&
                              ContainsSubstring("It is 4 times as much as there is."));
    CHECK(d.docs == "docs/en/01-blocking-copy.md");

    const auto ignores = run_once(*device, [&] {
        static_cast<void>(copy_into(4000, cudaMemcpyDeviceToHost));
        return cudaSuccess;
    });
    const auto ignored = error_ignored_in(ignores);
    REQUIRE(ignored);
    CHECK(ignored->id() == "error-ignored");
    CHECK_THAT(explain(texts, *ignored).message,
               ContainsSubstring("the direction is cudaMemcpyHostToDevice"));
    CHECK_FALSE(error_ignored_in(passes_on));

    const auto frees_twice = run_once(*device, [&] {
        void* pinned = nullptr;
        CHECK(cudaMallocHost(&pinned, 100) == cudaSuccess);
        static_cast<void>(cudaFree(pinned));
        return cudaFreeHost(pinned);
    });
    const auto vain = given_back_in_vain(frees_twice, "After the copy had failed, ");
    REQUIRE(vain);
    CHECK_THAT(explain(texts, *vain).message,
               StartsWith("After the copy had failed, cudaFree returned cudaErrorInvalidValue") &&
                   ContainsSubstring("which comes from cudaMallocHost"));

    const auto asks_too_early = run_once(*device, [&] {
        cudaEvent_t e = nullptr;
        float ms = 0;
        CHECK(cudaEventCreate(&e) == cudaSuccess);
        const auto error = cudaEventElapsedTime(&ms, e, e);
        CHECK(cudaEventDestroy(e) == cudaSuccess);
        return error;
    });
    const auto no_time = time_refused_in(asks_too_early);
    REQUIRE(no_time);
    CHECK_THAT(explain(texts, *no_time).message, ContainsSubstring("has not been recorded"));
    CHECK(explain(texts, *no_time).docs == "docs/en/06-event-timing.md");
    device->start_afresh();
}

TEST_CASE("memory of the caller's stays, and who frees it is told whose it is") {
    const auto device = simulated_session("h200");
    device->start_afresh();
    const auto texts = catalogue::load(english);
    void* buffer = nullptr;
    void* pinned = nullptr;
    REQUIRE(cudaMalloc(&buffer, 100) == cudaSuccess);
    REQUIRE(cudaMallocHost(&pinned, 100) == cudaSuccess);
    device->name_memory(buffer, {100}, "work.buffer");
    device->name_memory(static_cast<char*>(pinned) + 16, {64},
                        "work.output");  // within its margins

    const auto before = device->held();
    const auto frees = run_once(*device, [&] { return cudaFree(buffer); });
    const auto causes = causes_in(frees);
    REQUIRE(causes.size() == 1);
    const auto d = explain(texts, causes.front());
    CHECK(d.id == "double-free");
    CHECK_THAT(d.message, StartsWith("work.buffer (100 bytes)") && ContainsSubstring("the caller"));
    CHECK(device->held().device_buffers == before.device_buffers);

    for (const auto free : {cudaFreeHost, cudaFree}) {
        const auto refused =
            run_once(*device, [&] { return free(static_cast<char*>(pinned) + 16); });
        const auto told = causes_in(refused);
        REQUIRE(told.size() == 1);
        CHECK(told.front().text == "double-free/not-yours");
        CHECK_THAT(explain(texts, told.front()).message, StartsWith("work.output (64 bytes)"));
        // After an error there may be other defects: what was refused is told there.
        const auto in_vain = given_back_in_vain(refused);
        REQUIRE(in_vain);
        CHECK_THAT(explain(texts, *in_vain).message,
                   ContainsSubstring("This is work.output (64 bytes), which your function was "
                                     "handed"));
    }
    device->name_memory(buffer, {100}, {});
    device->name_memory(static_cast<char*>(pinned) + 16, {64}, {});
    CHECK(cudaFree(buffer) == cudaSuccess);
    CHECK(cudaFreeHost(pinned) == cudaSuccess);
    device->start_afresh();
}

TEST_CASE("who destroys a stream of the caller's is told whose it is") {
    const auto device = simulated_session("h200");
    device->start_afresh();
    cudaStream_t stream = nullptr;
    cudaEvent_t event = nullptr;
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    REQUIRE(cudaEventCreate(&event) == cudaSuccess);
    const auto told = [](const attempt& run) {
        const auto causes = causes_in(run);
        return causes.size() == 1
                   ? causes.front().text + " " + causes.front().arguments.at("thing").english()
                   : "none";
    };
    CHECK(told(run_once(*device, [&] { return cudaStreamDestroy(stream); })) ==
          "use-after-destroy/not-yours a stream");
    CHECK(told(run_once(*device, [&] { return cudaEventDestroy(event); })) ==
          "use-after-destroy/not-yours an event");
    CHECK(told(run_once(*device, [&] {
              const auto made = cudaStreamCreate(&stream);
              return made == cudaSuccess ? cudaStreamDestroy(stream) : made;
          })) == "none");
    device->start_afresh();
}

TEST_CASE("of what was made, a device names what is still there") {
    const auto device = simulated_session("h200");
    device->start_afresh();
    void* earlier = nullptr;
    REQUIRE(cudaMalloc(&earlier, 100) == cudaSuccess);
    const auto before = device->held();
    std::array<void*, 3> buffers{};
    std::array<cudaEvent_t, 2> events{};
    cudaStream_t stream = nullptr;
    std::vector<char> host(100);
    for (auto& b : buffers) {
        REQUIRE(cudaMalloc(&b, 100) == cudaSuccess);
    }
    for (auto& e : events) {
        REQUIRE(cudaEventCreate(&e) == cudaSuccess);
    }
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    REQUIRE(cudaHostRegister(host.data(), 100, 0) == cudaSuccess);
    REQUIRE(cudaFree(buffers[1]) == cudaSuccess);
    REQUIRE(cudaFree(earlier) == cudaSuccess);
    REQUIRE(cudaEventDestroy(events[0]) == cudaSuccess);
    const auto count = [&](std::uint64_t holdings::*kind) {
        const auto kept = device->held_since(before);
        return std::count_if(kept.begin(), kept.end(),
                             [&](const held_thing& thing) { return thing.kind == kind; });
    };
    CHECK(count(&holdings::device_buffers) == 2);
    CHECK(count(&holdings::pinned_buffers) == 0);
    CHECK(count(&holdings::registrations) == 1);
    CHECK(count(&holdings::streams) == 1);
    CHECK(count(&holdings::events) == 1);
    REQUIRE(cudaHostUnregister(host.data()) == cudaSuccess);
    REQUIRE(cudaStreamDestroy(stream) == cudaSuccess);
    CHECK(count(&holdings::registrations) == 0);
    CHECK(count(&holdings::streams) == 0);
    device->start_afresh();
}

TEST_CASE("what was given back in the wrong way is left, and told with the reason") {
    const auto device = simulated_session("h200");
    device->start_afresh();
    void* pinned = nullptr;
    const auto run = run_once(*device, [&] {
        CHECK(cudaMallocHost(&pinned, 100) == cudaSuccess);
        static_cast<void>(cudaFree(pinned));
        return cudaSuccess;
    });
    const auto leak = leak_in(run);
    REQUIRE(leak);
    CHECK(leak->id() == "leak");
    CHECK_THAT(
        explain(catalogue::load(english), *leak).message,
        StartsWith("1 pinned buffer still exists when your function returns, and cudaFree") &&
            ContainsSubstring("Give it back with cudaFreeHost."));
    // The page about leaks, not the one about the call that was refused.
    CHECK(explain(catalogue::load(english), *leak).docs == "docs/en/01-blocking-copy.md");
    device->start_afresh();
}

TEST_CASE("a leak names the places of what is left, and no others") {
    attempt run;
    run.after.device_buffers = 1;
    for (int line = 1; line <= 3; ++line) {
        timeline::operation op;
        op.stream = timeline::host_lane;
        op.kind = timeline::op_kind::api_call;
        op.name = "cudaMalloc";
        op.where = {"lab.cu", line};
        run.recorded.operations.push_back(op);
    }
    // A device that cannot tell which: all of them.
    CHECK(leak_in(run)->where.size() == 3);
    run.kept = {{&holdings::device_buffers, {"lab.cu", 2}}};
    CHECK(leak_in(run)->where == std::vector<timeline::source_place>{{"lab.cu", 2}});
}
