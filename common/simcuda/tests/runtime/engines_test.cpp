#include <algorithm>
#include <array>
#include <random>

#include "checker/tests/catch.hpp"
#include "common/simcuda/tests/runtime/engine_tasks.hpp"

using namespace simcuda;
using namespace simcuda::tests;

TEST_CASE("copies in opposite directions run at once, at the two-way rate", "[engines]") {
    engines device(machine(2, 0.5));
    const auto up = make(engine::h2d, 100), down = make(engine::d2h, 100, 1.0, 0, 50);
    device.submit(up, {});
    device.submit(down, {});
    CHECK(device.drain().count() == 200);
    CHECK(of(up) == span{0, 150});     // 50 alone, then 50 at half speed
    CHECK(of(down) == span{50, 200});  // 50 in 100, then 50 alone
}

TEST_CASE("after a copy beside one of the other direction its engine pauses", "[engines]") {
    auto with_pause = machine(2, 0.5);
    with_pause.pause_beside_d2h = nanoseconds{10};
    engines device(with_pause);
    const auto up = make(engine::h2d, 1000), alone = make(engine::d2h, 100, 1.0, 0, 3000);
    const auto down = make(engine::d2h, 100), next = make(engine::d2h, 100);
    const auto first = make(engine::d2h, 100, 1.0, 0, 4000);
    const auto late = make(engine::h2d, 100, 1.0, 0, 4050);
    for (const auto& t : {up, down, next, alone, first, late})
        device.submit(t, {});
    device.drain();
    CHECK(of(down) == span{0, 210});
    CHECK(of(next) == span{210, 420});
    CHECK(of(up) == span{0, 1210});
    CHECK(of(alone) == span{3000, 3100});
    CHECK(of(first) == span{4000, 4160});  // 50 alone, then 50 and the pause of 5 at half speed
    CHECK(of(late) == span{4050, 4205});   // 110 at half speed, then 45 alone
}

TEST_CASE("copies in one direction follow one another", "[engines]") {
    engines device(machine(2, 0.5));
    const auto first = make(engine::h2d, 100), second = make(engine::h2d, 100);
    device.submit(first, {});
    device.submit(second, {});
    device.drain();
    CHECK(of(first) == span{0, 100});
    CHECK(of(second) == span{100, 200});
}

TEST_CASE("a single copy engine serves both directions in turn", "[engines]") {
    engines device(machine(1, 0.5));
    const auto up = make(engine::h2d, 100), down = make(engine::d2h, 100);
    const auto kernel = make(engine::compute, 100);
    for (const auto& t : {up, down, kernel})
        device.submit(t, {});
    device.drain();
    CHECK(of(up) == span{0, 100});
    CHECK(of(down) == span{100, 200});
    CHECK(of(kernel) == span{0, 100});
}

TEST_CASE("a single copy engine takes copies as they were issued", "[engines]") {
    // Two chunks in two streams; one after the other, or the second upload before the download.
    const auto time_of = [](bool second_upload_first) {
        engines device(machine(1));
        const auto up = make(engine::h2d, 100), kernel = make(engine::compute, 100);
        const auto down = make(engine::d2h, 100), next = make(engine::h2d, 100);
        device.submit(up, {});
        device.submit(kernel, {up});
        if (second_upload_first)
            device.submit(next, {});
        device.submit(down, {kernel});
        if (!second_upload_first)
            device.submit(next, {});
        return device.drain().count();
    };
    CHECK(time_of(true) == 300);
    CHECK(time_of(false) == 400);  // the engine waits for the kernel, and the upload for the engine
}

TEST_CASE("two copy engines take what is ready first", "[engines]") {
    engines device(machine(2));
    const auto kernel = make(engine::compute, 100);
    const auto behind = make(engine::h2d, 100), free = make(engine::h2d, 100);
    device.submit(kernel, {});
    device.submit(behind, {kernel});
    device.submit(free, {});
    device.drain();
    CHECK(of(free) == span{0, 100});
    CHECK(of(behind) == span{100, 200});
}

