#include "checker/harness/rules/timing_marks.hpp"

#include <algorithm>
#include <set>

namespace checker {

std::vector<operation> records_of(const measured_stage& stage) {
    return pick(stage.recorded,
                [](const operation& op) { return op.kind == op_kind::event_record; });
}

std::vector<operation> records_beside_the_work(const measured_stage& stage) {
    std::set<timeline::stream_id> used;
    for (const auto& op : stage.recorded.operations) {
        if (is_device_work(op)) {
            used.insert(op.stream);
        }
    }
    return pick(stage.recorded, [&](const operation& op) {
        return op.kind == op_kind::event_record && !used.contains(op.stream);
    });
}

bool has_marks_around(const measured_stage& stage) {
    const auto records = records_of(stage);
    const auto runs = runs_of(stage);
    return std::any_of(runs.begin(), runs.end(), [&](const operation& run) {
        const auto in_its_stream = [&](const operation& r) { return r.stream == run.stream; };
        const auto before = [&](const operation& r) { return in_its_stream(r) && r.id < run.id; };
        const auto after = [&](const operation& r) { return in_its_stream(r) && r.id > run.id; };
        return std::any_of(records.begin(), records.end(), before) &&
               std::any_of(records.begin(), records.end(), after);
    });
}

bool has_nothing_between(const measured_stage& stage) {
    constexpr double a_look = 0.002;  // ms
    const auto records = records_of(stage);
    const auto runs = runs_of(stage);
    for (std::size_t i = 1; i < records.size(); ++i) {
        const auto& begin = records[i - 1];
        const auto& end = records[i];
        const bool stands_between =
            std::any_of(runs.begin(), runs.end(),
                        [&](const operation& run) { return run.id > begin.id && run.id < end.id; });
        const double apart = timeline::to_ms(end.end - begin.end);
        if (begin.stream == end.stream && !stands_between && apart < a_look &&
            stage.reported_ms < a_look) {
            return true;
        }
    }
    return false;
}

bool has_pair_of_its_own(const measured_stage& stage) {
    bool is_begun = false;
    bool has_run = false;
    for (const auto& op : stage.recorded.operations) {
        if (op.kind == op_kind::event_record) {
            if (has_run) {
                return true;
            }
            is_begun = true;
        } else if (is_device_work(op)) {
            is_begun = is_begun && op.kind == stage.kind;
            has_run = is_begun;
        }
    }
    return false;
}

}  // namespace checker
