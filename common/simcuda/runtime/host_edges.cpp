#include "common/simcuda/runtime/host_edges.hpp"

#include <algorithm>
#include <array>

#include "common/simcuda/runtime/device.hpp"
#include "common/simcuda/runtime/host_functions.hpp"

namespace simcuda {
namespace {

/// What a thread has read since its clock last went on.
struct poll_history {
    struct reading {
        const volatile void* where = nullptr;
        std::uint64_t value = 0;
        friend bool operator==(const reading&, const reading&) = default;
    };
    std::array<reading, 4> newest;
    std::size_t next = 0;
    nanoseconds at{0};
    int times = 0;

    [[nodiscard]] bool is_known(const volatile void* where, std::uint64_t value, nanoseconds now) {
        const reading r{where, value};
        if (at == now && std::find(newest.begin(), newest.end(), r) != newest.end())
            return true;
        at = now;
        times = 0;
        newest[next++ % newest.size()] = r;
        return false;
    }
};

}  // namespace

bool threads_are_seen() {
    return turns::are_taken() && !device_lock::held() && !own_business::here();
}

void meet(nanoseconds cost) {
    device& dev = device::instance();
    const device_lock lock(dev);
    dev.close_host_accesses();
    if (in_host_function())
        host_function_works(dev, cost);
    else
        dev.order().host_works(cost);
    dev.take_turn();
}

void leave_at(const void* where) {
    device& dev = device::instance();
    const device_lock lock(dev);
    dev.close_host_accesses();
    dev.meetings().leave(where, {dev.order().now(), running_host_function()});
}

void take_from(const void* where, encounter how) {
    device& dev = device::instance();
    const device_lock lock(dev);
    if (in_host_function())
        return host_function_learns(dev);
    const hand_over* found = dev.meetings().find(where);
    if (found == nullptr)
        return;
    const hand_over what = *found;
    dev.close_host_accesses();
    dev.order().host_catches_up(what.at);
    if (!what.host_function)
        return;
    if (how == encounter::waited_for)
        dev.order().host_sees_end_of(what.host_function);
    dev.order().host_joins(what.host_function);
}

woken wait_at(const void* where, std::optional<nanoseconds> deadline) {
    device& dev = device::instance();
    return dev.threads().block(dev.threads().mine(), where, deadline);
}

void wake_first_at(const void* where) {
    device& dev = device::instance();
    dev.threads().wake_first(where, dev.threads().mine().now);
}

void wake_all_at(const void* where) {
    device& dev = device::instance();
    dev.threads().wake_all(where, dev.threads().mine().now);
}

out_of_sight::out_of_sight() {
    device& dev = device::instance();
    dev.threads().leave(dev.threads().mine());
}

out_of_sight::~out_of_sight() {
    device& dev = device::instance();
    dev.threads().take(dev.threads().mine());
}

void polled(const volatile void* where, std::uint64_t value) {
    constexpr int often = 100;
    static thread_local poll_history seen;
    host_thread& me = device::instance().threads().mine();
    if (!seen.is_known(where, value, me.now) || ++seen.times < often)
        return;
    seen.times = 0;
    meet(nanoseconds{0});  // who has worked meanwhile is later now
    if (seen.at == me.now)
        device::instance().threads().skip_ahead(me);
}

}  // namespace simcuda
