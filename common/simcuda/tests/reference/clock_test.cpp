#include <memory>
#include <random>

#include "checker/tests/catch.hpp"
#include "common/simcuda/runtime/engines.hpp"
#include "common/simcuda/tests/reference/clock.hpp"

using namespace simcuda;
using reference::job;
using reference::unit;

namespace {

std::vector<job> random_jobs(std::mt19937& random) {
    const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
    constexpr unit kinds[] = {unit::none, unit::upload, unit::download, unit::compute, unit::host};
    std::vector<job> jobs;
    for (int i = 0; i < 24; ++i) {
        job j;
        j.where = kinds[below(5)];
        j.work = nanoseconds{below(3) == 0 ? 70 * below(40) : below(2000)};
        j.earliest = nanoseconds{10 * below(300)};
        j.priority = -below(3);
        if (j.where == unit::compute)
            j.share = below(5) == 0 ? 0.03 * (1 + below(3)) : 0.25 * (1 + below(4));
        for (int d = below(3); d > 0 && i > 0; --d)
            j.after.push_back(below(static_cast<unsigned>(i)));
        jobs.push_back(std::move(j));
    }
    return jobs;
}

engine engine_for(unit u) {
    constexpr engine engines[] = {engine::none, engine::h2d, engine::d2h, engine::compute,
                                  engine::host_functions};
    return engines[static_cast<std::size_t>(u)];
}

std::vector<reference::span> by_engines(const reference::units& machine,
                                        const std::vector<job>& jobs) {
    machine_profile profile;
    profile.copy_engines = machine.copy_engines;
    profile.two_way_h2d = machine.two_way_h2d;
    profile.two_way_d2h = machine.two_way_d2h;
    engines device(profile);
    std::vector<task_ptr> tasks;
    for (const job& j : jobs) {
        auto t = std::make_shared<task>();
        t->where = engine_for(j.where);
        t->earliest = j.earliest;
        t->work = j.work;
        t->share = j.share;
        t->priority = t->where == engine::compute ? j.priority : 0;
        std::vector<task_ptr> after;
        for (const int d : j.after)
            after.push_back(tasks[static_cast<std::size_t>(d)]);
        device.submit(t, after);
        tasks.push_back(std::move(t));
    }
    device.drain();
    std::vector<reference::span> spans;
    for (const task_ptr& t : tasks)
        spans.push_back({t->start, t->end});
    return spans;
}

}  // namespace

TEST_CASE("engines run as the reference says, to the nanosecond, at any rate", "[reference]") {
    for (const double two_way : {1.0, 0.915, 0.7, 0.6, 0.5, 0.333}) {
        for (const int copy_engines : {0, 1, 2}) {
            const reference::units machine{copy_engines, two_way, 0.8 * two_way};
            for (unsigned seed = 0; seed < 60; ++seed) {
                std::mt19937 random(seed);
                const std::vector<job> jobs = random_jobs(random);
                INFO("rate " << two_way << ", " << copy_engines << " engines, seed " << seed);
                REQUIRE(by_engines(machine, jobs) == reference::run(machine, jobs));
            }
        }
    }
}
