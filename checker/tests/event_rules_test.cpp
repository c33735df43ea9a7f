// The rules about events on recordings made by hand: what waits for what, and what a time stands
// for.

#include <cmath>
#include <string>

#include "checker/harness/rules/edges.hpp"
#include "checker/harness/rules/rules.hpp"
#include "checker/harness/rules/timing.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;
using timeline::nanoseconds;
using timeline::stream_id;

namespace {

constexpr std::size_t chunks = 6;
constexpr stream_id up = 1;
constexpr stream_id compute = 2;
constexpr stream_id down = 3;

/// Writes a recording down call by call. Times are in microseconds.
class script {
public:
    script& work(op_kind kind, stream_id stream, int start = 0, int end = 0) {
        add(kind, stream, start, end, kind == op_kind::kernel ? "advance" : "cudaMemcpyAsync");
        return *this;
    }
    script& record(std::uint64_t event, stream_id stream, int at = 0) {
        add(op_kind::event_record, stream, at, at, "cudaEventRecord").event = event;
        return *this;
    }
    script& wait(stream_id stream, std::uint64_t event) {
        add(op_kind::event_wait, stream, 0, 0, "cudaStreamWaitEvent").event = event;
        return *this;
    }
    /// The host waits for the newest record of the event, if there is one.
    script& host_wait(std::uint64_t event) {
        std::vector<std::uint64_t> awaited;
        for (const auto& op : recorded_.operations) {
            if (op.kind == op_kind::event_record && op.event == event) {
                awaited = {op.id};
            }
        }
        add(op_kind::host_wait, timeline::host_lane, 0, 0, "cudaEventSynchronize").waits_for =
            awaited;
        return *this;
    }
    script& host(const std::string& name, int start, int end) {
        add(op_kind::api_call, timeline::host_lane, start, end, name);
        return *this;
    }

    [[nodiscard]] const timeline::recording& recorded() const { return recorded_; }
    [[nodiscard]] observation seen() const {
        observation o;
        o.recorded = recorded_;
        o.chunks = chunks;
        return o;
    }

private:
    operation& add(op_kind kind, stream_id stream, int start, int end, std::string name) {
        operation op;
        op.id = recorded_.operations.size() + 1;
        op.kind = kind;
        op.stream = stream;
        op.name = std::move(name);
        op.start = nanoseconds{1000 * start};
        op.end = nanoseconds{1000 * end};
        op.where = {"lab.cu", static_cast<int>(op.id)};
        recorded_.operations.push_back(op);
        return recorded_.operations.back();
    }
    timeline::recording recorded_;
};

/// The events of one chunk of a double-buffered loop.
struct events_of_chunk {
    std::uint64_t uploaded, computed, downloaded;
};

/// Events 1 to 3 for the first buffer, 4 to 6 for the second.
events_of_chunk of_buffer(int b) {
    const auto first = static_cast<std::uint64_t>(3 * b + 1);
    return {first, first + 1, first + 2};
}

script double_buffered() {
    script s;
    for (int i = 0; i < static_cast<int>(chunks); ++i) {
        const auto e = of_buffer(i % 2);
        s.host_wait(e.uploaded).wait(up, e.computed).work(op_kind::copy_h2d, up);
        s.record(e.uploaded, up).wait(compute, e.uploaded).wait(compute, e.downloaded);
        s.work(op_kind::kernel, compute).record(e.computed, compute).wait(down, e.computed);
        s.work(op_kind::copy_d2h, down).record(e.downloaded, down);
    }
    return s;
}

/// The loop as many texts print it: one event for each stage, waits at the end of the turn.
script one_event_for_all() {
    script s;
    const auto e = of_buffer(0);
    for (std::size_t i = 0; i < chunks; ++i) {
        s.work(op_kind::copy_h2d, up).record(e.uploaded, up).wait(compute, e.uploaded);
        s.work(op_kind::kernel, compute).record(e.computed, compute).wait(up, e.computed);
    }
    return s;
}

std::string text_of(const std::optional<finding>& found) {
    return found ? found->text : "none";
}

measured_stage stage(const script& s, double reported_ms, unsigned int runs = 2) {
    return {"kernel_ms", op_kind::kernel, reported_ms, runs, s.recorded()};
}

/// A warm-up and two runs of 100 us, with records at the given places around the two.
script timed_runs(stream_id of_events) {
    script s;
    s.work(op_kind::kernel, compute, 0, 100).record(1, of_events, 100);
    s.work(op_kind::kernel, compute, 100, 200).work(op_kind::kernel, compute, 200, 300);
    s.record(2, of_events, 300);
    return s;
}

}  // namespace

TEST_CASE("a buffer's own events wait for the chunk before the one just before") {
    const auto s = double_buffered();
    for (const auto& edge : reuse_edges(s.recorded())) {
        CHECK(edge.chunks_apart == 2);
    }
    // Each chunk but the first two: the host, the upload and the kernel wait for a buffer.
    CHECK(reuse_edges(s.recorded()).size() == 3 * (chunks - 2));
    CHECK(text_of(shared_event(s.seen())) == "none");
    CHECK(text_of(waits_for_the_neighbour(s.seen())) == "none");
    CHECK(text_of(input_held_for_download(s.seen())) == "none");
}

TEST_CASE("one event for both buffers waits for the chunk just before") {
    const auto seen = one_event_for_all().seen();
    const auto found = shared_event(seen);
    REQUIRE(found);
    CHECK(found->text == "shared-event/neighbour");
    CHECK(found->arguments.at("waits") == "5");
    CHECK(found->arguments.at("waiter") == "the upload");
    CHECK(found->arguments.at("awaited") == "kernel");
    CHECK(found->where.size() == 2);
}

