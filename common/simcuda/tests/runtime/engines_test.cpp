#include <algorithm>
#include <optional>
#include <random>

#include "checker/tests/catch.hpp"
#include "common/simcuda/runtime/engines.hpp"

using simcuda::engine;
using simcuda::engines;
using simcuda::nanoseconds;
using simcuda::task;
using simcuda::task_ptr;

namespace {

simcuda::machine_profile machine(int copy_engines, double two_way = 1.0) {
    simcuda::machine_profile p;
    p.copy_engines = copy_engines;
    p.two_way_h2d = p.two_way_d2h = two_way;
    return p;
}

task_ptr make(engine where, int work, double share = 1.0, int priority = 0, int earliest = 0) {
    auto t = std::make_shared<task>();
    t->where = where;
    t->work = nanoseconds{work};
    t->share = share;
    t->priority = priority;
    t->earliest = nanoseconds{earliest};
    return t;
}

struct span {
    long long start, end;
    friend bool operator==(const span&, const span&) = default;
    friend std::ostream& operator<<(std::ostream& out, const span& s) {
        return out << s.start << ".." << s.end;
    }
};

span of(const task_ptr& t) {
    return {t->start.count(), t->end.count()};
}

/// A task and what it waits for, by index.
struct planned {
    engine where;
    int work, priority, earliest;
    double share;
    std::vector<std::size_t> after;
};

/// The rules, step by step: what is due at an instant is done in the order of submission; then one
/// nanosecond passes.
class slow_engines {
public:
    slow_engines(int copy_engines, double two_way, const std::vector<planned>& plan)
        : copy_engines_(copy_engines), two_way_(two_way), plan_(plan), all_(plan.size()) {}

    std::vector<span> run() {
        while (std::any_of(all_.begin(), all_.end(), [](const auto& t) { return !t.done; })) {
            while (const auto next = due())
                act(*next);
            pass();
        }
        std::vector<span> result;
        for (const state& t : all_)
            result.push_back({t.start, t.end});
        return result;
    }

private:
    struct state {
        bool queued = false, running = false, done = false;
        double left = 0;
        long long start = 0, end = 0;
    };

    [[nodiscard]] engine lane_of(std::size_t i) const {
        const engine w = plan_[i].where;
        if (copy_engines_ == 2 || (w != engine::h2d && w != engine::d2h))
            return w;
        return copy_engines_ == 1 ? engine::h2d : engine::compute;
    }
    [[nodiscard]] std::optional<std::size_t> due() const {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            const state& t = all_[i];
            if (t.running && t.left <= 0)
                return i;
            if (t.queued || now_ < plan_[i].earliest)
                continue;
            const auto& after = plan_[i].after;
            if (std::all_of(after.begin(), after.end(),
                            [&](std::size_t d) { return all_[d].done; })) {
                return i;
            }
        }
        return {};
    }
    void act(std::size_t i) {
        state& t = all_[i];
        if (!t.queued) {
            t.queued = true;
            if (lane_of(i) == engine::none) {
                t.done = true;
                t.start = t.end = now_;
                return;
            }
            queue_.push_back(i);
        } else {
            t.running = false;
            t.done = true;
            t.end = now_;
        }
        start(lane_of(i));
    }
    /// Up to the first copy that may not begin yet.
    [[nodiscard]] std::vector<std::size_t> in_order_of_issue(
        const std::vector<std::size_t>& ready) const {
        std::vector<std::size_t> result;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (lane_of(i) != engine::h2d || all_[i].running || all_[i].done)
                continue;
            if (std::find(ready.begin(), ready.end(), i) == ready.end())
                break;
            result.push_back(i);
        }
        return result;
    }
    void start(engine lane) {
        std::vector<std::size_t> waiting;
        double used = 0;
        bool busy = false;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!all_[i].running || lane_of(i) != lane)
                continue;
            busy = true;
            used += plan_[i].share;
        }
        for (const std::size_t i : queue_) {
            if (lane_of(i) == lane)
                waiting.push_back(i);
        }
        if (lane == engine::h2d && copy_engines_ == 1)
            waiting = in_order_of_issue(waiting);
        if (lane == engine::compute) {
            std::stable_sort(waiting.begin(), waiting.end(), [&](std::size_t a, std::size_t b) {
                return plan_[a].priority < plan_[b].priority;
            });
        }
        for (const std::size_t i : waiting) {
            const bool fits = lane == engine::compute ? used + plan_[i].share <= 1.0 + 1e-9 : !busy;
            if (!fits)
                return;
            busy = true;
            used += plan_[i].share;
            all_[i].running = true;
            all_[i].left = plan_[i].work;
            all_[i].start = now_;
            queue_.erase(std::find(queue_.begin(), queue_.end(), i));
        }
    }
    void pass() {
        bool busy[2] = {false, false};
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!all_[i].running)
                continue;
            busy[0] |= lane_of(i) == engine::h2d;
            busy[1] |= lane_of(i) == engine::d2h;
        }
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!all_[i].running)
                continue;
            const engine lane = lane_of(i);
            const bool copy = lane == engine::h2d || lane == engine::d2h;
            all_[i].left -= copy && busy[0] && busy[1] ? two_way_ : 1.0;
        }
        ++now_;
    }

    int copy_engines_;
    double two_way_;
    const std::vector<planned>& plan_;
    std::vector<state> all_;
    std::vector<std::size_t> queue_;  // by arrival
    long long now_ = 0;
};

