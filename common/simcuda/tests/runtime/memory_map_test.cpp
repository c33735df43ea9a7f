#include <fcntl.h>
#include <unistd.h>

#include <memory>
#include <set>

#include "checker/tests/catch.hpp"
#include "common/simcuda/runtime/memory_map.hpp"

using namespace simcuda;

namespace {

/// Can this byte be read? Asks the system, so that a no does not end the test.
bool is_readable(address a) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const bool readable = write(ends[1], reinterpret_cast<const void*>(a), 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return readable;
}

}  // namespace

TEST_CASE("a block ends at an unreadable page", "[memory_map]") {
    arena memory(1ull << 32);
    const address a = memory.take(10000), b = memory.take(1);
    REQUIRE(a != 0);
    REQUIRE(b != 0);
    CHECK(a % page_size == 0);
    CHECK(is_readable(a));
    CHECK(is_readable(a + 3 * page_size - 1));
    CHECK_FALSE(is_readable(a + 3 * page_size));
    CHECK(b >= a + 4 * page_size);
    memory.give(a, 10000);
    CHECK_FALSE(is_readable(a));
    CHECK(is_readable(b));
}

TEST_CASE("freed addresses rest before they are used again, and are empty then", "[memory_map]") {
    arena memory(1ull << 32);
    const address first = memory.take(4096);
    *reinterpret_cast<int*>(first) = 7;
    memory.give(first, 4096);
    std::set<address> seen;
    int rounds = 0;
    for (address a = memory.take(4096); a != first; a = memory.take(4096)) {
        CHECK(seen.insert(a).second);  // none of these either, before the first
        memory.give(a, 4096);
        REQUIRE(++rounds < 1000);
    }
    CHECK(rounds >= 256);
    CHECK(*reinterpret_cast<int*>(first) == 0);
}

TEST_CASE("an arena that is used up says so", "[memory_map]") {
    arena memory(1ull << 32);
    CHECK(memory.take(1ull << 33) == 0);
    CHECK(memory.take(1ull << 20) != 0);
}

TEST_CASE("blocks are found by any of their addresses", "[memory_map]") {
    memory_map memory;
    allocation* a = memory.allocate(space::device, 5000, nullptr);
    allocation* b = memory.allocate(space::device, 100, nullptr);
    allocation* h = memory.allocate(space::pinned, 100, nullptr);
    REQUIRE((a && b && h));
    CHECK(memory.in_device_arena(a->base));
    CHECK(memory.in_pinned_arena(h->base));
    CHECK_FALSE(memory.in_device_arena(h->base));
    CHECK(memory.find_live(a->base + 4999) == a);
    CHECK(memory.find_live(a->base + 5000) == nullptr);
    CHECK(memory.find(a->base + 5000) == a);               // the rest of its last page
    CHECK(memory.find(a->base + 2 * page_size + 5) == a);  // and its guard
    CHECK(memory.find_live(b->base) == b);
    CHECK(memory.find_page(a->base + page_size) == &a->pages[1]);
    CHECK(memory.find_live(0) == nullptr);

    CHECK(memory.nearest(b->base - 4) == b);
    CHECK(memory.nearest(a->base + 5004) == a);
    CHECK(memory.nearest(b->base + (1u << 30)) == b);
    CHECK(memory.nearest(a->base + 17) == a);

    const char freed_here = 0;
    memory.release(*a, &freed_here);
    CHECK(memory.find_live(a->base) == nullptr);
    CHECK(memory.find(a->base) == a);
    CHECK_FALSE(a->live);
    CHECK(a->freed_at == &freed_here);
}

TEST_CASE("usage and its peaks", "[memory_map]") {
    memory_map memory;
    allocation* a = memory.allocate(space::device, 1000, nullptr);
    allocation* b = memory.allocate(space::device, 500, nullptr);
    memory.release(*a, nullptr);
    allocation* h = memory.allocate(space::pinned, 70, nullptr);
    CHECK(memory.usage().device_live == bytes{500});
    CHECK(memory.usage().device_peak == bytes{1500});
    CHECK(memory.usage().device_count == 1);
    CHECK(memory.usage().pinned_live == bytes{70});
    memory.reset_peaks();
    CHECK(memory.usage().device_peak == bytes{500});
    memory.release(*b, nullptr);
    memory.release(*h, nullptr);
    CHECK(memory.usage().device_live == bytes{0});
    CHECK(memory.usage().pinned_count == 0);
}

TEST_CASE("registered ranges and the program's own memory", "[memory_map]") {
    memory_map memory;
    const auto own = std::make_unique<char[]>(8 * page_size);
    const address base = (reinterpret_cast<address>(own.get()) + page_size) / page_size * page_size;
    allocation* r = memory.add_host_range(space::registered, base + 100, 5000, nullptr);
    CHECK(memory.usage().registered_count == 1);
    CHECK(memory.find_live(base + 100) == r);
    CHECK(memory.find_live(base + 5099) == r);
    CHECK(memory.find_live(base + 99) == nullptr);
    CHECK(memory.find_live(base + 5100) == nullptr);
    CHECK(memory.overlapping_host_range(base, 101) == r);
    CHECK(memory.overlapping_host_range(base, 100) == nullptr);
    CHECK(memory.overlapping_host_range(base + 5099, 1) == r);
    CHECK(memory.overlapping_host_range(base + 5100, 8) == nullptr);  // the same page, but no byte

    host_page* page = memory.find_host_page(base + 200);
    REQUIRE(page != nullptr);
    CHECK_FALSE(page->tracked.any(0, 100));
    CHECK(page->tracked.all(100, page_size - 100));
    CHECK(page->shadow.written.full());  // we do not know better

    memory.remove_host_range(*r);
    CHECK(memory.usage().registered_count == 0);
    CHECK(memory.find_live(base + 100) == nullptr);
    memory.forget_pageable(base + 100, 5000);
    CHECK(memory.find_host_page(base + 200) == nullptr);
    CHECK(memory.find_host_page(base + page_size) == nullptr);
}

TEST_CASE("memory that is given back while another thread uses it is kept until then",
          "[memory_map]") {
    memory_map memory;
    const auto own = std::make_unique<char[]>(3 * page_size);
    const address base = (reinterpret_cast<address>(own.get()) + page_size) / page_size * page_size;
    memory.track_pageable(base, page_size);
    auto record = memory.take_record();
    record->open = true;
    record->writes.add(0, 8);
    memory.find_host_page(base)->shadow.records.push_back(std::move(record));
    memory.forget_pageable(base, page_size);
    REQUIRE(memory.find_host_page(base) != nullptr);
    CHECK(memory.find_host_page(base)->tracked.empty());
    CHECK(memory.find_host_page(base)->shadow.records.front()->writes.size() == 8);
}
