#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "checker/command/both_devices.hpp"
#include "checker/command/commands.hpp"
#include "checker/command/gpu_build.hpp"
#include "checker/command/gpu_choice.hpp"
#include "checker/command/gpu_here.hpp"
#include "checker/command/progress_record.hpp"
#include "checker/command/render_verdict.hpp"
#include "common/simcuda/driver/preamble_store.hpp"
#include "common/simcuda/runtime/profile.hpp"

namespace checker {
namespace {

std::vector<const lab*> chosen_labs(const context& c, const course& all, const check_options& o) {
    std::vector<const lab*> chosen;
    for (const auto& word : o.labs) {
        chosen.push_back(&all.find(word));
    }
    if (chosen.empty() && o.source == source_kind::solution) {
        for (const auto& one : all.labs) {
            chosen.push_back(&one);
        }
    } else if (chosen.empty()) {
        const auto* next = next_lab(all, read_progress(c));
        if (next == nullptr) {
            throw command_error(exit_with::usage,
                                c.say(phrase("All labs are passed. Name one to check it again: {} "
                                             "check 1",
                                             c.command)));
        }
        chosen.push_back(next);
    }
    if (!o.file.empty() && (chosen.size() != 1 || o.labs.empty())) {
        throw command_error(exit_with::usage,
                            c.say(phrase("--file is checked as one lab: name the lab, such as "
                                         "`lab check 4 --file my.cu`.")));
    }
    return chosen;
}

lab_job job_for(const context& c, const lab& l, const check_options& o) {
    lab_job job{&l, o.source, {}, checked_profile(c, o.profile), o.seed, nullptr};
    switch (o.source) {
        case source_kind::learner:
            job.source = learners_file(c, l);
            break;
        case source_kind::solution:
            job.source = solution_file(c, l);
            break;
        case source_kind::other_file:
            job.source = (c.started / o.file).lexically_normal();
            break;
    }
    return job;
}

/// The GPU to check on, or why there can be no check on one here.
struct gpu_or_reason {
    std::string visible;  ///< for CUDA_VISIBLE_DEVICES
    std::optional<std::string> reason;
};

gpu_or_reason gpu_to_check_on(const context& c, const std::string& asked) {
    if (auto why = why_no_gpu_programs(c)) {
        return {{}, std::move(why)};
    }
    const auto here = find_gpus();
    if (here.names.empty()) {
        return {{}, c.say(phrase("No GPU: {}.", here.problem))};
    }
    return {visible_for(c, here, asked, visible_gpus()), std::nullopt};
}

/// A check that was asked for on a GPU and silently ran elsewhere would mislead.
verdict no_gpu(const context& c, const lab_job& job, const std::string& why) {
    auto on_gpu = job;
    on_gpu.device = "gpu";
    on_gpu.profile.clear();
    return open_verdict(
        on_gpu, {"device", status::inconclusive,
                 why + "\n\n" + c.say(phrase("The simulated device needs none: --device sim"))});
}

void record(const context& c, const lab& l, const verdict& v) {
    change_progress(c, [&](progress& done) {
        auto& entry = done[l.name()];
        entry.status = to_text(v.outcome);
        entry.points = std::max(entry.points, v.points);
        entry.was_passed = entry.was_passed || v.outcome == status::pass;
        const auto found = v.diagnoses.empty() ? diagnosis{} : v.diagnoses.front();
        // A new mistake starts its own row of hints.
        if (found.id != entry.last_diagnosis) {
            entry.hints_seen = 0;
        }
        entry.last_diagnosis = found.id;
        entry.last_message = found.message;
        entry.last_docs = found.docs;
    });
}

void print_words(const context& c, const lab_result& r) {
    if (!r.compiler_output.empty()) {
        fmt::print("{}\n", r.compiler_output);
    }
    if (!r.program_output.empty()) {
        const auto* line_end = r.program_output.ends_with('\n') ? "" : "\n";
        fmt::print("{}\n{}{}\n",
                   styled(c.out, style::dim, c.say(phrase("--- printed by the program ---"))),
                   r.program_output, line_end);
    }
}

std::string next_step(const context& c, const course& all, const lab& l, const check_options& o,
                      const verdict& v) {
    if (o.source != source_kind::learner) {
        return {};
    }
    if (v.outcome != status::pass) {
        const auto file = c.shown(learners_file(c, l));
        const auto picture =
            v.timeline.empty() ? "" : fmt::format("   {} timeline {}", c.command, l.number);
        return fmt::format(
            "{}\n{}{}\n",
            c.say(phrase("Next: edit {}, then {} check {}", file, c.command, l.number)),
            c.say(phrase("Stuck: {} hint {}", c.command, l.number)), picture);
    }
    const auto* next = next_lab(all, read_progress(c));
    if (next == nullptr) {
        return c.say(phrase("That was the last open lab: the course is done. {} shows all of it.",
                            c.command)) +
               "\n";
    }
    return fmt::format("{}\n      {}\n", c.say(phrase("Next: {} ({})", next->name(), next->title)),
                       c.say(phrase("read {}, then edit lab.cu beside it",
                                    c.page("labs/" + next->name() + "/README.md"))));
}

int severity(status s) {
    switch (s) {
        case status::pass:
            return 0;
        case status::inconclusive:
            return 1;
        case status::fail:
            return 2;
        case status::error:
            return 3;
    }
    return 3;
}

}  // namespace

std::string checked_profile(const context& c, const std::string& name) {
    const std::string profile =
        name.ends_with(".toml") ? (c.started / name).lexically_normal().string() : name;
    try {
        static_cast<void>(simcuda::load_profile(profile));
    } catch (const std::invalid_argument& problem) {
        throw command_error(exit_with::usage, phrase("--profile: {}.", problem.what()));
    }
    return profile;
}

int run_check(const context& c, const check_options& o) {
    const auto all = c.load();
    const auto gpu =
        o.device == "sim" ? gpu_or_reason{{}, std::string()} : gpu_to_check_on(c, o.gpu);
    status worst = status::pass;
    // The learner will check again; what the compiler keeps for that is made beside this check.
    using simcuda::driver::preamble_store;
    preamble_store preambles(c.state() / "preambles", preamble_store::making::beside);
    for (const auto* l : chosen_labs(c, all, o)) {
        auto job = job_for(c, *l, o);
        job.gpu = gpu.visible;
        job.preambles = o.source == source_kind::solution ? nullptr : &preambles;
        const bool is_impossible = o.device == "gpu" && gpu.reason;
        lab_result r;
        if (is_impossible) {
            r.said = no_gpu(c, job, *gpu.reason);
        } else {
            r = gpu.reason ? check_lab(c, job) : check_on_gpu(c, job);
        }
        if (o.source == source_kind::learner && !is_impossible) {
            record(c, *l, r.said);
        }
        if (o.form == output_form::json) {
            fmt::print(stderr, "{}", r.compiler_output);
            fmt::print("{}\n", to_json(r.said));
        } else {
            print_words(c, r);
            // Nothing in the file can be changed so that there is a GPU.
            fmt::print("{}{}", render_verdict(r.said, c),
                       is_impossible ? "" : "\n" + next_step(c, all, *l, o, r.said));
        }
        std::fflush(stdout);
        worst = severity(r.said.outcome) > severity(worst) ? r.said.outcome : worst;
    }
    return exit_status(worst);
}

}  // namespace checker
