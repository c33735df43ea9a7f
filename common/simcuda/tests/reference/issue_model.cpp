#include "common/simcuda/tests/reference/issue_model.hpp"

namespace simcuda::reference {

issue_model::issue_model(const machine_profile& machine, rule_set rules)
    : m_(machine),
      units_{machine.copy_engines, machine.two_way_h2d, machine.two_way_d2h},
      order_(rules) {
    streams_[legacy_stream] = {};
    host_ = order_.add();
}

void issue_model::add_stream(int number, barrier with_legacy, int priority) {
    streams_[number] = {with_legacy, priority};
}

void issue_model::host_follows_place(rule why, int place) {
    const int next = order_.add();
    order_.edge(rule::host_program, host_, next);
    order_.edge(why, place, next);
    host_ = next;
}

void issue_model::host_follows(rule why, const std::vector<int>& operations) {
    const int next = order_.add();
    order_.edge(rule::host_program, host_, next);
    for (const int o : operations)
        order_.edge(why, at(o).place, next);
    host_ = next;
}

int issue_model::read_within_call(int before) {
    const int place = order_.add();
    order_.edge(rule::host_program, before, place);
    return place;
}

std::vector<int> issue_model::everything() const {
    std::vector<int> all;
    for (int o = 0; o < count(); ++o)
        all.push_back(o);
    return all;
}

bool issue_model::has_barrier(int stream) const {
    return stream != legacy_stream && streams_.at(stream).with_legacy == barrier::with_legacy;
}

std::vector<int> issue_model::all_of(int stream) const {
    std::vector<int> all;
    for (int o = 0; o < count(); ++o) {
        const int other = at(o).stream;
        if (other == stream || (stream == legacy_stream && has_barrier(other)))
            all.push_back(o);
    }
    return all;
}

int issue_model::place_in(int stream, int also_after) {
    const int place = order_.add();
    order_.edge(rule::issue, host_, place);
    after_.clear();
    const auto follow = [&](rule why, int o) {
        order_.edge(why, at(o).place, place);
        after_.push_back(at(o).job);
    };
    for (int o = 0; o < count(); ++o) {
        const int other = at(o).stream;
        if (other == stream)
            follow(rule::stream, o);
        if (stream == legacy_stream && has_barrier(other))
            follow(rule::legacy_waits, o);
        if (other == legacy_stream && has_barrier(stream))
            follow(rule::legacy_is_waited_for, o);
        if (o == also_after)
            follow(rule::event_wait, o);
    }
    return place;
}

int issue_model::submit(int step, int stream, int place, const demand& what, nanoseconds now) {
    job j;
    j.where = what.where;
    j.work = what.time;
    j.share = what.share;
    j.priority = streams_.at(stream).priority;
    j.earliest = now + m_.submit;
    j.after = after_;
    jobs_.push_back(std::move(j));
    operations_.push_back(
        {step, stream, place, static_cast<int>(jobs_.size()) - 1, what.where == unit::none});
    return count() - 1;
}

const span& issue_model::times_of(int o) {
    if (times_.size() != jobs_.size())
        times_ = reference::run(units_, jobs_);
    return times_[index(at(o).job)];
}

const order& issue_model::closed() {
    order_.close();
    return order_;
}

}  // namespace simcuda::reference
