// What a GPU's records become: the rules of the conversion, each on a few records.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "checker/tests/catch.hpp"
#include "common/timeline/gpu_records.hpp"
#include "common/timeline/gpu_records_text.hpp"
#include "common/timeline/overlap.hpp"

using namespace timeline;

namespace {

constexpr stream_id one = 1;
constexpr stream_id two = 2;

nanoseconds us(int n) {
    return nanoseconds{1000 * n};
}

gpu_call call(std::uint64_t correlation, const std::string& name, stream_id stream, int start,
              int end) {
    gpu_call c;
    c.correlation = correlation;
    c.name = name;
    c.stream = stream;
    c.start = us(start);
    c.end = us(end);
    c.where = {"lab.cu", static_cast<int>(correlation)};
    return c;
}

gpu_call mark(std::uint64_t correlation, call_role role, stream_id stream, std::uint64_t event,
              int start) {
    auto c = call(correlation,
                  role == call_role::records_event ? "cudaEventRecord" : "cudaStreamWaitEvent",
                  stream, start, start + 1);
    c.role = role;
    c.event = event;
    return c;
}

gpu_call wait(std::uint64_t correlation, call_role role, stream_id stream, int start, int end) {
    auto c = call(correlation, "cudaStreamSynchronize", stream, start, end);
    c.role = role;
    return c;
}

gpu_work work(std::uint64_t correlation, op_kind kind, std::uint32_t stream, int start, int end) {
    gpu_work w;
    w.correlation = correlation;
    w.kind = kind;
    w.stream = stream;
    w.start = us(start);
    w.end = us(end);
    return w;
}

std::vector<operation> of_kind(const recording& r, op_kind kind) {
    std::vector<operation> found;
    std::copy_if(r.operations.begin(), r.operations.end(), std::back_inserter(found),
                 [kind](const operation& op) { return op.kind == kind; });
    return found;
}

}  // namespace

TEST_CASE("work takes stream, name and place from its call, and both share a correlation") {
    gpu_records seen;
    seen.calls = {call(7, "cudaMemcpyAsync", one, 10, 12)};
    seen.work = {work(7, op_kind::copy_h2d, 13, 15, 40)};
    seen.work[0].size = {1024};
    seen.work[0].host_memory = memory_kind::pinned;
    const auto r = to_recording(seen);
    REQUIRE(r.operations.size() == 2);
    const auto& copy = r.operations[0];
    CHECK(copy.kind == op_kind::copy_h2d);
    CHECK(copy.name == "cudaMemcpyAsync");
    CHECK(copy.stream == one);
    CHECK(copy.where == source_place{"lab.cu", 7});
    CHECK(copy.start == us(15));
    CHECK(copy.end == us(40));
    CHECK(copy.size.value == 1024);
    CHECK(copy.host_memory == memory_kind::pinned);
    CHECK(r.operations[1].kind == op_kind::api_call);
    CHECK(r.operations[1].stream == host_lane);
    CHECK(r.operations[1].correlation == copy.correlation);
    CHECK(copy.id < r.operations[1].id);
}

TEST_CASE("numbers follow the order of the calls, not that of the records") {
    gpu_records seen;
    seen.calls = {call(1, "cudaMemcpyAsync", one, 0, 1), call(2, "cudaLaunchKernel", two, 2, 3)};
    seen.work = {work(2, op_kind::kernel, 14, 5, 9), work(1, op_kind::copy_h2d, 13, 6, 20)};
    const auto r = to_recording(seen);
    CHECK(of_kind(r, op_kind::copy_h2d).at(0).id < of_kind(r, op_kind::kernel).at(0).id);
}

