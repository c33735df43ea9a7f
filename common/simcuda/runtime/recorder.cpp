#include "common/simcuda/runtime/recorder.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "common/simcuda/runtime/stream_names.hpp"

namespace simcuda {

void recorder::start() {
    on_ = true;
    entries_.clear();
    first_id_ = next_id_;
    correlation_ = 0;
}

std::uint64_t recorder::add_device(timeline::operation o, const void* pc) {
    if (!on_)
        return 0;
    o.id = next_id_++;
    std::sort(o.waits_for.begin(), o.waits_for.end());
    entries_.push_back({std::move(o), nullptr, pc});
    return entries_.back().operation.id;
}

void recorder::set_time(std::uint64_t id, const task_ptr& time) {
    if (id >= first_id_ && on_)
        entries_[id - first_id_].time = time;
}

void recorder::add_host(timeline::operation o, const void* pc) {
    if (!on_)
        return;
    o.id = next_id_++;
    entries_.push_back({std::move(o), nullptr, pc});
}

void recorder::add_annotation(const annotation& a, nanoseconds end) {
    timeline::operation o;
    o.kind = timeline::op_kind::annotation;
    o.name = a.name;
    o.colour = a.colour;
    o.start = a.start;
    o.end = end;
    add_host(std::move(o), a.pc);
}

/// Counts from 1. What was waited for before the recording began has no number in it.
void recorder::renumber(timeline::operation& o) const {
    o.id -= first_id_ - 1;
    std::erase_if(o.waits_for, [&](std::uint64_t id) { return id < first_id_; });
    for (std::uint64_t& id : o.waits_for)
        id -= first_id_ - 1;
}

timeline::recording recorder::take(place_finder& places, const scheduler& order) {
    std::vector<const void*> addresses;
    for (const entry& e : entries_)
        addresses.push_back(e.pc);
    std::sort(addresses.begin(), addresses.end());
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
    places.prepare(addresses);

    timeline::recording result;
    std::set<timeline::stream_id> used;
    std::map<std::uint64_t, std::uint64_t> places_on_device;  // address -> number
    for (entry& e : entries_) {
        if (const auto place = e.operation.device_place; place != 0) {
            const auto next = places_on_device.size() + 1;
            e.operation.device_place = places_on_device.try_emplace(place, next).first->second;
        }
        if (e.time) {
            e.operation.start = e.time->start;
            e.operation.end = e.time->end;
        }
        e.operation.where = places.of(e.pc);
        renumber(e.operation);
        if (e.operation.stream != timeline::host_lane)
            used.insert(e.operation.stream);
        result.operations.push_back(std::move(e.operation));
    }
    const auto names = stream_names(order, places);
    for (const stream_state* s : order.streams_by_slot()) {
        if (used.erase(s->id) == 0)
            continue;
        const auto name = names.find(s->id);
        if (name == names.end())
            used.insert(s->id);  // a graph's, whose stream is gone
        else
            result.streams.push_back(
                {s->id, name->second, s->mode == blocking::never, s->priority});
    }
    for (const timeline::stream_id id : used) {  // destroyed, and their slots in use again
        result.streams.push_back({id, "stream " + std::to_string(id), false, 0});
    }
    std::sort(result.streams.begin(), result.streams.end(),
              [](const auto& a, const auto& b) { return a.id < b.id; });
    on_ = false;
    entries_.clear();
    return result;
}

}  // namespace simcuda
