// The copy engines: which lanes a copy takes, when it starts there, and how fast it is beside
// another one.
#include <algorithm>
#include <cmath>

#include "common/simcuda/runtime/engines.hpp"

namespace simcuda {

namespace {
constexpr double no_work = 1e-6;  // nanoseconds; quotients of work and speed are not exact
}

bool engines::is_taken_in_order_of_issue(const task& t) const {
    const bool copy = t.where == engine::h2d || t.where == engine::d2h || t.where == engine::peer;
    return copy && copy_engines_ == 1;
}

engines::two_lanes engines::lanes_of(const task& copy) {
    const auto lane = [&](unsigned device, engine direction) {
        device_lanes& d = devices_[device];
        return direction == engine::d2h && copy_engines_ >= 2 ? &d.d2h : &d.h2d;
    };
    if (copy.where == engine::peer)
        return {lane(copy.device, engine::h2d), lane(copy.source, engine::d2h)};
    return {lane(copy.device, copy.where), nullptr};
}

double engines::speed(const task& copy) {
    double result = 1.0;
    for (const copy_lane* lane : lanes_of(copy)) {
        if (lane != nullptr && lane->across->active)
            result = copy.where == engine::peer ? copy.beside : lane->two_way;
    }
    return result;
}

/// A copy takes longer that has one of the other direction beside it, however short: its engine
/// pauses. Counted once, in work at full speed.
void engines::add_pause(const task_ptr& copy) {
    if (copy->has_pause || copy->where == engine::peer)
        return;
    copy->has_pause = true;
    const copy_lane* const lane = lanes_of(*copy)[0];
    copy->left += static_cast<double>(lane->pause.count()) * lane->two_way;
}

/// Counts the progress since the last change of speed.
void engines::settle(const task_ptr& copy) {
    if (!copy)
        return;
    const double passed = static_cast<double>((now_ - copy->since).count());
    copy->left = std::max(0.0, copy->left - passed * speed(*copy));
    copy->since = now_;
}

void engines::reschedule(const task_ptr& copy) {
    if (!copy)
        return;
    const double time = std::max(0.0, copy->left / speed(*copy) - no_work);
    const auto wait = static_cast<std::int64_t>(std::ceil(time));
    events_.push({now_ + nanoseconds{wait}, copy->order, happening::ends, ++copy->version, copy});
}

void engines::join_lanes(const task_ptr& copy) {
    for (copy_lane* lane : lanes_of(*copy)) {
        if (lane != nullptr)
            lane->waiting.push_back(copy);
    }
}

/// Has the engine yet to turn to this copy's stream? It will go on when it has.
bool engines::must_turn(const copy_lane& lane, const task_ptr& to) {
    const nanoseconds turned = lane.last_end + lane.turn;
    const bool another = lane.last_stream && *lane.last_stream != to->stream;
    if (!another || to->where == engine::peer || now_ >= turned)
        return false;
    events_.push({turned, to->order, happening::has_turned, 0, to});
    return true;
}

/// Starts the first copy in a lane, if it is ready and all its lanes are free.
void engines::start_copy(const copy_lane& lane) {
    if (lane.active || lane.waiting.empty())
        return;
    const task_ptr t = lane.waiting.front();
    if (!t->is_ready || must_turn(lane, t))
        return;
    const two_lanes lanes = lanes_of(*t);
    for (const copy_lane* each : lanes) {
        if (each != nullptr && (each->active || each->waiting.front() != t))
            return;
    }
    for (copy_lane* each : lanes) {
        if (each == nullptr)
            continue;
        settle(each->across->active);
        each->active = t;
        each->waiting.pop_front();
    }
    t->start = t->since = now_;
    t->left = static_cast<double>(t->work.count());
    for (const copy_lane* each : lanes) {
        if (each != nullptr && each->across->active) {
            add_pause(t);
            add_pause(each->across->active);
        }
    }
    reschedule(t);
    for (const copy_lane* each : lanes) {
        if (each != nullptr)
            reschedule(each->across->active);
    }
}

void engines::end_copy(const task_ptr& t) {
    const two_lanes lanes = lanes_of(*t);
    for (copy_lane* lane : lanes) {
        if (lane != nullptr) {
            settle(lane->across->active);  // while both were busy
            lane->active.reset();
            lane->last_stream = t->stream;
            lane->last_end = now_;
        }
    }
    ++t->version;
    complete(t);
    for (const copy_lane* lane : lanes) {
        if (lane != nullptr) {
            start_copy(*lane);
            reschedule(lane->across->active);
        }
    }
}

}  // namespace simcuda
