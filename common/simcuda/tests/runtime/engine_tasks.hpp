#pragma once

#include <memory>
#include <ostream>

#include "common/simcuda/runtime/engines.hpp"

/// Tasks for the tests of the engines, and when they ran. Times are in nanoseconds.
namespace simcuda::tests {

inline machine_profile machine(int copy_engines, double two_way = 1.0) {
    machine_profile p;
    p.copy_engines = copy_engines;
    p.two_way_h2d = p.two_way_d2h = two_way;
    return p;
}

inline task_ptr make(engine where, int work, double share = 1.0, int priority = 0,
                     int earliest = 0) {
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

inline span of(const task_ptr& t) {
    return {t->start.count(), t->end.count()};
}

}  // namespace simcuda::tests
