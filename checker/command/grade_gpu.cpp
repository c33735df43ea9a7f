#include "checker/command/grade_gpu.hpp"

#include "checker/command/gpu_build.hpp"
#include "checker/command/gpu_choice.hpp"
#include "checker/command/gpu_here.hpp"
#include "checker/command/program_parts.hpp"

namespace checker {
namespace {

[[noreturn]] void without_gpu(const context& c, const words& why) {
    throw command_error(
        exit_with::usage,
        c.say(phrase("{}\n--device both takes order and results from the simulated device, and "
                     "overlap from a GPU. Nothing was graded. The simulated device alone needs no "
                     "GPU: --device sim, into another folder (--out).",
                     why)));
}

}  // namespace

void require_gpu_programs(const context& c) {
    if (const auto why = why_no_gpu_programs(c)) {
        without_gpu(c, *why);
    }
    make_gpu_parts(c);
}

std::unique_ptr<sandboxed_gpu> gpu_for_grading(const context& c, const grade_options& o,
                                               const grading_tree& tree, const sandbox& box) {
    if (const auto why = why_no_gpu_programs(c)) {
        without_gpu(c, *why);
    }
    const auto here = find_gpus();
    if (here.names.empty()) {
        without_gpu(c, phrase("No GPU: {}.", here.problem));
    }
    const auto visible = visible_for(c, here, o.gpu, visible_gpus());
    make_gpu_parts(c);
    const auto parts = *load_program_parts(c.build).gpu;
    auto access = access_to_gpu(here.library, visible, parts.nvcc, parts.toolkit);
    access.lock = gpu_lock_file(c.state(), visible);
    auto gpu = std::make_unique<sandboxed_gpu>(
        tree, box, parts,
        symbol_rules::load(c.root / "checker/grading/allowed_symbols.toml", object_for::gpu),
        std::move(access));
    if (const auto problem = gpu->problem(); !problem.empty()) {
        without_gpu(c, phrase("The GPU works here, but not in the sandbox that submissions run in: "
                              "{}.",
                              problem));
    }
    return gpu;
}

}  // namespace checker