TEST_CASE("without a copy engine nothing overlaps", "[engines]") {
    engines device(machine(0));
    const auto up = make(engine::h2d, 100), kernel = make(engine::compute, 100, 0.1);
    const auto down = make(engine::d2h, 100);
    for (const auto& t : {up, kernel, down})
        device.submit(t, {});
    device.drain();
    CHECK(of(up) == span{0, 100});
    CHECK(of(kernel) == span{100, 200});
    CHECK(of(down) == span{200, 300});
}

TEST_CASE("small kernels share the device, large ones wait for it", "[engines]") {
    engines device(machine(2));
    const auto a = make(engine::compute, 100, 0.5), b = make(engine::compute, 50, 0.5);
    const auto whole = make(engine::compute, 10, 1.0), late = make(engine::compute, 10, 0.1);
    for (const auto& t : {a, b, whole, late})
        device.submit(t, {});
    device.drain();
    CHECK(of(a) == span{0, 100});
    CHECK(of(b) == span{0, 50});
    CHECK(of(whole) == span{100, 110});
    CHECK(of(late) == span{110, 120});  // nobody overtakes
}

TEST_CASE("a large kernel begins beside one that leaves nearly all of the device", "[engines]") {
    engines device(machine(2));
    const auto tiny = make(engine::compute, 1000, 0.01);
    const auto whole = make(engine::compute, 99, 1.0), next = make(engine::compute, 99, 1.0);
    for (const auto& t : {tiny, whole, next})
        device.submit(t, {});
    device.drain();
    CHECK(of(tiny) == span{0, 1000});
    CHECK(of(whole) == span{0, 100});  // with the 0.99 that are left
    CHECK(of(next) == span{100, 200});

    engines without_overlap(machine(0));
    const auto kernel = make(engine::compute, 100, 0.01), copy = make(engine::h2d, 100);
    for (const auto& t : {kernel, copy})
        without_overlap.submit(t, {});
    without_overlap.drain();
    CHECK(of(copy) == span{100, 200});
}

TEST_CASE("ten tenths fill the device", "[engines]") {
    engines device(machine(2));
    std::vector<task_ptr> all;
    for (int i = 0; i < 11; ++i) {
        all.push_back(make(engine::compute, 100, 0.1));
        device.submit(all.back(), {});
    }
    device.drain();
    CHECK(of(all[9]) == span{0, 100});
    CHECK(of(all[10]) == span{100, 200});
}

TEST_CASE("a waiting kernel of higher priority goes first and interrupts nobody", "[engines]") {
    engines device(machine(2));
    const auto running = make(engine::compute, 100), low = make(engine::compute, 100);
    const auto high = make(engine::compute, 100, 1.0, -5, 10);
    const auto copy = make(engine::h2d, 100, 1.0, 0), urgent = make(engine::h2d, 100, 1.0, -5);
    for (const auto& t : {running, low, high, copy, urgent})
        device.submit(t, {});
    device.drain();
    CHECK(of(running) == span{0, 100});
    CHECK(of(high) == span{100, 200});
    CHECK(of(low) == span{200, 300});
    CHECK(of(urgent) == span{100, 200});  // priorities do not matter to copies
}

TEST_CASE("markers take no time and wait for what is before them", "[engines]") {
    engines device(machine(2));
    const auto kernel = make(engine::compute, 100), mark = make(engine::none, 0);
    const auto after = make(engine::h2d, 10);
    device.submit(kernel, {});
    device.submit(mark, {kernel, nullptr});
    device.submit(after, {mark});
    device.advance(nanoseconds{99});
    CHECK_FALSE(mark->done);
    device.advance(nanoseconds{100});
    CHECK(mark->done);
    CHECK(of(mark) == span{100, 100});
    CHECK(device.finish(after).count() == 110);
}

