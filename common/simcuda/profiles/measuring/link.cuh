#pragma once

// The link: copies of either direction, alone and beside the other one, and what lies between
// pieces of work.

#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "machine.cuh"
#include "timers.cuh"

namespace measuring {

struct link_figures {
    double up_us = 0, down_us = 0;          ///< of a long copy alone, and ...
    double up_beside = 0, down_beside = 0;  ///< ... while the other direction is busy throughout
    double up_pause = 0, down_pause = 0;    ///< after each copy meanwhile
    int engines = 0;
};

inline link_figures measure_link(const machine& m) {
    constexpr std::size_t piece = 32 * mib;
    const auto up = [&] { m.upload(piece, m.a); };
    const auto down = [&] { m.download(piece, m.a); };
    link_figures l;
    l.up_us = m.time_on_device(up, 8);
    l.down_us = m.time_on_device(down, 8);
    // The other stream begins with the first one and is busy for longer.
    const auto beside = [&](auto in_other_stream, auto issue) {
        return m.time_on_device(
            [&] {
                cudaStreamWaitEvent(m.b, m.begin, 0);
                for (int i = 0; i < 4; ++i)
                    in_other_stream();
                issue();
            },
            1);
    };
    const double both = time_of([&] {
        m.upload(largest, m.a);
        m.download(largest, m.b);
        settle();
    });
    const double longer = std::max(l.up_us, l.down_us) * (largest / piece);
    const double sum = (l.up_us + l.down_us) * (largest / piece);
    const bool both_at_once = both < longer + 0.75 * (sum - longer);
    const double kernel_us = l.up_us * 4;
    const double with_kernel = time_of([&] {
        m.keep_busy(kernel_us);
        m.upload(4 * piece, m.b);
        settle();
    });
    const bool beside_kernels = with_kernel < 1.5 * kernel_us;
    l.engines = !beside_kernels ? 0 : both_at_once ? 2 : 1;
    l.up_beside = l.engines < 2 ? l.up_us : beside([&] { m.download(piece, m.b); }, up);
    l.down_beside = l.engines < 2 ? l.down_us : beside([&] { m.upload(piece, m.b); }, down);
    if (l.engines < 2)
        return l;
    // What short copies lose that long ones do not.
    constexpr std::size_t few_mib = 4 * mib;
    constexpr int many = 12;  // together shorter than what runs beside them
    const auto pause = [&](auto in_other_stream, auto issue, double slower) {
        const auto all = [&] {
            for (int i = 0; i < many; ++i)
                issue();
        };
        std::vector<double> pauses;
        for (int i = 0; i < 9; ++i)
            pauses.push_back(beside(in_other_stream, all) / many -
                             m.time_on_device(issue, many) * slower);
        return std::max(0.0, median(pauses));
    };
    l.up_pause = pause([&] { m.download(piece, m.b); }, [&] { m.upload(few_mib, m.a); },
                       l.up_beside / l.up_us);
    l.down_pause = pause([&] { m.upload(piece, m.b); }, [&] { m.download(few_mib, m.a); },
                         l.down_beside / l.down_us);
    return l;
}

/// What lies between work and the work behind it that another engine does.
inline double time_to_hand_over(const machine& m) {
    constexpr double some_us = 20.0;
    constexpr int many = 40;
    const auto up = [&] { m.upload(mib, m.a); };
    const auto down = [&] { m.download(mib, m.a); };
    const auto kernel = [&] { m.keep_busy(some_us); };
    const auto between = [&](auto one, auto other) {
        const auto both = [&] {
            one();
            other();
        };
        const double alone = m.time_on_device(one, many) + m.time_on_device(other, many);
        return (m.time_on_device(both, many) - alone) / 2;
    };
    std::vector<double> found;
    for (int i = 0; i < 5; ++i) {
        found.push_back(between(up, kernel));
        found.push_back(between(kernel, down));
    }
    return std::max(0.0, median(found));
}

/// What a copy engine takes from a copy of one stream to the next one of another.
inline double time_to_turn(const machine& m) {
    const double alone = m.time_on_device([&] { m.upload(mib, m.a); }, 40);
    const double in_turns = m.time_on_device(
        [&] {
            m.upload(mib, m.a);
            cudaEventRecord(m.turn[0], m.a);
            cudaStreamWaitEvent(m.b, m.turn[0], 0);
            m.upload(mib, m.b);
            cudaEventRecord(m.turn[1], m.b);
            cudaStreamWaitEvent(m.a, m.turn[1], 0);
        },
        20);
    return std::max(0.0, in_turns / 2 - alone);
}

}  // namespace measuring
