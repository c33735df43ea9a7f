// The rules about events on recordings made by hand: what waits for what.

#include "checker/harness/rules/edges.hpp"
#include "checker/harness/rules/rules.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/recording_script.hpp"

using namespace checker;
using namespace checker::tests;

namespace {

constexpr std::size_t chunks = 6;

observation seen(const script& s) {
    observation o;
    o.recorded = s.recorded();
    o.chunks = chunks;
    return o;
}

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

}  // namespace

TEST_CASE("a buffer's own events wait for the chunk before the one just before") {
    const auto s = double_buffered();
    for (const auto& edge : reuse_edges(s.recorded())) {
        CHECK(edge.chunks_apart == 2);
    }
    // Each chunk but the first two: the host, the upload and the kernel wait for a buffer.
    CHECK(reuse_edges(s.recorded()).size() == 3 * (chunks - 2));
    CHECK(text_of(shared_event(seen(s))) == "none");
    CHECK(text_of(waits_for_the_neighbour(seen(s))) == "none");
    CHECK(text_of(input_held_for_download(seen(s))) == "none");
    CHECK(text_of(upload_waits_for_the_neighbour(seen(s))) == "none");
}

TEST_CASE("one event for both buffers waits for the chunk just before") {
    const auto found = shared_event(seen(one_event_for_all()));
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
    const auto found = shared_event(seen(s));
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
    CHECK(text_of(shared_event(seen(s))) == "none");
    CHECK(text_of(waits_for_the_neighbour(seen(s))) == "not-enough-overlap/neighbour");
    CHECK(text_of(upload_waits_for_the_neighbour(seen(s))) == "not-enough-overlap/upload-held");
}

TEST_CASE("an upload that waits for the download of its buffer's last chunk") {
    script s;
    for (int i = 0; i < static_cast<int>(chunks); ++i) {
        const auto e = of_buffer(i % 2);
        s.wait(up, e.downloaded).work(op_kind::copy_h2d, up).work(op_kind::kernel, up);
        s.record(e.computed, up).wait(down, e.computed).work(op_kind::copy_d2h, down);
        s.record(e.downloaded, down);
    }
    CHECK(text_of(waits_for_the_neighbour(seen(s))) == "none");
    CHECK(text_of(input_held_for_download(seen(s))) == "not-enough-overlap/input-held");
}

TEST_CASE("the host that waits between two streams") {
    script s;
    s.work(op_kind::copy_h2d, up, 0, 10).record(1, up, 10).host_wait(1);
    s.work(op_kind::kernel, compute);
    const auto found = host_between_streams(seen(s));
    REQUIRE(found);
    CHECK(found->text == "needless-host-wait");
    CHECK(found->arguments.at("call") == "cudaEventSynchronize");
    CHECK(found->arguments.at("times") == "once");
    script at_the_end;
    at_the_end.work(op_kind::copy_h2d, up).work(op_kind::kernel, up).record(1, up).host_wait(1);
    CHECK(text_of(host_between_streams(seen(at_the_end))) == "none");
}

TEST_CASE("a kernel that comes after one of its like") {
    script apart;
    apart.work(op_kind::kernel, compute).record(1, compute).work(op_kind::kernel, up);
    apart.record(2, up).wait(down, 1).wait(down, 2).work(op_kind::copy_d2h, down);
    CHECK(text_of(kernel_waits_for_its_like(seen(apart))) == "none");

    script ordered;
    ordered.work(op_kind::kernel, compute).record(1, compute).work(op_kind::copy_h2d, up);
    ordered.wait(up, 1).work(op_kind::kernel, up);
    const auto found = kernel_waits_for_its_like(seen(ordered));
    REQUIRE(found);
    CHECK(found->text == "not-enough-overlap/other-kernel");
    REQUIRE(found->where.size() == 2);
    CHECK(found->where[0].line == 4);  // the wait
    CHECK(found->where[1].line == 2);  // the record

    script too_late;
    too_late.work(op_kind::kernel, compute).wait(up, 1).record(1, compute);
    too_late.work(op_kind::kernel, up);
    CHECK(text_of(kernel_waits_for_its_like(seen(too_late))) == "none");

    script over_a_third;
    over_a_third.work(op_kind::kernel, compute).record(1, compute).wait(down, 1).record(2, down);
    over_a_third.wait(up, 2).work(op_kind::kernel, up);
    REQUIRE(kernel_waits_for_its_like(seen(over_a_third)));
    CHECK(kernel_waits_for_its_like(seen(over_a_third))->where.front().line == 5);

    script one_stream;
    one_stream.work(op_kind::kernel, up).work(op_kind::kernel, up);
    CHECK(text_of(kernel_waits_for_its_like(seen(one_stream))) == "not-enough-overlap/same-stream");
    one_stream.work(op_kind::kernel, up);
    CHECK(text_of(kernel_waits_for_its_like(seen(one_stream))) == "none");
}

TEST_CASE("a wait that finds its work done has cost nothing") {
    script s;
    s.work(op_kind::copy_h2d, up, 0, 10).record(1, up, 10);
    s.host_waits_for_stream("cudaStreamSynchronize", 12, 13).work(op_kind::kernel, compute);
    CHECK(text_of(host_between_streams(seen(s))) == "none");
    // Also while another stream is at work.
    script beside;
    beside.work(op_kind::copy_h2d, up, 0, 10).work(op_kind::kernel, compute, 0, 50);
    beside.record(1, up, 10).host("host", 0, 20).host_waits_from(20, 1);
    beside.work(op_kind::kernel, compute, 50, 60);
    CHECK(text_of(host_between_streams(seen(beside))) == "none");
}

TEST_CASE("a call that gives memory back is not to be replaced by an event") {
    script s;
    for (std::size_t i = 0; i < chunks; ++i) {
        const auto start = static_cast<int>(20 * i);
        s.work(op_kind::copy_h2d, up, start, start + 10)
            .work(op_kind::kernel, up, start + 10, start + 20);
        s.host_waits_for_stream("cudaFree", start, start + 20);
    }
    CHECK(text_of(host_between_streams(seen(s))) == "none");
    CHECK(reuse_edges(s.recorded()).empty());
    CHECK(text_of(waits_for_the_neighbour(seen(s))) == "none");
}

TEST_CASE("a kernel that begins after the upload that it does not need") {
    const auto begins_at = [](int start) {
        script s;
        s.work(op_kind::copy_h2d, up, 0, 100).work(op_kind::copy_h2d, up, 100, 200).record(1, up);
        s.wait(compute, 1).work(op_kind::kernel, compute, start, start + 100);
        return seen(s);
    };
    CHECK(text_of(waits_for_both_uploads(begins_at(100))) == "none");
    const auto found = waits_for_both_uploads(begins_at(200));
    REQUIRE(found);
    CHECK(found->text == "not-enough-overlap/both-uploads");
    REQUIRE(found->where.size() == 1);
    CHECK(found->where.front().line == 4);  // the wait
}
