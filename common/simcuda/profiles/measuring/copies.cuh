#pragma once

// [copy] and [latency]: what was found of the link, of uploads and of calls.

#include <algorithm>

#include "calls.cuh"
#include "fresh.cuh"
#include "link.cuh"
#include "machine.cuh"
#include "profile.cuh"

namespace measuring {

inline void say_copies(const machine& m, const link_figures& l, const fresh_figures& fresh,
                       const call_figures& calls) {
    constexpr double piece = 32.0 * mib;
    const double up = m.time_on_device([&] { m.upload(4 * kib, m.a); }, 200);
    const double floor = m.time_on_device([&] { nothing<<<1, 1, 0, m.a>>>(); }, 200);
    section("copy");
    say("h2d_gb_per_s", 1e-3 * piece / l.up_us);
    say("d2h_gb_per_s", 1e-3 * piece / l.down_us);
    say("fresh_h2d", fresh.share);
    say("two_way_h2d", std::min(1.0, l.up_us / l.up_beside));
    say("two_way_d2h", std::min(1.0, l.down_us / l.down_beside));
    say("pause_beside_h2d_us", l.up_pause);
    say("pause_beside_d2h_us", l.down_pause);
    say("setup_us", up);
    say("kernel_floor_us", floor);
    section("latency");
    say("submit_us", calls.latency / 3);  // only their sum can be seen from outside
    say("wake_us", calls.latency * 2 / 3);
    say("hand_over_us", time_to_hand_over(m));
    say("turn_to_stream_us", time_to_turn(m));
    say("after_wait_us", calls.after_wait);
}

}  // namespace measuring
