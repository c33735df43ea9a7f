#include "checker/grading/submission_build.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "checker/course/file_error.hpp"
#include "checker/grading/frames.hpp"
#include "checker/grading/kept_preambles.hpp"
#include "checker/grading/student_name.hpp"
#include "common/simcuda/driver/toolchain.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

const std::string& checker_in(const std::map<std::string, std::string>& checkers, const lab& l) {
    const auto own = checkers.find(l.name());
    if (own == checkers.end()) {
        throw std::runtime_error(fmt::format("the checker of {} is not built", l.name()));
    }
    return own->second;
}

std::vector<std::string> linked_with(const grading_tree& tree, const lab& l) {
    std::vector<std::string> linked = {checker_in(tree.checkers, l)};
    linked.insert(linked.end(), tree.libraries.begin(), tree.libraries.end());
    linked.insert(linked.end(), tree.link_arguments.begin(), tree.link_arguments.end());
    return linked;
}

/// `arguments`: of build-submission, up to the folders with headers.
program builder_for(const grading_tree& tree, const sandbox& box, const staged_file& file,
                    const std::vector<std::string>& arguments,
                    const std::vector<std::string>& linked) {
    program p;
    p.arguments = {tree.builder.string()};
    p.arguments.insert(p.arguments.end(), arguments.begin(), arguments.end());
    p.arguments.insert(p.arguments.end(),
                       {tree.root.string(), (tree.root / "labs" / file.of->name()).string(), "--"});
    p.arguments.insert(p.arguments.end(), linked.begin(), linked.end());
    p.working_directory = file.folder;
    if (!box.is_closed()) {
        p.environment.emplace_back("CHECKER_TELL_INCLUDED", "1");
    }
    if (const char* compiler = std::getenv("CXX")) {
        p.environment.emplace_back("CXX", compiler);
    }
    return p;
}

sandbox_view view_for(const grading_tree& tree, const sandbox& box, const staged_file& file,
                      const std::vector<std::string>& linked) {
    sandbox_view view;
    view.readable = {tree.builder, tree.root / "common", tree.root / "labs" / file.of->name()};
    for (const auto& each : linked) {
        if (each.starts_with('/')) {
            view.readable.emplace_back(each);
        } else if (each.starts_with("-L/")) {
            view.readable.emplace_back(each.substr(2));
        }
    }
    view.shown_as = {{file.source, shown_source(tree, file, box)}};
    return view;
}

[[noreturn]] void our_fault(const outcome& o, const std::string& said) {
    throw std::runtime_error(
        fmt::format("a file could not be built: {}{}{}", o.problem, o.err.text(), said));
}

bool contains_any(const std::string& text, std::initializer_list<const char*> all) {
    return std::any_of(all.begin(), all.end(),
                       [&](const char* each) { return text.find(each) != std::string::npos; });
}

/// The compiler itself says so where its own limit was met.
std::optional<flag> limit_in(const std::string& said, const translation& say) {
    if (contains_any(said,
                     {"out of memory allocating", "virtual memory exhausted", "memory exhausted",
                      "std::bad_alloc", "ended by signal", "Cannot allocate memory"})) {
        return refusal(say, "compile-limit",
                       phrase("The compiler ran out of the memory that it may use for one file."));
    }
    if (contains_any(said, {"No space left on device", "File too large", "file too large"})) {
        return refusal(say, "compile-limit",
                       phrase("What the compiler made of the file is larger than allowed."));
    }
    return std::nullopt;
}

/// Where there is no sandbox, what the compiler writes lies on the machine's own disk: where that
/// is full, no file is to blame. (One file may say so itself, so the disk is asked, too.)
void require_room(const sandbox& box, const std::string& said, const program& builder,
                  const sandbox_view& view) {
    if (box.is_closed() || !contains_any(said, {"No space left on device"})) {
        return;
    }
    const fs::path folder = builder.working_directory;
    std::error_code ignored;
    if (fs::space(folder, ignored).available < view.scratch.value) {
        throw file_error(std::make_error_code(std::errc::no_space_on_device), folder);
    }
}

