#include "checker/labs/07_beside_others.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "checker/harness/counted.hpp"
#include "checker/harness/places.hpp"
#include "checker/harness/the_device.hpp"
#include "common/workload/calibrate.hpp"
#include "common/workload/launch_shape.hpp"

namespace checker {

unsigned int steps_of_other_work(nanoseconds wanted) {
    fork_and_join work(workload::threads_per_block, 1);
    const auto timed = [&](unsigned int steps) {
        the_device().start_recording();
        work.launch_other(steps);
        const auto recorded = the_device().take_recording();
        const auto kernel = pick(recorded, is_device_work).front();
        return workload::timed_steps{steps, kernel.end - kernel.start};
    };
    return workload::steps_for(wanted, timed(1000), timed(4000));
}

least_work work_beside_other(std::size_t count, unsigned int steps, unsigned int steps_of_other) {
    fork_and_join work(count, steps);
    std::map<op_kind, std::vector<nanoseconds>> times;
    for (int i = 0; i < the_device().repetitions(); ++i) {
        the_device().start_recording();
        work.launch_other(steps_of_other);
        work.one_after_the_other();
        auto all = pick(the_device().take_recording(), is_device_work);
        all.erase(all.begin());  // the other
        std::map<op_kind, nanoseconds> sums;
        for (const auto& op : all) {
            sums[op.kind] += op.end - op.start;
        }
        for (const auto& [kind, sum] : sums) {
            times[kind].push_back(sum);
        }
    }
    const auto median = [&](op_kind kind) {
        auto& of_kind = times.at(kind);
        std::sort(of_kind.begin(), of_kind.end());
        return of_kind[of_kind.size() / 2];
    };
    return {median(op_kind::copy_h2d), median(op_kind::kernel), median(op_kind::copy_d2h)};
}

accompanied combine_beside(fork_and_join& work, unsigned int steps_of_other) {
    accompanied result;
    std::uint64_t sum = 0;
    result.run = work.run_beside(steps_of_other, sum);
    auto& all = result.run.recorded.operations;
    const auto other = std::find_if(all.begin(), all.end(), is_device_work);
    result.other = *other;
    result.picture = result.run.recorded;
    const auto is_of_other = [&](const operation& op) { return op.stream == result.other.stream; };
    all.erase(all.begin(), other + 1);
    std::erase_if(result.run.pending, is_of_other);
    result.causes = work.causes(result.run, sum);
    return result;
}

nanoseconds end_of_work(const timeline::recording& recorded) {
    nanoseconds end{0};
    for (const auto& op : recorded.operations) {
        if (is_device_work(op) || op.kind == op_kind::host_wait) {
            end = std::max(end, op.end);
        }
    }
    return end;
}

/// What host functions did after the last device work and before this moment.
nanoseconds in_host_functions(const timeline::recording& recorded, nanoseconds last_work,
                              nanoseconds end) {
    nanoseconds all{0};
    for (const auto& op : recorded.operations) {
        if (op.kind == op_kind::host_function && op.start >= last_work && op.start < end) {
            all += std::min(op.end, end) - op.start;
        }
    }
    return all;
}

nanoseconds time_taken(const timeline::recording& recorded) {
    const auto work = pick(recorded, is_device_work);
    nanoseconds last_work{0};
    for (const auto& op : work) {
        last_work = std::max(last_work, op.end);
    }
    const auto end = end_of_work(recorded);
    return std::max(last_work, end - in_host_functions(recorded, last_work, end)) -
           work.front().start;
}

nanoseconds time_of_kernels(const timeline::recording& recorded, std::string_view name) {
    nanoseconds all{0};
    for (const auto& op : recorded.operations) {
        const bool is_wanted =
            op.kind == op_kind::kernel && op.name.find(name) != std::string::npos;
        all += is_wanted ? op.end - op.start : nanoseconds{0};
    }
    return all;
}

/// A record or a wait there is a barrier as work is, and the caller's stream is a blocking one.
std::optional<finding> marks_the_legacy_stream(const timeline::recording& recorded) {
    for (const auto kind : {op_kind::event_record, op_kind::event_wait}) {
        const auto marks = pick(recorded, [&](const operation& op) {
            return op.kind == kind && op.stream == timeline::stream_id{0};
        });
        if (!marks.empty()) {
            return finding{kind == op_kind::event_record ? "legacy-default-stream/record"
                                                         : "legacy-default-stream/wait",
                           {{"times", times_of(marks.size())}, {"call", marks.front().name}},
                           known_places(marks)};
        }
    }
    return std::nullopt;
}

/// Was it that one that the wait was for? Where nobody has noted what a wait was for, whoever is
/// still there when the other is done has waited for it.
bool can_be_for(const operation& wait, const operation& other) {
    const auto& awaited = wait.waits_for;
    return awaited.empty() || std::find(awaited.begin(), awaited.end(), other.id) != awaited.end();
}

std::optional<finding> waits_for_others(const accompanied& seen) {
    const auto& other = seen.other;
    const auto in_legacy = pick(seen.run.recorded, [](const operation& op) {
        return is_device_work(op) && op.stream == 0;
    });
    if (!in_legacy.empty()) {
        const auto& first = in_legacy.front();
        return finding{"legacy-default-stream/work",
                       {{"times", times_of(in_legacy.size())}, {"work", work_name(first)}},
                       known_places(in_legacy)};
    }
    if (auto found = marks_the_legacy_stream(seen.run.recorded)) {
        return found;
    }
    // (that cudaFree waits is promised by nobody: on a GPU it is a call like others)
    const auto waits = pick(seen.run.recorded, [&](const operation& op) {
        const bool may_wait = op.kind == op_kind::host_wait || op.name == "cudaFree";
        return may_wait && op.start < other.end && op.end >= other.end && can_be_for(op, other);
    });
    if (waits.empty()) {
        return std::nullopt;
    }
    const auto whole_device = pick(seen.run.recorded, [](const operation& op) {
        return op.kind == op_kind::host_wait && op.name == "cudaDeviceSynchronize";
    });
    const auto& first = whole_device.empty() ? waits.front() : whole_device.front();
    return finding{is_allocation(first) ? "device-wide-wait/free" : "device-wide-wait/others",
                   {{"call", first.name},
                    {"ms", fmt::format("{:.2f}", timeline::to_ms(first.end - first.start))}},
                   known_places(whole_device.empty() ? waits : whole_device)};
}

}  // namespace checker
