// The diagnosis rules on recordings made by hand: each finds its cause and nothing else.

#include "checker/harness/rules/rules.hpp"

#include <string>

#include "checker/harness/rules/pick.hpp"
#include "checker/tests/catch.hpp"

using namespace checker;
using timeline::memory_kind;

namespace {

constexpr bytes chunk{1 << 20};
constexpr std::size_t chunks = 4;

/// Writes a recording down call by call. Times are in microseconds.
class script {
public:
    script& device(op_kind kind, timeline::stream_id stream, int start, int end,
                   std::string name = "cudaMemcpyAsync", memory_kind memory = memory_kind::pinned,
                   bytes size = chunk) {
        auto& op = add(kind, start, end, std::move(name));
        op.stream = stream;
        op.size = kind == op_kind::kernel ? bytes{} : size;
        op.host_memory = kind == op_kind::kernel ? memory_kind::none : memory;
        return *this;
    }
    script& host(op_kind kind, int start, int end, std::string name,
                 memory_kind memory = memory_kind::none) {
        add(kind, start, end, std::move(name)).host_memory = memory;
        return *this;
    }
    /// Upload, kernel and download of a chunk, one after the other.
    script& chunk_in(timeline::stream_id stream, int start) {
        return device(op_kind::copy_h2d, stream, start, start + 10)
            .device(op_kind::kernel, stream, start + 10, start + 20, "advance")
            .device(op_kind::copy_d2h, stream, start + 20, start + 30);
    }