TEST_CASE("clocks that differ by a little do not put effects before causes") {
    gpu_records seen;
    seen.calls = {call(1, "cudaMemcpyAsync", one, 10, 12),
                  wait(2, call_role::waits_for_stream, one, 13, 38)};
    seen.work = {work(1, op_kind::copy_h2d, 13, 9, 40)};
    const auto r = to_recording(seen);
    CHECK(r.operations[0].start == us(10));
    const auto waits = of_kind(r, op_kind::host_wait);
    REQUIRE(waits.size() == 1);
    CHECK(waits[0].end == us(40));
    CHECK(waits[0].waits_for == std::vector{r.operations[0].id});
}

TEST_CASE("a wait for nothing is a call like others") {
    gpu_records seen;
    seen.calls = {wait(1, call_role::waits_for_stream, one, 13, 14)};
    CHECK(to_recording(seen).operations.at(0).kind == op_kind::api_call);
}

TEST_CASE("records and waits of streams come where their stream is by then") {
    gpu_records seen;
    seen.calls = {
        call(1, "cudaMemcpyAsync", one, 0, 1), mark(2, call_role::records_event, one, 5, 2),
        mark(3, call_role::stream_waits, two, 5, 3), call(4, "cudaLaunchKernel", two, 4, 5)};
    seen.work = {work(1, op_kind::copy_h2d, 13, 3, 50), work(4, op_kind::kernel, 14, 51, 60)};
    const auto r = to_recording(seen);
    const auto record = of_kind(r, op_kind::event_record).at(0);
    const auto waits = of_kind(r, op_kind::event_wait);
    CHECK(record.start == us(50));
    CHECK(record.end == us(50));
    CHECK(record.event == 5);
    REQUIRE(waits.size() == 1);
    CHECK(waits[0].start == us(50));
    CHECK(waits[0].waits_for == std::vector{record.id});
}

TEST_CASE("the host's wait for an event is for its newest record") {
    gpu_records seen;
    seen.calls = {
        call(1, "cudaMemcpyAsync", one, 0, 1), mark(2, call_role::records_event, one, 5, 2),
        call(3, "cudaMemcpyAsync", one, 4, 5), mark(4, call_role::records_event, one, 5, 6),
        wait(5, call_role::waits_for_event, host_lane, 7, 90)};
    seen.calls.back().event = 5;
    seen.work = {work(1, op_kind::copy_h2d, 13, 3, 40), work(3, op_kind::copy_h2d, 13, 41, 80)};
    const auto r = to_recording(seen);
    const auto last_record = of_kind(r, op_kind::event_record).at(1);
    const auto waited = of_kind(r, op_kind::host_wait).at(0);
    CHECK(waited.waits_for == std::vector{last_record.id});
    CHECK(waited.event == 5);
    CHECK(last_record.start == us(80));
}

TEST_CASE("the legacy default stream stands behind all that did not ask to be left alone") {
    gpu_records seen;
    seen.streams = {{one, "stream 1", false, 0}, {two, "stream 2", true, 0}};
    seen.calls = {call(1, "cudaMemcpyAsync", one, 0, 1), call(2, "cudaMemcpyAsync", two, 1, 2),
                  mark(3, call_role::records_event, 0, 5, 3)};
    seen.work = {work(1, op_kind::copy_h2d, 13, 3, 40), work(2, op_kind::copy_d2h, 14, 3, 70)};
    CHECK(of_kind(to_recording(seen), op_kind::event_record).at(0).start == us(40));
}

TEST_CASE("a blocking copy is a wait of the host's") {
    gpu_records seen;
    seen.calls = {call(1, "cudaMemcpy", 0, 0, 30)};
    seen.calls[0].role = call_role::blocking_copy;
    seen.work = {work(1, op_kind::copy_h2d, 7, 3, 35)};
    const auto r = to_recording(seen);
    CHECK(r.operations.at(1).kind == op_kind::host_wait);
    CHECK(r.operations.at(1).name == "cudaMemcpy");
    CHECK(r.operations.at(1).end == us(30));
}