std::vector<planned> random_plan(std::mt19937& random) {
    const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    const engine kinds[] = {engine::none, engine::h2d, engine::d2h, engine::compute,
                            engine::host_functions};
    std::vector<planned> plan;
    for (int i = 0; i < 40; ++i) {
        planned p{kinds[below(5)], below(30), below(3) - 1, below(200), 0.25 * (1 + below(4)), {}};
        for (int d = below(4); d > 0 && i > 0; --d) {
            p.after.push_back(static_cast<std::size_t>(below(i)));
        }
        if (p.where == engine::h2d || p.where == engine::d2h) {
            p.share = 1.0;
            p.priority = 0;
        }
        plan.push_back(p);
    }
    return plan;
}

}  // namespace

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
        const auto t = make(engine::peer, work);
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
            const engine kinds[] = {engine::peer, engine::h2d, engine::d2h, engine::compute};
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

TEST_CASE("random work takes the same time as step by step", "[engines]") {
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        const int copy_engines = static_cast<int>(seed % 3);
        const double two_way = seed % 2 == 0 ? 0.5 : 1.0;
        const std::vector<planned> plan = random_plan(random);
        engines device(machine(copy_engines, two_way));
        std::vector<task_ptr> tasks;
        for (const planned& p : plan) {
            tasks.push_back(make(p.where, p.work, p.share, p.priority, p.earliest));
            std::vector<task_ptr> after;
            for (const std::size_t d : p.after)
                after.push_back(tasks[d]);
            device.submit(tasks.back(), after);
        }
        device.drain();
        std::vector<span> fast;
        for (const task_ptr& t : tasks)
            fast.push_back(of(t));
        INFO("seed " << seed);
        REQUIRE(fast == slow_engines(copy_engines, two_way, plan).run());
    }
}

TEST_CASE("looking at the clock changes nothing", "[engines]") {
    for (unsigned seed = 0; seed < 50; ++seed) {
        std::mt19937 random(seed);
        const std::vector<planned> plan = random_plan(random);
        std::vector<span> ends[2];
        for (const bool looks : {false, true}) {
            engines device(machine(2, 0.5));
            std::vector<task_ptr> tasks;
            for (const planned& p : plan) {
                tasks.push_back(make(p.where, p.work, p.share, p.priority, p.earliest));
                std::vector<task_ptr> after;
                for (const std::size_t d : p.after)
                    after.push_back(tasks[d]);
                device.submit(tasks.back(), after);
            }
            for (int t = 0; looks && t < 400; t += 7)
                device.advance(nanoseconds{t});
            device.drain();
            for (const task_ptr& t : tasks)
                ends[looks ? 1 : 0].push_back(of(t));
        }
        INFO("seed " << seed);
        REQUIRE(ends[0] == ends[1]);
    }
}
