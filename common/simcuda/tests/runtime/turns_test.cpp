#include "common/simcuda/runtime/turns.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include "checker/tests/catch.hpp"

using namespace simcuda;

namespace {

/// Threads that only `turns` orders: the C library's functions are left alone.
class crew {
public:
    explicit crew(turns& order) : turns_(order) {}

    /// Announced at once, begun by `start`, in any order that the system likes.
    template <class Body>
    host_thread& hire(nanoseconds now, Body body) {
        host_thread& t = turns_.add(now, handling::joinable);
        bodies_.push_back([this, &t, body] {
            const own_business quietly;
            turns_.begin(t);
            body(t);
            turns_.end(t);
        });
        return t;
    }
    /// Until all have ended; the calling thread gives its turn away meanwhile.
    void work() {
        const own_business quietly;
        turns_.leave(turns_.mine());
        std::vector<std::thread> running;
        for (auto it = bodies_.rbegin(); it != bodies_.rend(); ++it)
            running.emplace_back(*it);
        for (std::thread& t : running)
            t.join();
    }

private:
    turns& turns_;
    std::vector<std::function<void()>> bodies_;
};

struct arrival {
    nanoseconds at;
    std::uint64_t who;
    friend bool operator==(const arrival&, const arrival&) = default;
    friend bool operator<(const arrival& a, const arrival& b) {
        return a.at != b.at ? a.at < b.at : a.who < b.who;
    }
};

}  // namespace

TEST_CASE("threads come in the order of their clocks, ties by number", "[turns]") {
    for (unsigned seed = 0; seed < 20; ++seed) {
        std::mt19937 random(seed);
        turns order;
        crew all(order);
        std::vector<arrival> came;  // guarded by the turns themselves
        std::vector<arrival> expected;
        for (int i = 0; i < 5; ++i) {
            std::vector<nanoseconds> works(20);
            nanoseconds now{static_cast<int>(random() % 10)};
            for (nanoseconds& w : works)
                w = nanoseconds{static_cast<int>(random() % 10)};
            const host_thread& t = all.hire(now, [&, works](host_thread& me) {
                for (const nanoseconds w : works) {
                    me.now += w;
                    order.take(me);
                    came.push_back({me.now, me.number});
                }
            });
            for (const nanoseconds w : works)
                expected.push_back({now += w, t.number});
        }
        all.work();
        std::stable_sort(expected.begin(), expected.end());
        INFO("seed " << seed);
        CHECK(came == expected);
    }
}

TEST_CASE("a woken thread is no earlier than the one that woke it", "[turns]") {
    turns order;
    crew all(order);
    const int place = 0;
    std::map<std::uint64_t, nanoseconds> came;
    for (int i = 0; i < 3; ++i) {
        all.hire(nanoseconds{i}, [&](host_thread& me) {
            CHECK(order.block(me, &place) == woken::by_another);
            came[me.number] = me.now;
        });
    }
    all.hire(nanoseconds{50}, [&](host_thread& me) {
        order.take(me);
        order.wake_first(&place, me.now);
        me.now += nanoseconds{10};
        order.take(me);
        order.wake_all(&place, me.now);
    });
    all.work();
    CHECK(came == std::map<std::uint64_t, nanoseconds>{
                      {1, nanoseconds{50}}, {2, nanoseconds{60}}, {3, nanoseconds{60}}});
}

TEST_CASE("a deadline passes in virtual time", "[turns]") {
    turns order;
    crew all(order);
    const int place = 0;
    std::vector<woken> why;
    all.hire(nanoseconds{0}, [&](host_thread& me) {
        why.push_back(order.block(me, &place, nanoseconds{40}));
        CHECK(me.now == nanoseconds{40});
        why.push_back(order.block(me, &place, nanoseconds{400}));
        CHECK(me.now == nanoseconds{90});
    });
    all.hire(nanoseconds{90}, [&](host_thread& me) {
        order.take(me);
        order.wake_all(&place, me.now);
    });
    all.work();
    CHECK(why == std::vector<woken>{woken::by_deadline, woken::by_another});
}

TEST_CASE("who waits unseen is left behind, and comes back", "[turns]") {
    turns order;
    crew all(order);
    std::vector<std::uint64_t> came;
    std::atomic<int> unseen = 0;
    all.hire(nanoseconds{0}, [&](host_thread& me) {
        unseen.wait(0);  // only the operating system knows
        me.now = nanoseconds{5};
        order.take(me);
        came.push_back(me.number);
    });
    all.hire(nanoseconds{1}, [&](host_thread& me) {
        order.take(me);
        came.push_back(me.number);
        unseen = 1;
        unseen.notify_one();
    });
    all.work();
    CHECK(came == std::vector<std::uint64_t>{2, 1});
}

TEST_CASE("if all are blocked, each looks for itself after a while", "[turns]") {
    turns order;
    crew all(order);
    const int place = 0;
    woken why = woken::by_another;
    all.hire(nanoseconds{0}, [&](host_thread& me) { why = order.block(me, &place); });
    all.work();
    CHECK(why == woken::by_patience);
}

TEST_CASE("a thread that sees no change lets the next one change something", "[turns]") {
    turns order;
    crew all(order);
    bool told = false;
    nanoseconds seen_at{0};
    all.hire(nanoseconds{0}, [&](host_thread& me) {
        while (!told)
            order.skip_ahead(me);
        seen_at = me.now;
    });
    all.hire(nanoseconds{70}, [&](host_thread& me) {
        order.take(me);
        told = true;
    });
    all.work();
    CHECK(seen_at == nanoseconds{71});
}