TEST_CASE("work whose call nobody noted keeps its place by its correlation") {
    gpu_records seen;
    seen.streams = {{one, "stream 1", false, 0}};
    seen.calls = {call(1, "cudaMemcpyAsync", one, 0, 1), call(9, "cudaMemcpyAsync", one, 2, 3)};
    seen.work = {work(9, op_kind::copy_d2h, 13, 60, 70), work(5, op_kind::memset, 20, 30, 31),
                 work(4, op_kind::kernel, 13, 10, 50), work(1, op_kind::copy_h2d, 13, 3, 9)};
    const auto r = to_recording(seen);
    CHECK(of_kind(r, op_kind::copy_h2d).at(0).id < of_kind(r, op_kind::kernel).at(0).id);
    CHECK(of_kind(r, op_kind::kernel).at(0).id < of_kind(r, op_kind::memset).at(0).id);
    CHECK(of_kind(r, op_kind::memset).at(0).id < of_kind(r, op_kind::copy_d2h).at(0).id);
    // Its stream is known by other work, or gets a number of its own.
    CHECK(of_kind(r, op_kind::kernel).at(0).stream == one);
    CHECK(of_kind(r, op_kind::memset).at(0).stream == two);
    CHECK(r.streams.size() == 2);
}

TEST_CASE("streams that nothing ran in are left out") {
    gpu_records seen;
    seen.streams = {{one, "stream 1", false, 0}, {two, "stream 2", true, 0}};
    seen.calls = {call(3, "cudaMemcpyAsync", two, 0, 1)};
    seen.work = {work(3, op_kind::copy_h2d, 13, 3, 9)};
    const auto r = to_recording(seen);
    REQUIRE(r.streams.size() == 1);
    CHECK(r.streams[0].id == two);
    CHECK(r.streams[0].non_blocking);
}

TEST_CASE("all nodes of a graph belong to its launch") {
    gpu_records seen;
    seen.calls = {call(3, "cudaGraphLaunch", one, 0, 1)};
    seen.work = {work(3, op_kind::kernel, 13, 9, 10), work(3, op_kind::copy_h2d, 13, 3, 9)};
    const auto r = to_recording(seen);
    REQUIRE(r.operations.size() == 3);
    CHECK(r.operations[0].kind == op_kind::copy_h2d);
    CHECK(r.operations[1].kind == op_kind::kernel);
}

TEST_CASE("host work stands among the calls") {
    gpu_records seen;
    gpu_call host;
    host.name = "host";
    host.role = call_role::host_work;
    host.start = us(5);
    host.end = us(25);
    host.size = {64};
    seen.calls = {host, call(1, "cudaMemcpyAsync", one, 26, 27)};
    const auto r = to_recording(seen);
    CHECK(r.operations.at(0).kind == op_kind::host_work);
    CHECK(r.operations.at(0).size.value == 64);
    CHECK(r.operations.at(0).end == us(25));
}

TEST_CASE("copies of one place on the device share its number") {
    gpu_records seen;
    std::uint64_t correlation = 0;
    for (const std::uint64_t place : {0x7000U, 0x9000U, 0x7000U, 0U}) {
        ++correlation;
        const auto at = static_cast<int>(10 * correlation);
        seen.calls.push_back(call(correlation, "cudaMemcpyAsync", one, at, at + 1));
        seen.calls.back().device_place = place;
        seen.work.push_back(work(correlation, op_kind::copy_h2d, 13, at + 1, at + 5));
    }
    std::vector<std::uint64_t> places;
    for (const auto& op : to_recording(seen).operations) {
        if (op.kind == op_kind::copy_h2d) {
            places.push_back(op.device_place);
        }
    }
    CHECK(places == std::vector<std::uint64_t>{1, 2, 1, 0});
}

TEST_CASE("a call that asks for a time says between which events") {
    gpu_records seen;
    seen.calls = {call(1, "cudaEventElapsedTime", host_lane, 10, 11)};
    seen.calls[0].since_event = 3;
    seen.calls[0].event = 5;
    const auto r = to_recording(seen);
    REQUIRE(r.operations.size() == 1);
    CHECK(r.operations[0].since_event == 3);
    CHECK(r.operations[0].event == 5);
}

