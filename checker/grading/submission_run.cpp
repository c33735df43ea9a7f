#include "checker/grading/submission_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>

#include "checker/harness/channel.hpp"
#include "checker/supervise/judge.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

/// Where a program lies in its sandbox.
constexpr const char* place_of_program = "/lab/program";

/// One run, whatever the device.
struct one_run {
    const grading_tree& tree;
    const sandbox& box;
    const staged_file& file;
    const fs::path& lies;  ///< the program
    std::uint64_t seed;
    overlap_decided by;
    const gpu_access* gpu;  ///< null: on the simulated device

    [[nodiscard]] assignment about() const {
        return gpu == nullptr ? assignment{file.of->name(), "sim", "h200", file.of->points}
                              : assignment{file.of->name(), "gpu", "", file.of->points};
    }
    [[nodiscard]] const limits& most() const {
        return gpu == nullptr ? tree.limits.running : tree.limits.running_on_gpu;
    }
};

program program_of(const one_run& run, const std::string& token) {
    const auto& [tree, box, file, lies, seed, by, gpu] = run;
    request r;
    r.lab = file.of->name();
    r.device = run.about().device;
    r.times_elsewhere = by == overlap_decided::elsewhere;
    r.seed = seed;
    r.max_points = file.of->points;
    r.points = points_of(*file.of);
    r.messages = tree.messages.string();
    r.words = tree.phrases.string();
    program p;
    p.arguments = {box.is_closed() ? place_of_program : lies.string()};
    p.environment = environment_for(r, token);
    p.environment.emplace_back("SIMCUDA_LANG", std::string(tag_of(tree.speaks)));
    p.working_directory = file.folder;
    p.channel_variable = variable::verdict_fd;
    if (gpu != nullptr) {
        gpu->add_to(p);
    }
    return p;
}

sandbox_view view_for(const one_run& run) {
    const auto& [tree, box, file, lies, seed, by, gpu] = run;
    sandbox_view view;
    view.readable = {tree.messages};
    if (!tree.phrases.empty()) {
        view.readable.push_back(tree.phrases);
    }
    // (a report quotes the learner's lines)
    view.shown_as = {{lies, place_of_program}, {file.source, shown_source(tree, file, box)}};
    view.scratch =
        gpu == nullptr ? tree.limits.running_scratch : tree.limits.running_on_gpu_scratch;
    if (gpu != nullptr) {
        gpu->add_to(view);
    }
    return view;
}

void add_flags(submission_run& run, const outcome& o, const limits& most, const translation& say,
               const std::string& token) {
    const auto add = [&](const char* id, const words& message) {
        run.flags.push_back(refusal(say, id, message));
    };
    if (const auto passed = limit_passed(o, most, say)) {
        run.flags.push_back(*passed);
    } else if (o.how == ending::signalled && o.signal == SIGSYS) {
        add("system-call",
            phrase("The program was ended as it made a system call that no lab needs: another "
                   "process, the network, other programs' memory."));
    } else if (o.how == ending::signalled) {
        add("crashed", phrase("The program was ended by signal {}.", o.signal));
    } else if (run.said.find_check("program") != nullptr) {
        add("no-verdict", phrase("The program ended before its checker had spoken, or otherwise "
                                 "than the checker said (exit status {}).",
                                 o.exit_status));
    }
    if (foreign_lines(o.channel, token) > 0) {
        add("forged", phrase("Something that is not the checker wrote to the descriptor on which "
                             "the verdict travels."));
    }
    if (run.said.outcome == status::inconclusive) {
        add("inconclusive", phrase("The checker could not decide."));
    }
}

submission_run done(const one_run& run) {
    const auto token = make_token();
    const auto calls = run.gpu == nullptr ? system_calls::of_labs : system_calls::of_gpu_labs;
    const auto ready = run.box.prepare(program_of(run, token), view_for(run), calls);
    const auto how = as_without_sandbox(supervise(ready.what, run.most()));
    const bool never_ran = how.how == ending::not_started ||
                           (how.channel.empty() && how.err.first.starts_with("bwrap: "));
    if (never_ran) {
        throw std::runtime_error(
            fmt::format("a lab's program could not be started: {}{}", how.problem, how.err.text()));
    }
    submission_run result{judge(how, run.about(), token, run.tree.say), {}};
    add_flags(result, how, run.most(), run.tree.say, token);
    return result;
}

}  // namespace

int foreign_lines(std::string_view channel, std::string_view token) {
    int foreign = 0;
    int verdicts = 0;
    while (!channel.empty()) {
        const auto line = channel.substr(0, channel.find('\n'));
        channel.remove_prefix(std::min(line.size() + 1, channel.size()));
        const bool is_ours = line.starts_with(fmt::format("{} progress ", token)) ||
                             line.starts_with(fmt::format("{} verdict ", token));
        foreign += is_ours ? 0 : 1;
        verdicts += line.starts_with(fmt::format("{} verdict ", token)) ? 1 : 0;
    }
    return foreign + std::max(0, verdicts - 1);
}

submission_run run_submission(const grading_tree& tree, const sandbox& box, const staged_file& file,
                              const fs::path& lies, std::uint64_t seed, overlap_decided by) {
    return done({tree, box, file, lies, seed, by, nullptr});
}

submission_run run_submission_on_gpu(const grading_tree& tree, const sandbox& box,
                                     const gpu_access& gpu, const staged_file& file,
                                     const fs::path& lies, std::uint64_t seed) {
    return done({tree, box, file, lies, seed, overlap_decided::here, &gpu});
}

bool agree(const verdict& a, const verdict& b) {
    const auto same_check = [](const check_result& x, const check_result& y) {
        return x.name == y.name && x.outcome == y.outcome;
    };
    const auto same_cause = [](const diagnosis& x, const diagnosis& y) { return x.id == y.id; };
    return a.outcome == b.outcome &&
           std::equal(a.checks.begin(), a.checks.end(), b.checks.begin(), b.checks.end(),
                      same_check) &&
           std::equal(a.diagnoses.begin(), a.diagnoses.end(), b.diagnoses.begin(),
                      b.diagnoses.end(), same_cause);
}

}  // namespace checker
