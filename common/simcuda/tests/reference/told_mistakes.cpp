#include "common/simcuda/tests/reference/told_mistakes.hpp"

#include "common/simcuda/runtime/device.hpp"
#include "common/simcuda/tests/reference/access_list.hpp"

namespace simcuda::reference {
namespace {

/// The meeting's bytes by their place in the buffer; the page begins at `base` there.
byte_ranges stretches_of(const clash& where, unsigned base) {
    byte_ranges sum;
    for (unsigned i = 0; i < page_size;) {
        unsigned end = i;
        while (end < page_size && where.holds(end))
            ++end;
        if (end > i)
            sum |= byte_ranges(base + i, base + end);
        i = end + 1;
    }
    return sum;
}

}  // namespace

void told_mistakes::on_race(const access_side& earlier, const access_side& later,
                            const vector_clock&, const clash& where) {
    races_.push_back({earlier.who, later.who, where});
}

void told_mistakes::on_uninitialised_read(const access_side&, address first, std::uint64_t count) {
    const auto [buffer, offset] = buffers_.place_of(first);
    out_.missing.insert({step_of_this_thread(), buffer, offset, static_cast<unsigned>(count)});
}

void told_mistakes::on_freed_in_use(const access_record& user) {
    users_.push_back({step_of_this_thread(), user.who});
}

void told_mistakes::on_entry(const std::string& id) {
    if (id != "uninitialised-read" && id != "freed-in-use")  // heard of above
        out_.ids.insert({step_of_this_thread(), id});
}

void told_mistakes::on_stamp(const stamp& s) {
    steps_[{s.who, s.at}] = step_of_this_thread();
    if (s.who != host_actor)
        issued_.push_back(step_of_this_thread());
}

int told_mistakes::step_of(stamp s) const {
    const auto it = steps_.find({s.who, s.at});
    return it == steps_.end() ? -1 : it->second;
}

void told_mistakes::settle() {
    const device_lock lock(device::instance());
    for (const race& r : races_) {
        const auto [buffer, offset] = buffers_.place_of(r.where.first());
        const unsigned from = offset - static_cast<unsigned>(r.where.first() - r.where.page);
        byte_ranges& bytes = out_.races[{step_of(r.earlier), step_of(r.later), buffer}];
        bytes |= stretches_of(r.where, from);
    }
    races_.clear();
    for (const auto& [step, user] : users_)
        out_.users[step].insert(step_of(user));
    users_.clear();
}

}  // namespace simcuda::reference
