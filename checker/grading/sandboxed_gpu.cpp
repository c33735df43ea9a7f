#include "checker/grading/sandboxed_gpu.hpp"

#include <utility>

#include "checker/course/atomic_file.hpp"
#include "checker/grading/learner_files.hpp"
#include "checker/grading/object_scan.hpp"
#include "checker/grading/refusals.hpp"
#include "checker/grading/source_scan.hpp"
#include "checker/supervise/file_lock.hpp"

namespace checker {

sandboxed_gpu::sandboxed_gpu(const grading_tree& tree, const sandbox& box, gpu_program_parts parts,
                             symbol_rules rules, gpu_access access)
    : tree_(tree),
      box_(box),
      parts_(std::move(parts)),
      rules_(std::move(rules)),
      access_(std::move(access)) {}

std::string sandboxed_gpu::problem() const {
    program p;
    p.arguments = {tree_.builder.string(), "--probe-gpu"};
    access_.add_to(p);
    sandbox_view view;
    view.readable = {tree_.builder};
    access_.add_to(view);
    const auto ready = box_.prepare(p, view, system_calls::of_gpu_labs);
    const auto how = as_without_sandbox(supervise(ready.what, tree_.limits.running_on_gpu));
    if (how.how == ending::exited && how.exit_status == 0) {
        return {};
    }
    const auto said = how.problem + how.err.text();
    return said.empty() ? "the driver ended the program" : said;
}

gpu_build sandboxed_gpu::build(const staged_file& file) const {
    const auto content = read_file(file.source);
    const auto built = build_submission_for_gpu(tree_, box_, parts_, access_, file);
    gpu_build result;
    if (const auto other = include_refusal(built, tree_, box_, file)) {
        result.flags.push_back(*other);
        return result;
    }
    result.said = built.said;
    result.flags = refusals_of(built, content, rules_, tree_.say);
    if (const auto lines = lines_with_conditions(content); !lines.empty()) {
        result.flags.push_back(
            note(tree_.say, "conditional",
                 phrase("Line {} is a condition of the preprocessor (#if): the two devices may "
                        "have been given different code. Read it.",
                        lines.front())));
    }
    if (built.program.empty() && !built.stopped) {
        std::erase_if(result.flags, [](const flag& f) { return f.id == "imports"; });
        result.failure = built.step == "links" ? tree_.explain_failure(*file.of, built.said)
                                               : nvcc_failure(built.said, tree_.say);
        return result;
    }
    result.program = file.folder / "program-for-gpu";
    write_program(result.program, built.program);
    return result;
}

submission_run sandboxed_gpu::order(const staged_file& file, const std::filesystem::path& program,
                                    std::uint64_t seed) const {
    return run_submission(tree_, box_, file, program, seed, overlap_decided::elsewhere);
}

submission_run sandboxed_gpu::measure(const staged_file& file, const std::filesystem::path& program,
                                      std::uint64_t seed) const {
    // Two measurements at once would disturb each other.
    const file_lock alone(access_.lock, [] {});
    return run_submission_on_gpu(tree_, box_, access_, file, program, seed);
}

}  // namespace checker