TEST_CASE("kernels are called as in the source") {
    CHECK(plain_kernel_name("_ZN8workload7advanceEPjmj") == "advance");
    CHECK(plain_kernel_name("_Z5scaleIfLi3EEvPT_S0_") == "scale");
    CHECK(plain_kernel_name("_ZN7checker3gpu12_GLOBAL__N_17advanceEPjmj") == "advance");
    CHECK(plain_kernel_name("plain_c") == "plain_c");
    CHECK(plain_kernel_name("") == "");
}

TEST_CASE("a recorded stream of an H200 becomes a recording that holds together") {
    const auto file =
        std::filesystem::path(std::getenv("TIMELINE_GOLDEN")) / "h200-double-buffering.records";
    std::ifstream in(file);
    REQUIRE(in);
    const auto seen = read_gpu_records(in);
    const auto r = to_recording(seen);
    std::map<std::uint64_t, operation> by_id;
    for (const auto& op : r.operations) {
        by_id[op.id] = op;
    }
    constexpr std::size_t chunks = 12;
    CHECK(of_kind(r, op_kind::copy_h2d).size() == chunks);
    CHECK(of_kind(r, op_kind::kernel).size() == chunks);
    CHECK(of_kind(r, op_kind::copy_d2h).size() == chunks);
    CHECK(of_kind(r, op_kind::event_record).size() == 3 * chunks);
    CHECK(of_kind(r, op_kind::event_wait).size() == 4 * chunks);
    CHECK(of_kind(r, op_kind::host_work).size() == chunks);
    for (const auto& kernel : of_kind(r, op_kind::kernel)) {
        CHECK(kernel.name == "advance_into");
        CHECK(kernel.where == source_place{"lab.cu", 75});
    }
    for (const auto& copy : of_kind(r, op_kind::copy_h2d)) {
        CHECK(copy.host_memory == memory_kind::pinned);
        CHECK(copy.size.value == std::uint64_t{8} << 20);
    }
    for (const auto& op : r.operations) {
        CHECK(op.start <= op.end);
        for (const auto awaited : op.waits_for) {
            REQUIRE(by_id.contains(awaited));
            CHECK(by_id[awaited].end <= op.end);
            CHECK(awaited < op.id);
        }
    }
    // In one stream, one after the other.
    std::map<stream_id, nanoseconds> reached;
    for (const auto& op : r.operations) {
        if (op.stream != host_lane) {
            CHECK(op.start >= reached[op.stream]);
            reached[op.stream] = op.end;
        }
    }
    const auto figures = measure_overlap(r);
    CHECK(figures.hidden_share() > 0.9);
    CHECK(figures.of(engine::d2h).share > 0.8);
}

TEST_CASE("records as text come back as they were") {
    gpu_records seen;
    seen.streams = {{one, "stream 1", true, -1}};
    seen.calls = {call(7, "cudaMemcpyAsync", one, 10, 12),
                  mark(8, call_role::records_event, one, 5, 13)};
    seen.calls[1].where = {};
    seen.calls[0].since_event = 3;
    seen.calls[0].event = 5;
    seen.calls[0].size = {4096};
    seen.calls[0].device_place = 0x7f00;
    seen.work = {work(7, op_kind::copy_h2d, 13, 15, 40), work(9, op_kind::kernel, 13, 41, 50)};
    seen.work[0].host_memory = memory_kind::pageable;
    seen.work[1].name = "_ZN8workload7advanceEPjmj";
    std::stringstream text;
    write_text(text, seen);
    CHECK(read_gpu_records(text) == seen);
    std::istringstream broken("stream 1 0 0 x\nwork 1 copy_sideways 1 0 0 none 0 1 -\n");
    CHECK_THROWS_WITH(read_gpu_records(broken),
                      Catch::Matchers::StartsWith("line 2: the word copy_sideways"));
}
