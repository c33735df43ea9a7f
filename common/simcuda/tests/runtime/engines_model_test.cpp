// The engines against a model of them that is slow and plain: the rules, nanosecond by nanosecond.

#include <algorithm>
#include <array>
#include <optional>
#include <random>

#include "checker/tests/catch.hpp"
#include "common/simcuda/tests/runtime/engine_tasks.hpp"

using namespace simcuda;
using namespace simcuda::tests;

namespace {

/// A task and what it waits for, by index.
struct planned {
    engine where;
    int work, priority, earliest;
    double share;
    std::vector<std::size_t> after;
    std::uint64_t stream = 0;
};

/// A machine whose engines take their time with one another.
struct delays {
    int hand_over = 0, turn = 0;
};

/// The rules, step by step: what is due at an instant is done in the order of submission; then one
/// nanosecond passes.
class slow_engines {
public:
    slow_engines(int copy_engines, double two_way, delays d, const std::vector<planned>& plan)
        : copy_engines_(copy_engines),
          two_way_(two_way),
          delays_(d),
          plan_(plan),
          all_(plan.size()) {}

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
            if (has_been_turned_to(i))
                return i;
            if (t.queued || now_ < plan_[i].earliest)
                continue;
            const auto& after = plan_[i].after;
            if (std::all_of(after.begin(), after.end(),
                            [&](std::size_t d) { return all_[d].done && has_heard(i, d); })) {
                return i;
            }
        }
        return {};
    }
    /// Has the engine of `i` been told of the end of `before`? A marker is not told anything.
    [[nodiscard]] bool has_heard(std::size_t i, std::size_t before) const {
        const engine mine = lane_of(i), other = lane_of(before);
        if (mine == engine::none)
            return true;
        if (other == engine::none) {
            const auto& after = plan_[before].after;
            return std::all_of(after.begin(), after.end(),
                               [&](std::size_t d) { return has_heard(i, d); });
        }
        const bool tells = other != mine && other != engine::host_functions;
        return now_ >= all_[before].end + (tells ? delays_.hand_over : 0);
    }
    [[nodiscard]] bool must_turn(std::size_t i) const {
        const engine lane = lane_of(i);
        if (lane != engine::h2d && lane != engine::d2h)
            return false;
        const last_copy& last = last_[lane == engine::h2d ? 0 : 1];
        return last.stream && *last.stream != plan_[i].stream && now_ < last.end + delays_.turn;
    }
    /// A copy that could begin now, and for which nothing else has made a start.
    [[nodiscard]] bool has_been_turned_to(std::size_t i) const {
        const state& t = all_[i];
        const engine lane = lane_of(i);
        if (!t.queued || t.running || t.done || (lane != engine::h2d && lane != engine::d2h))
            return false;
        const auto waiting = waiting_for(lane);
        return !waiting.empty() && waiting.front() == i && !is_busy(lane) && !must_turn(i);
    }
    [[nodiscard]] bool is_busy(engine lane) const {
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (all_[i].running && lane_of(i) == lane)
                return true;
        }
        return false;
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
        } else if (t.running) {
            t.running = false;
            t.done = true;
            t.end = now_;
            if (lane_of(i) == engine::h2d || lane_of(i) == engine::d2h)
                last_[lane_of(i) == engine::h2d ? 0 : 1] = {plan_[i].stream, now_};
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
    [[nodiscard]] std::vector<std::size_t> waiting_for(engine lane) const {
        std::vector<std::size_t> waiting;
        for (const std::size_t i : queue_) {
            if (lane_of(i) == lane)
                waiting.push_back(i);
        }
        if (lane == engine::h2d && copy_engines_ == 1)
            return in_order_of_issue(waiting);
        if (lane == engine::compute) {
            std::stable_sort(waiting.begin(), waiting.end(), [&](std::size_t a, std::size_t b) {
                return plan_[a].priority < plan_[b].priority;
            });
        }
        return waiting;
    }
    void start(engine lane) {
        double used = 0;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (all_[i].running && lane_of(i) == lane)
                used += plan_[i].share;
        }
        bool busy = is_busy(lane);
        for (const std::size_t i : waiting_for(lane)) {
            const bool fits = lane == engine::compute ? used + plan_[i].share <= 1.0 + 1e-9 : !busy;
            if (!fits || must_turn(i))
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
        std::array busy = {false, false};
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
    delays delays_;
    struct last_copy {
        std::optional<std::uint64_t> stream;
        long long end = 0;
    };
    std::array<last_copy, 2> last_;  // up, down
    const std::vector<planned>& plan_;
    std::vector<state> all_;
    std::vector<std::size_t> queue_;  // by arrival
    long long now_ = 0;
};

std::vector<planned> random_plan(std::mt19937& random) {
    const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    const std::array kinds = {engine::none, engine::h2d, engine::d2h, engine::compute,
                              engine::host_functions};
    std::vector<planned> plan;
    for (int i = 0; i < 40; ++i) {
        planned p{kinds.at(static_cast<std::size_t>(below(5))),
                  below(30),
                  below(3) - 1,
                  below(200),
                  0.25 * (1 + below(4)),
                  {}};
        p.stream = static_cast<std::uint64_t>(below(3));
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

/// Hands the plan over as it is written.
std::vector<task_ptr> submitted(engines& device, const std::vector<planned>& plan) {
    std::vector<task_ptr> tasks;
    for (const planned& p : plan) {
        tasks.push_back(make(p.where, p.work, p.share, p.priority, p.earliest));
        tasks.back()->stream = p.stream;
        std::vector<task_ptr> after;
        for (const std::size_t d : p.after)
            after.push_back(tasks[d]);
        device.submit(tasks.back(), after);
    }
    return tasks;
}

std::vector<span> spans_of(const std::vector<task_ptr>& tasks) {
    std::vector<span> all;
    all.reserve(tasks.size());
    for (const task_ptr& t : tasks)
        all.push_back(of(t));
    return all;
}

}  // namespace

TEST_CASE("random work takes the same time as step by step", "[engines]") {
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        const int copy_engines = static_cast<int>(seed % 3);
        const double two_way = seed % 2 == 0 ? 0.5 : 1.0;
        const delays d = seed % 5 < 2 ? delays{} : delays{3 * static_cast<int>(seed % 5), 7};
        const std::vector<planned> plan = random_plan(random);
        auto with_delays = machine(copy_engines, two_way);
        with_delays.hand_over = nanoseconds{d.hand_over};
        with_delays.turn_to_stream = nanoseconds{d.turn};
        engines device(with_delays);
        const auto tasks = submitted(device, plan);
        device.drain();
        INFO("seed " << seed);
        REQUIRE(spans_of(tasks) == slow_engines(copy_engines, two_way, d, plan).run());
    }
}

TEST_CASE("looking at the clock changes nothing", "[engines]") {
    for (unsigned seed = 0; seed < 50; ++seed) {
        std::mt19937 random(seed);
        const std::vector<planned> plan = random_plan(random);
        std::array<std::vector<span>, 2> ends;
        for (const bool looks : {false, true}) {
            auto with_delays = machine(2, 0.5);
            with_delays.hand_over = nanoseconds{5};
            with_delays.turn_to_stream = nanoseconds{3};
            engines device(with_delays);
            const auto tasks = submitted(device, plan);
            for (int t = 0; looks && t < 400; t += 7)
                device.advance(nanoseconds{t});
            device.drain();
            ends[looks ? 1 : 0] = spans_of(tasks);
        }
        INFO("seed " << seed);
        REQUIRE(ends[0] == ends[1]);
    }
}