built_submission run_builder(const grading_tree& tree, const sandbox& box, const program& builder,
                             const sandbox_view& view, const limits& most) {
    const auto ready = box.prepare(builder, view, system_calls::of_compilers);
    const auto how = as_without_sandbox(supervise(ready.what, most));
    auto frames = read_frames(how.channel);
    built_submission built;
    built.said = frames["diagnostics"];
    built.included = frames["included"];
    built.step = frames["step"];
    built.stopped = limit_passed(how, most, tree.say);
    if (built.stopped) {
        built.stopped->id = "compile-limit";
        return built;
    }
    const bool is_built = frames["status"] == "0";
    if (!is_built) {
        require_room(box, built.said + how.err.text(), builder, view);
    }
    if (!is_built && frames["status"] != "1") {
        built.stopped = limit_in(built.said + how.err.text(), tree.say);
        if (!built.stopped) {
            our_fault(how, built.said);
        }
        return built;
    }
    built.listing = {frames["symbols"], frames["instructions"], frames["shared"]};
    if (frames.contains("expanded")) {
        built.expanded = frames["expanded"];
    }
    if (is_built) {
        built.program = std::move(frames["program"]);
    } else {
        built.stopped = limit_in(built.said, tree.say);
    }
    return built;
}

}  // namespace

fs::path shown_source(const grading_tree& tree, const staged_file& file, const sandbox& box) {
    return box.is_closed() ? tree.root / "labs" / file.of->name() / "lab.cu" : file.source;
}

built_submission build_submission(const grading_tree& tree, const sandbox& box,
                                  const staged_file& file) {
    const auto linked = linked_with(tree, *file.of);
    const auto builder = builder_for(
        tree, box, file,
        {shown_source(tree, file, box).string(), preambles_of(tree, *file.of).string()}, linked);
    auto view = view_for(tree, box, file, linked);
    view.readable.push_back(preambles_of(tree, *file.of));
    for (const auto& library : simcuda::driver::built_installation().libraries) {
        if (library.starts_with('/')) {
            view.readable.emplace_back(library);
        }
    }
    view.scratch = tree.limits.building_scratch;
    return run_builder(tree, box, builder, view, tree.limits.building);
}

built_submission build_submission_for_gpu(const grading_tree& tree, const sandbox& box,
                                          const gpu_program_parts& parts, const gpu_access& gpu,
                                          const staged_file& file) {
    const auto linked = parts.linked_with(checker_in(parts.checkers, *file.of));
    auto builder = builder_for(
        tree, box, file,
        {"--gpu", parts.nvcc, parts.arch, parts.redirected, shown_source(tree, file, box).string()},
        linked);
    // (for `native` the compiler asks the GPU what it is)
    gpu.add_to(builder);
    auto view = view_for(tree, box, file, linked);
    view.readable.emplace_back(parts.redirected);
    gpu.add_to(view);
    view.scratch = tree.limits.building_for_gpu_scratch;
    return run_builder(tree, box, builder, view, tree.limits.building_for_gpu);
}

std::optional<flag> limit_passed(const outcome& o, const limits& most, const translation& say) {
    switch (o.how) {
        case ending::too_slow:
            return refusal(say, "time",
                           phrase("It did not end within {} seconds of processor time.",
                                  most.time.count() / 1000));
        case ending::too_much_memory:
            return refusal(say, "memory",
                           phrase("It used more than {} MiB of memory.", most.memory.value >> 20U));
        case ending::too_much_output:
            return refusal(say, "output",
                           phrase("It printed more than {} KiB.", most.output.value >> 10U));
        case ending::too_many_processes:
            return refusal(say, "processes",
                           phrase("It started more than {} threads or processes.", most.processes));
        case ending::exited:
        case ending::signalled:
        case ending::not_started:
            break;
    }
    return std::nullopt;
}

}  // namespace checker