    [[nodiscard]] observation seen(bytes device_peak = {3 * chunk.value}) const {
        observation o;
        o.recorded = recorded_;
        o.overlap = timeline::measure_overlap(recorded_);
        o.chunks = chunks;
        o.chunk_size = chunk;
        o.device_peak = device_peak;
        o.serial = nanoseconds{120'000};
        o.measured = nanoseconds{110'000};
        o.bound = nanoseconds{60'000};
        return o;
    }

private:
    timeline::operation& add(op_kind kind, int start, int end, std::string name) {
        timeline::operation op;
        op.id = recorded_.operations.size() + 1;
        op.kind = kind;
        op.name = std::move(name);
        op.start = nanoseconds{1000 * start};
        op.end = nanoseconds{1000 * end};
        op.where = {"lab.cu", static_cast<int>(op.id)};
        recorded_.operations.push_back(op);
        return recorded_.operations.back();
    }

    timeline::recording recorded_;
};

/// Three streams, staggered: as it should be.
script good_pipeline() {
    script s;
    for (int i = 0; i < 4; ++i) {
        s.chunk_in(static_cast<timeline::stream_id>(i % 3 + 1), 10 * i);
    }
    s.host(op_kind::host_wait, 5, 60, "cudaStreamSynchronize");
    return s;
}

const std::vector<rule>& all_causes() {
    static const std::vector<rule> rules = {
        pinned_per_chunk, allocation_in_loop, pageable_async, pageable_copy,
        blocking_copy,    device_wide_wait,   sync_in_loop,   legacy_default_stream,
        chunk_too_large,  chunk_too_small,    single_stream,  overlap_without_gain,
        too_few_buffers};
    return rules;
}

std::string cause_of(const observation& seen) {
    const auto found = first_of(all_causes(), seen);
    return found ? found->id() : "none";
}

}  // namespace

TEST_CASE("a good pipeline has no cause") {
    auto seen = good_pipeline().seen();
    seen.measured = seen.bound;
    CHECK(cause_of(seen) == "none");
}

TEST_CASE("waits that drain the device in every turn") {
    for (const std::string call : {"cudaStreamSynchronize", "cudaDeviceSynchronize"}) {
        script s;
        for (int i = 0; i < 4; ++i) {
            s.chunk_in(static_cast<timeline::stream_id>(i % 3 + 1), 30 * i);
            s.host(op_kind::host_wait, 30 * i, 30 * i + 30, call);
        }
        const auto found = first_of(all_causes(), s.seen());
        REQUIRE(found);
        CHECK(found->id() ==
              (call == "cudaDeviceSynchronize" ? "device-wide-wait" : "sync-in-loop"));
        // The last wait is after all work: it belongs there.
        CHECK(found->arguments.at("waits") == "3");
        CHECK(found->where.front().line == 4);
    }
}

TEST_CASE("a wait for one buffer while others are at work drains nothing") {
    script s;
    for (int i = 0; i < 4; ++i) {
        s.chunk_in(static_cast<timeline::stream_id>(i % 3 + 1), 10 * i);
        s.host(op_kind::host_wait, 10 * i, 10 * i + 10, "cudaEventSynchronize");
    }
    CHECK_FALSE(sync_in_loop(s.seen()));
}

TEST_CASE("a wait that finds the device idle is not to blame") {
    script s;
    for (int i = 0; i < 4; ++i) {
        s.chunk_in(static_cast<timeline::stream_id>(i % 3 + 1), 40 * i);
        s.host(op_kind::host_work, 40 * i, 40 * i + 36, "host");
        s.host(op_kind::host_wait, 40 * i + 36, 40 * i + 38, "cudaStreamSynchronize");
    }
    CHECK_FALSE(sync_in_loop(s.seen()));
    // Of two waits in a turn, the one that waited is counted.
    script twice;
    for (int i = 0; i < 4; ++i) {
        twice.chunk_in(static_cast<timeline::stream_id>(i % 3 + 1), 40 * i);
        twice.host(op_kind::host_wait, 40 * i, 40 * i + 31, "cudaStreamSynchronize");
        twice.host(op_kind::host_wait, 40 * i + 31, 40 * i + 32, "cudaStreamSynchronize");
    }
    const auto found = sync_in_loop(twice.seen());
    REQUIRE(found);
    CHECK(found->arguments.at("waits") == "3");
    CHECK(found->arguments.at("percent") == "85");
}

TEST_CASE("the host reads write-combined memory") {
    auto s = good_pipeline();
    CHECK_FALSE(write_combined_read(s.seen()));
    s.host(op_kind::api_call, 60, 61, "cudaHostAlloc");
    s.host(op_kind::host_work, 61, 62, "host reads write-combined memory");  // only a name
    CHECK_FALSE(write_combined_read(s.seen()));
    s.host(op_kind::host_work, 62, 63, "host", memory_kind::write_combined);
    const auto found = write_combined_read(s.seen());
    REQUIRE(found);
    CHECK(found->where.size() == 1);
}

TEST_CASE("a single thing is said as one") {
    script s;
    s.device(op_kind::copy_h2d, 1, 0, 10, "cudaMemcpyAsync", memory_kind::pageable);
    CHECK(pageable_async(s.seen())->arguments.at("copies") == "One call");
    script blocking;
    blocking.device(op_kind::copy_h2d, 0, 0, 10, "cudaMemcpy");
    auto seen = blocking.seen();
    seen.chunks = 1;
    CHECK(blocking_copy(seen)->arguments.at("times") == "once");
    CHECK(chunk_too_large(blocking.seen())->arguments.at("copies") == "one copy");
}

TEST_CASE("asynchronous copies from pageable memory") {
    script s;
    s.device(op_kind::copy_h2d, 1, 0, 10, "cudaMemcpyAsync", memory_kind::pageable);
    s.device(op_kind::copy_d2h, 1, 20, 30, "cudaMemcpyAsync", memory_kind::pinned);
    CHECK(cause_of(s.seen()) == "pageable-async");
    CHECK(pageable_async(s.seen())->arguments.at("copies") == "One call");
}

TEST_CASE("blocking copies from pageable and from pinned memory") {
    for (const auto memory : {memory_kind::pageable, memory_kind::pinned}) {
        script s;
        for (int i = 0; i < 4; ++i) {
            s.device(op_kind::copy_h2d, 0, 30 * i, 30 * i + 10, "cudaMemcpy", memory);
        }
        CHECK(cause_of(s.seen()) ==
              (memory == memory_kind::pageable ? "pageable-copy" : "blocking-copy"));
    }
}

TEST_CASE("one blocking copy beside many others is not a habit") {
    auto s = good_pipeline();
    s.device(op_kind::copy_h2d, 0, 90, 91, "cudaMemcpy");
    CHECK_FALSE(blocking_copy(s.seen()));
}

TEST_CASE("allocating and pinning in every turn") {
    for (const std::string call : {"cudaMalloc", "cudaHostRegister"}) {
        script s;
        for (int i = 0; i < 4; ++i) {
            s.host(op_kind::api_call, 30 * i, 30 * i + 1, call);
            s.chunk_in(static_cast<timeline::stream_id>(i % 3 + 1), 30 * i);
        }
        CHECK(cause_of(s.seen()) ==
              (call == "cudaMalloc" ? "allocation-in-loop" : "pinned-per-chunk"));
    }
}

TEST_CASE("allocating before and freeing after the loop is right") {
    script s;
    for (int i = 0; i < 3; ++i) {
        s.host(op_kind::api_call, i, i + 1, "cudaMalloc");
    }
    for (int i = 0; i < 4; ++i) {
        s.chunk_in(static_cast<timeline::stream_id>(i % 3 + 1), 10 * i);
    }
    for (int i = 0; i < 3; ++i) {
        s.host(op_kind::host_wait, 100 + i, 101 + i, "cudaFree");
    }
    CHECK_FALSE(allocation_in_loop(s.seen()));
}

TEST_CASE("everything in one stream, or launches in the default stream") {
    script one;
    script mixed;
    for (int i = 0; i < 4; ++i) {
        one.chunk_in(1, 30 * i);
        const auto lane = static_cast<timeline::stream_id>(i % 3 + 1);
        mixed.device(op_kind::copy_h2d, lane, 30 * i, 30 * i + 10)
            .device(op_kind::kernel, 0, 30 * i + 10, 30 * i + 20, "advance")
            .device(op_kind::copy_d2h, lane, 30 * i + 20, 30 * i + 30);
    }
    CHECK(cause_of(one.seen()) == "single-stream");
    CHECK(cause_of(mixed.seen()) == "legacy-default-stream");
    CHECK(legacy_default_stream(mixed.seen())->arguments.at("work") == "kernel advance");
}

TEST_CASE("in one stream, a wait for a chunk of an earlier turn is one for all of them") {
    const auto cause = [](int issued_before, bool waits_before_all) {
        script s;
        s.host(op_kind::api_call, 0, 0, "cudaMalloc");
        if (waits_before_all) {
            s.host(op_kind::host_wait, 0, 0, "cudaStreamSynchronize");
        }
        for (int i = 0; i < 6; ++i) {
            s.chunk_in(1, 30 * i);
            if (i + 1 >= issued_before) {
                s.host(op_kind::host_wait, 30 * i, 30 * i + 30, "cudaStreamSynchronize");
            }
        }
        auto seen = s.seen();
        for (auto& op : seen.recorded.operations) {
            op.where =
                op.kind == op_kind::host_wait ? timeline::source_place{"lab.cu", 7} : op.where;
        }
        const auto found = first_of({one_stream_to_wait_for, sync_in_loop, single_stream}, seen);
        return found ? found->id() : "none";
    };
    CHECK(cause(1, false) == "sync-in-loop");  // at the end of each turn
    CHECK(cause(1, true) == "single-stream");  // at the beginning of each
    CHECK(cause(3, false) == "single-stream");
    // In several streams, the wait is to blame.
    script lanes;
    for (int i = 0; i < 6; ++i) {
        lanes.host(op_kind::host_wait, 30 * i - 30, 30 * i, "cudaStreamSynchronize");
        lanes.chunk_in(static_cast<timeline::stream_id>(i % 3 + 1), 30 * i);
    }
    CHECK_FALSE(one_stream_to_wait_for(lanes.seen()));
}

TEST_CASE("chunks cut too small and too large") {
    script small;
    script large;
    for (int i = 0; i < 16; ++i) {
        small.device(op_kind::copy_h2d, static_cast<timeline::stream_id>(i % 3 + 1), 5 * i,
                     5 * i + 5, "cudaMemcpyAsync", memory_kind::pinned, {chunk.value / 4});
    }
    for (int i = 0; i < 2; ++i) {
        large.device(op_kind::copy_h2d, static_cast<timeline::stream_id>(i + 1), 20 * i,
                     20 * i + 20, "cudaMemcpyAsync", memory_kind::pinned, {chunk.value * 2});
    }
    CHECK(cause_of(small.seen()) == "chunk-too-small");
    CHECK(cause_of(large.seen()) == "chunk-too-large");
}

TEST_CASE("two buffers for three stages") {
    CHECK(cause_of(good_pipeline().seen({2 * chunk.value})) == "too-few-buffers");
}

TEST_CASE("buffers for all, and one that all chunks pass through") {
    const auto with_places = [](std::uint64_t uploads, std::uint64_t downloads) {
        auto seen = good_pipeline().seen();
        std::uint64_t turn = 0;
        for (auto& op : seen.recorded.operations) {
            turn += op.kind == op_kind::copy_h2d ? 1 : 0;
            op.device_place = op.kind == op_kind::copy_h2d   ? 1 + turn % uploads
                              : op.kind == op_kind::copy_d2h ? 10 + turn % downloads
                                                             : 0;
        }
        const auto found = one_buffer_used(seen);
        return found ? found->text : "none";
    };
    CHECK(with_places(1, 2) == "too-few-buffers/one-input");
    CHECK(with_places(2, 1) == "too-few-buffers/one-result");
    CHECK(with_places(2, 2) == "none");
    CHECK_FALSE(one_buffer_used(good_pipeline().seen()));  // nobody knows where
}

TEST_CASE("overlap that is not worth it") {
    auto seen = good_pipeline().seen();
    seen.measured = nanoseconds{130'000};
    CHECK(cause_of(seen) == "overlap-without-gain");
}

TEST_CASE("memory beyond what is allowed") {
    CHECK_FALSE(device_memory_beyond_one_chunk(good_pipeline().seen(chunk)));
    CHECK(device_memory_beyond_one_chunk(good_pipeline().seen({chunk.value + 1}))->id() ==
          "too-much-memory");
    CHECK_FALSE(device_memory_beyond_a_few_chunks(good_pipeline().seen({8 * chunk.value})));
    CHECK(device_memory_beyond_a_few_chunks(good_pipeline().seen({9 * chunk.value})));
}

TEST_CASE("a little more memory than is allowed does not look like what is allowed") {
    const auto used = [](std::uint64_t peak) {
        return device_memory_beyond_four_chunks(good_pipeline().seen({peak}))
            ->arguments.at("used")
            .english();
    };
    CHECK(used(5 * chunk.value) == "5 chunks");
    CHECK(used(4 * chunk.value + 256) == "4 chunks and 256 bytes more");
}

TEST_CASE("who allocates in each turn has no more buffers for that, but a loop to mend") {
    script s;
    for (int i = 0; i < static_cast<int>(chunks); ++i) {
        s.chunk_in(1, 40 * i).host(op_kind::api_call, 40 * i + 30, 40 * i + 35, "cudaMalloc");
    }
    CHECK(device_memory_beyond_one_chunk(s.seen({5 * chunk.value}))->id() == "allocation-in-loop");
    CHECK_FALSE(device_memory_beyond_one_chunk(s.seen(chunk)));
}

TEST_CASE("an empty recording has no cause") {
    CHECK(cause_of(script{}.seen({})) == "none");
}

TEST_CASE("too much memory is blamed on what is allocated in the loop, if anything is") {
    script before;
    before.host(op_kind::api_call, 0, 1, "cudaMalloc").chunk_in(1, 2).chunk_in(2, 12);
    const auto all = device_memory_beyond_three_chunks(before.seen({5 * chunk.value}));
    REQUIRE(all);
    CHECK(all->where == std::vector{timeline::source_place{"lab.cu", 1}});

    script in_turns;
    in_turns.host(op_kind::api_call, 0, 1, "cudaMalloc").chunk_in(1, 2);
    in_turns.host(op_kind::api_call, 33, 34, "cudaMallocAsync").chunk_in(2, 35);
    const auto found = device_memory_beyond_three_chunks(in_turns.seen({5 * chunk.value}));
    REQUIRE(found);
    CHECK(found->where == std::vector{timeline::source_place{"lab.cu", 5}});
}

TEST_CASE("memory is counted in what the lab calls its parts") {
    auto seen = good_pipeline().seen({5 * chunk.value});
    CHECK(device_memory_beyond_three_chunks(seen)->arguments.at("used").english() == "5 chunks");
    seen.part = part_of_data::block;
    const auto found = device_memory_beyond_three_chunks(seen);
    CHECK(found->arguments.at("used").english() == "5 blocks");
    CHECK(found->arguments.at("allowed").english() == "3 blocks");
}

TEST_CASE("host functions are to blame when they take most of what is missing") {
    auto s = good_pipeline();
    s.device(op_kind::host_function, 2, 60, 80, "host function");
    s.device(op_kind::copy_d2h, 2, 80, 81);
    CHECK_FALSE(held_by_host_functions(s.seen()));  // 20 of 50 us
    s.device(op_kind::host_function, 3, 80, 90, "host function");
    s.device(op_kind::copy_d2h, 3, 90, 91);
    const auto found = held_by_host_functions(s.seen());
    REQUIRE(found);
    CHECK(found->text == "not-enough-overlap/host-function");
    CHECK(found->arguments.at("stream").english() == "stream 2");
    CHECK_FALSE(held_by_host_functions(good_pipeline().seen()));
}

TEST_CASE("a host function that no stream comes after holds none") {
    const auto with_function = [] {
        auto s = good_pipeline();
        s.device(op_kind::host_function, 2, 60, 100, "host function");
        return s;
    };
    CHECK_FALSE(held_by_host_functions(with_function().seen()));
    auto elsewhere = with_function();
    elsewhere.device(op_kind::copy_d2h, 3, 100, 101);
    CHECK_FALSE(held_by_host_functions(elsewhere.seen()));
    auto behind = with_function();
    behind.device(op_kind::copy_d2h, 2, 100, 101);
    CHECK(held_by_host_functions(behind.seen()));

    const auto function_before = [&](op_kind kind, timeline::stream_id stream) {
        auto s = with_function();
        s.device(op_kind::event_record, 2, 100, 100, "cudaEventRecord");
        s.device(kind, stream, 100, 100, "wait");
        auto seen = s.seen();
        for (auto& op : seen.recorded.operations) {
            const bool is_marked = op.kind == op_kind::event_record || op.kind == kind;
            op.event = is_marked ? 7 : 0;
        }
        return held_by_host_functions(seen).has_value();
    };
    CHECK(function_before(op_kind::event_wait, 3));
    CHECK_FALSE(function_before(op_kind::host_wait, timeline::host_lane));
}
