#include "checker/grading/overlap_on_gpu.hpp"

#include <algorithm>
#include <stdexcept>

#include "checker/grading/learner_files.hpp"
#include "checker/grading/merged_verdict.hpp"
#include "checker/supervise/judge.hpp"

namespace checker {
namespace {

constexpr int most_measurements = 3;

void add(std::vector<flag>& to, const std::vector<flag>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

bool is_open(const check_result& c) {
    return c.outcome == status::inconclusive || c.outcome == status::error;
}

bool is_decided(const verdict& v) {
    return !v.checks.empty() && std::none_of(v.checks.begin(), v.checks.end(), is_open);
}

/// What the program did that it must not; that the GPU could not decide is no such thing.
std::vector<flag> misdeeds_of(const submission_run& run) {
    auto flags = run.flags;
    std::erase_if(flags, [](const flag& f) {
        return f.effect != flag_effect::no_points || f.id == "inconclusive";
    });
    return flags;
}

/// No student's file can mend that.
void require_gpu(const verdict& v) {
    if (const auto* check = v.find_check("device")) {
        throw std::runtime_error("a program could not use the GPU: " + check->message);
    }
}

}  // namespace

void overlap_on_gpu::decide(graded_lab& result, const staged_file& file,
                            const std::filesystem::path& program, std::uint64_t seed) const {
    if (!result.said || result.said->points <= 0 || takes_points(result.flags)) {
        return;
    }
    const auto built = runner_.build(file);
    add(result.flags, built.flags);
    if (takes_points(result.flags)) {
        return;
    }
    if (built.failure) {
        result.compiler_output = built.said;
        result.said = verdict_of({file.of->name(), "gpu", {}, file.of->points}, *built.failure);
        result.flags.push_back(note(
            say_, "not-built",
            phrase("The simulated device takes the file; for a GPU it does not compile or link.")));
        return;
    }
    const auto order = runner_.order(file, program, seed);
    add(result.flags, misdeeds_of(order));
    if (takes_points(result.flags)) {
        return;
    }
    measure(result, file, built.program, order.said, seed);
}

void overlap_on_gpu::measure(graded_lab& result, const staged_file& file,
                             const std::filesystem::path& program, const verdict& order,
                             std::uint64_t seed) const {
    bool has_gone_wrong = false;
    for (int i = 0; i < most_measurements; ++i) {
        const auto run = runner_.measure(file, program, seed);
        require_gpu(run.said);
        auto both = merged(run.said, order, *file.of, say_);
        if (const auto misdeeds = misdeeds_of(run); !misdeeds.empty()) {
            // Once may be the GPU's trouble.
            if (has_gone_wrong) {
                add(result.flags, misdeeds);
                result.said = std::move(both);
                return;
            }
            has_gone_wrong = true;
        } else if (is_decided(both)) {
            result.said = std::move(both);
            return;
        }
    }
    result.flags.push_back(
        note(say_, "gpu-undecided",
             phrase("The GPU could not decide about overlap, in {} measurements: the simulated "
                    "device's verdict counts.",
                    most_measurements)));
}

}  // namespace checker
