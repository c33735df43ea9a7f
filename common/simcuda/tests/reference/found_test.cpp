// Faults that random programs have found, each as the program that shows it.

#include "checker/tests/catch.hpp"
#include "common/simcuda/tests/reference/programs.hpp"
#include "common/simcuda/tests/reference/trial.hpp"

using namespace simcuda::reference;
using namespace simcuda::reference::written;

namespace {

constexpr unsigned page = 4096;
constexpr buffer on_device{memory::device, page}, pinned{memory::pinned, page},
    pageable{memory::pageable, 2 * page};
constexpr int s2 = first_made_stream, s3 = first_made_stream + 1;

void agree(const program& p) {
    REQUIRE(is_complete(p));
    for (const std::string& difference : differences(p))
        FAIL_CHECK(difference);
}

}  // namespace

TEST_CASE("a copy of bytes without a value writes its target all the same", "[reference]") {
    agree({"h200",
           {on_device, pinned},
           {allocate(0), allocate(1), stream(s2), stream(s3), copy(s2, {0, 0, 16}, {1, 0, 16}),
            kernel(s3, {reads(0, 8, 16)})}});
}

TEST_CASE("an access that begins beside the copied part of its page reaches into it",
          "[reference]") {
    for (const touch& t : {writes(1, 0, page), writes(1, 90, 20), writes(1, 1999, 2)}) {
        agree({"h200",
               {on_device, pageable},
               {allocate(0), allocate(1), stream(s2), copy(s2, {0, 0, 1900}, {1, 100, 1900}),
                host({t})}});
    }
}

TEST_CASE("an access beside the copied part of a page hides no later one", "[reference]") {
    for (const unsigned beside : {0u, 50u, 110u, page - 1}) {
        agree({"h200",
               {on_device, pageable},
               {allocate(0), allocate(1), stream(s2), copy(s2, {0, 0, 10}, {1, 100, 10}),
                host({writes(1, beside, 1), writes(1, 100, 1)})}});
    }
}

TEST_CASE("pageable memory of which a copy uses only a later page is freed in use", "[reference]") {
    agree({"h200",
           {on_device, pageable},
           {allocate(0), allocate(1), stream(s2), copy(s2, {1, page + 100, 16}, {0, 0, 16}),
            free(1)}});
}

TEST_CASE("bytes without a value stay so when their page takes part in another copy",
          "[reference]") {
    agree({"h200",
           {on_device, pageable},
           {allocate(0), allocate(1), blocking_copy({1, 0, 8}, {0, 0, 8}),
            blocking_copy({1, 100, 8}, {0, 0, 8}), host({reads(1, 0, 16)})}});
}

TEST_CASE("who waits for several streams wakes up once, after the last", "[reference]") {
    for (const int longer : {s2, s3}) {
        agree({"h200",
               {on_device},
               {stream(s2), stream(s3), kernel(s2, {}, nanoseconds{50000 + 5000 * (longer - s2)}),
                kernel(s3, {}, nanoseconds{50000}), synchronize()}});
    }
}

TEST_CASE("priorities are no affair of copies, on a machine without a copy engine either",
          "[reference]") {
    agree({"no-engine",
           {on_device, pinned},
           {allocate(0), allocate(1), stream(s2, barrier::none, -1), stream(s3, barrier::none, -2),
            kernel(per_thread_stream, {}, nanoseconds{30000}), copy(s3, {0, 0, 1}, {1, 0, 1}),
            kernel(s2, {})}});
}

TEST_CASE("a kernel sleeps as long as it says", "[reference]") {
    for (int us = 3; us < 60; ++us) {
        agree({"two-engines", {}, {kernel(legacy_stream, {}, nanoseconds{1000 * us})}});
        agree({"h200", {}, {kernel(legacy_stream, {}, nanoseconds{1000 * us})}});
    }
}

TEST_CASE("a wait means the newest record at the call, not one made while it waits for room",
          "[reference]") {
    step event, query, fill;
    event.what = action::create_event;
    query.what = action::query_stream;
    fill.what = action::fill;
    fill.to = {0, 90, 34};
    step record = event, wait = event;
    record.what = action::record;
    record.stream = s2;
    wait.what = action::wait;
    query.stream = fill.stream = wait.stream = s3;
    const touch update{use::update, {1, 0, 121}};
    agree({"short-queue",
           {{memory::device, 124}, {memory::device, 121}, pageable},
           {allocate(0), allocate(1), allocate(2), stream(s2), stream(s3, barrier::with_legacy),
            event, by_host(2, query), copy(s3, {1, 16, 1}, {2, 16, 1}), record,
            by_host(1, kernel(s3, {}, nanoseconds{14'000})), by_host(2, kernel(s3, {})),
            by_host(2, kernel(s2, {update})), by_host(1, fill), by_host(2, wait)}});
}

TEST_CASE("a host that sleeps does not overtake one whose copy ends meanwhile", "[reference]") {
    agree({"h200",
           {pinned, pageable},
           {allocate(0), allocate(1), stream(s2), by_host(2, blocking_copy({0, 0, 8}, {1, 0, 8})),
            by_host(2, kernel(s2, {})), by_host(1, kernel(s2, {})),
            by_host(1, sleep(nanoseconds{12'000}))}});
}

TEST_CASE("a call does what it does when its cost has passed, after what others do before that",
          "[reference]") {
    agree({"h200",
           {pinned, pageable},
           {allocate(0), allocate(1), stream(s2, barrier::with_legacy), kernel(s2, {}),
            by_host(2, blocking_copy({0, 0, 8}, {1, 0, 8})), by_host(1, kernel(s2, {})),
            by_host(1, synchronize())}});
}