TEST_CASE("one event for both staging buffers makes the host wait for the upload just before") {
    script s;
    for (std::size_t i = 0; i < chunks; ++i) {
        s.host_wait(1).work(op_kind::copy_h2d, up).record(1, up);
    }
    const auto found = shared_event(s.seen());
    REQUIRE(found);
    CHECK(found->arguments.at("waiter") == "the host, before it refills a buffer,");
}

TEST_CASE("forwards, one event that is waited for at once does no harm") {
    script s;
    for (std::size_t i = 0; i < chunks; ++i) {
        s.work(op_kind::copy_h2d, up).record(1, up).wait(compute, 1);
        s.work(op_kind::kernel, compute).record(1, compute).wait(down, 1);
        s.work(op_kind::copy_d2h, down);
    }
    CHECK(reuse_edges(s.recorded()).empty());
}

TEST_CASE("an event for each buffer, awaited at the end of the turn") {
    script s;
    for (int i = 0; i < static_cast<int>(chunks); ++i) {
        const auto e = of_buffer(i % 2);
        s.work(op_kind::copy_h2d, up).record(e.uploaded, up).wait(compute, e.uploaded);
        s.work(op_kind::kernel, compute).record(e.computed, compute).wait(up, e.computed);
    }
    CHECK(text_of(shared_event(s.seen())) == "none");
    CHECK(text_of(waits_for_the_neighbour(s.seen())) == "not-enough-overlap/neighbour");
}

TEST_CASE("an upload that waits for the download of its buffer's last chunk") {
    script s;
    for (int i = 0; i < static_cast<int>(chunks); ++i) {
        const auto e = of_buffer(i % 2);
        s.wait(up, e.downloaded).work(op_kind::copy_h2d, up).work(op_kind::kernel, up);
        s.record(e.computed, up).wait(down, e.computed).work(op_kind::copy_d2h, down);
        s.record(e.downloaded, down);
    }
    CHECK(text_of(waits_for_the_neighbour(s.seen())) == "none");
    CHECK(text_of(input_held_for_download(s.seen())) == "not-enough-overlap/input-held");
}

TEST_CASE("a time within 5 % of what was recorded is right") {
    const auto s = timed_runs(compute);
    CHECK(text_of(wrong_time(stage(s, 0.100))) == "none");
    CHECK(text_of(wrong_time(stage(s, 0.1049))) == "none");
    CHECK(text_of(wrong_time(stage(s, 0.0951))) == "none");
    CHECK(text_of(wrong_time(stage(s, 0.106))) == "wrong-result/time");
    CHECK(text_of(wrong_time(stage(s, std::nan("")))) == "missing-output/figure");
    CHECK(text_of(wrong_time(stage(script{}, 0.1))) == "missing-output/stage");
}

TEST_CASE("a time in the wrong unit or for another number of runs") {
    const auto s = timed_runs(compute);
    CHECK(text_of(wrong_time(stage(s, 100))) == "wrong-result/microseconds");
    CHECK(text_of(wrong_time(stage(s, 1e-4))) == "wrong-result/seconds");
    CHECK(text_of(wrong_time(stage(s, 0.2))) == "wrong-result/not-divided");
    CHECK(text_of(wrong_time(stage(s, 0.05))) == "wrong-result/divided-twice");
}

TEST_CASE("a time that is too short has a place to look at") {
    const auto elsewhere = timed_runs(0);
    CHECK(text_of(wrong_time(stage(elsewhere, 0.003))) == "events-on-other-stream/records");
    CHECK(wrong_time(stage(elsewhere, 0.003))->arguments.at("work") == "stream 2");

    script clock;
    clock.work(op_kind::kernel, compute, 0, 100).work(op_kind::kernel, compute, 100, 200);
    CHECK(text_of(wrong_time(stage(clock, 0.003))) == "timed-the-launch/host-clock");
    clock.record(1, compute, 200).record(2, compute, 200);
    CHECK(text_of(wrong_time(stage(clock, 0))) == "timed-the-launch/nothing-between");
}

TEST_CASE("a time that was asked for before there was one") {
    script s;
    s.record(1, compute, 0).work(op_kind::kernel, compute, 0, 100).record(2, compute, 100);
    s.host("cudaEventElapsedTime", 5, 6);
    CHECK(text_of(wrong_time(stage(s, 0))) == "error-ignored/not-ready");
}

TEST_CASE("a time that is too long by what happens only once") {
    script cold;
    cold.host("cudaEventCreate", 0, 250'000).host("cudaLaunchKernel", 250'000, 250'130);
    cold.work(op_kind::kernel, compute, 250'130, 250'230).record(1, compute, 250'000);
    cold.host("cudaLaunchKernel", 250'130, 250'134).work(op_kind::kernel, compute, 1, 101);
    CHECK(text_of(wrong_time(stage(cold, 0.165))) == "no-warm-up/first-launch");
    CHECK(text_of(wrong_time(stage(cold, 125.1))) == "first-use-in-timing/context");
}

TEST_CASE("rates in other units") {
    constexpr timeline::bytes size{4'000'000};
    const auto rate = [&](double reported) {
        return text_of(wrong_rate("upload_gb_per_s", reported, size, 0.1));
    };
    CHECK(rate(40) == "none");
    CHECK(rate(40 / 1.073741824) == "wrong-result/gibibytes");
    CHECK(rate(320) == "wrong-result/bits");
    CHECK(rate(10) == "wrong-result/elements");
    CHECK(rate(80) == "wrong-result/rate");
    CHECK(rate(std::nan("")) == "missing-output/rate");
}
