#include "checker/grading/merged_verdict.hpp"

#include <algorithm>

#include "checker/harness/elsewhere.hpp"
#include "checker/harness/families.hpp"

namespace checker {
namespace {

/// Only the simulated device has a machine on which this can be looked at.
bool is_left_to(const check_result& on_gpu, const check_result* sim, const translation& say) {
    return on_gpu.outcome == status::inconclusive &&
           on_gpu.message.starts_with(say(left_to_simulator(""))) && sim != nullptr &&
           sim->outcome == status::pass && sim->message != say(judged_elsewhere());
}

bool fails(const check_result* check) {
    return check != nullptr && check->outcome != status::pass &&
           check->outcome != status::inconclusive;
}

status outcome_of(const verdict& v) {
    const auto any = [&](status s) {
        return std::any_of(v.checks.begin(), v.checks.end(),
                           [s](const check_result& c) { return c.outcome == s; });
    };
    for (const auto s : {status::error, status::fail, status::inconclusive}) {
        if (any(s)) {
            return s;
        }
    }
    return status::pass;
}

double points_of(const lab& what, const std::string& check) {
    const auto found = std::find_if(what.checks.begin(), what.checks.end(),
                                    [&](const auto& c) { return c.name == check; });
    return found == what.checks.end() ? 0 : found->points;
}

check_result seen_by_simulator(check_result check, const translation& say) {
    const auto end = check.message.find("\n\n");
    check.message.insert(std::min(end, check.message.size()),
                         say(phrase(" (Seen by the simulated device.)")));
    return check;
}

bool has(const std::vector<diagnosis>& all, const std::string& id) {
    return std::any_of(all.begin(), all.end(), [&](const diagnosis& d) { return d.id == id; });
}

}  // namespace

verdict merged(const verdict& gpu_alone, const verdict& sim, const lab& what,
               const translation& say) {
    auto gpu = gpu_alone;
    for (auto& check : gpu.checks) {
        const auto* const other = sim.find_check(check.name);
        if (is_left_to(check, other, say)) {
            check = seen_by_simulator(*other, say);
            gpu.points += points_of(what, check.name);
            gpu.outcome = outcome_of(gpu);
        }
    }
    if (sim.outcome == status::pass || sim.outcome == status::inconclusive) {
        return gpu;
    }
    for (const auto* build_step : {"compiles", "links"}) {
        if (gpu.find_check(build_step) != nullptr) {
            return gpu;
        }
    }
    verdict v = gpu;
    // A program that died on the GPU left checks undone: what the simulated device says of all of
    // them is the better account.
    const bool is_whole =
        gpu.checks.size() >= sim.checks.size() && gpu.find_check("program") == nullptr;
    if (!is_whole) {
        v.checks = sim.checks;
        v.diagnoses = sim.diagnoses;
        v.points = std::min(gpu.points, sim.points);
        v.outcome = outcome_of(v);
        return v;
    }
    bool only_on_gpu = false;
    for (auto& check : v.checks) {
        const auto* const other = sim.find_check(check.name);
        if (fails(other)) {
            const auto kept = check.outcome == status::pass ? 0 : check.points;
            v.points -= check.outcome == status::pass ? points_of(what, check.name) : 0;
            check = seen_by_simulator(*other, say);
            check.points = kept;
        } else {
            only_on_gpu = only_on_gpu || fails(&check);
        }
    }
    // It did not compile there, or it crashed: nothing was seen of it, so nothing is given.
    for (const auto& check : sim.checks) {
        if (fails(&check) && gpu.find_check(check.name) == nullptr) {
            v.checks.push_back(seen_by_simulator(check, say));
            v.points = 0;
        }
    }
    v.diagnoses = sim.diagnoses;
    for (const auto& d : gpu.diagnoses) {
        // All else that it saw is mostly a consequence of what the simulated device has found.
        if (only_on_gpu && is_about_overlap(d.id) && !has(v.diagnoses, d.id)) {
            v.diagnoses.push_back(d);
        }
    }
    v.points = std::max(v.points, 0.0);
    v.outcome = outcome_of(v);
    return v;
}

}  // namespace checker