TEST_CASE("what is submitted later does not start before", "[engines]") {
    engines device(machine(2));
    device.advance(nanoseconds{500});
    const auto t = make(engine::h2d, 10, 1.0, 0, 100);
    device.submit(t, {});
    CHECK(device.finish(t).count() == 510);
}

TEST_CASE("a host function takes what it turns out to take", "[engines]") {
    engines device(machine(2));
    const auto first = make(engine::host_functions, 10), second = make(engine::host_functions, 10);
    const auto after = make(engine::h2d, 5);
    device.submit(first, {});
    device.submit(second, {});
    device.submit(after, {second});
    device.prolong(second, nanoseconds{50});  // before its turn
    device.advance(nanoseconds{5});
    device.prolong(first, nanoseconds{20});  // under way
    device.advance(nanoseconds{35});
    device.prolong(first, nanoseconds{100});  // too late
    CHECK(device.finish(after).count() == 95);
    CHECK(of(first) == span{0, 30});
    CHECK(of(second) == span{30, 90});
}

TEST_CASE("each device has engines of its own", "[engines]") {
    engines all(machine(2, 0.5), 2);
    const auto on = [](unsigned device, const task_ptr& t) {
        t->device = device;
        return t;
    };
    const auto first = on(0, make(engine::h2d, 100)), other = on(1, make(engine::h2d, 100));
    const auto kernel = on(0, make(engine::compute, 100));
    const auto other_kernel = on(1, make(engine::compute, 100));
    for (const auto& t : {first, other, kernel, other_kernel})
        all.submit(t, {});
    CHECK(all.drain().count() == 100);
}

TEST_CASE("a copy between devices needs an engine of both", "[engines]") {
    const auto peer = [](unsigned to, unsigned from, int work) {
        auto t = make(engine::peer, work);
        t->device = to;
        t->source = from;
        t->beside = 0.25;
        return t;
    };
    engines all(machine(2, 0.5), 3);
    const auto download = make(engine::d2h, 100);  // of device 0
    const auto copy = peer(1, 0, 100), next = peer(1, 2, 50);
    const auto upload = make(engine::h2d, 100);
    upload->device = 2;
    for (const auto& t : {download, copy, next, upload})
        all.submit(t, {});
    all.drain();
    CHECK(of(copy) == span{100, 200});  // behind the download
    CHECK(of(next) == span{200, 250});  // behind the copy into the same device
    CHECK(of(upload) == span{0, 100});

    engines both(machine(2, 0.5), 2);
    const auto there = peer(1, 0, 100), back = peer(0, 1, 100);
    both.submit(there, {});
    both.submit(back, {});
    both.drain();
    CHECK(of(there) == span{0, 400});  // at the speed of its own for two ways
    CHECK(of(back) == span{0, 400});

    engines single(machine(1), 2);
    const auto up = make(engine::h2d, 100), one = peer(1, 0, 100);
    single.submit(up, {});
    single.submit(one, {});
    single.drain();
    CHECK(of(one) == span{100, 200});  // one engine for all
}

TEST_CASE("copies among devices always end", "[engines]") {
    for (unsigned seed = 0; seed < 100; ++seed) {
        std::mt19937 random(seed);
        const auto below = [&](unsigned n) { return static_cast<unsigned>(random()) % n; };
        engines all(machine(static_cast<int>(seed % 3), 0.5), 4);
        std::vector<task_ptr> tasks;
        for (int i = 0; i < 60; ++i) {
            const std::array kinds = {engine::peer, engine::h2d, engine::d2h, engine::compute};
            tasks.push_back(make(kinds[below(4)], 1 + static_cast<int>(below(30)), 1.0, 0,
                                 static_cast<int>(below(100))));
            tasks.back()->device = below(4);
            tasks.back()->source = (tasks.back()->device + 1 + below(3)) % 4;
            all.submit(tasks.back(), {});
        }
        all.drain();
        INFO("seed " << seed);
        CHECK(std::all_of(tasks.begin(), tasks.end(), [](const auto& t) { return t->done; }));
    }
}
