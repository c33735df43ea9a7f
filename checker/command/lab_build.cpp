#include "checker/command/lab_build.hpp"

#include <fmt/core.h>

#include <string_view>

#include "checker/command/program_parts.hpp"
#include "common/simcuda/driver/compile.hpp"

namespace checker {
namespace {

using simcuda::driver::build_status;

std::string line_at(std::string_view text, std::size_t at) {
    const auto before = text.rfind('\n', at);
    const auto start = before == std::string_view::npos ? 0 : before + 1;
    return std::string(text.substr(start, text.find('\n', at) - start));
}

// Without the colours that a compiler adds on a terminal.
std::string plain(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto escape = text.find('\033');
        result += text.substr(0, escape);
        if (escape == std::string_view::npos) {
            break;
        }
        const auto end = text.find_first_of("mK", escape);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return result;
}

check_result compile_failure(const std::string& output, const translation& say) {
    std::string message = say(phrase("The file does not compile."));
    if (const auto at = output.find(" error: "); at != std::string::npos) {
        message += say(phrase(" The first error is")) + "\n" + line_at(output, at);
    }
    message +=
        "\n\n" + say(phrase("Mend the first error first: the others often follow from it. The "
                            "compiler's full message has them all."));
    return {"compiles", status::fail, message};
}

// One of our own libraries is not there: the learner can do nothing about that in the file.
void require_our_libraries(const std::string& output, const context& c) {
    if (output.find("cannot find " + c.build.string()) != std::string::npos) {
        throw command_error(exit_with::our_error,
                            output + "\n" +
                                c.say(phrase("A part of the course is not built. `{} setup` builds "
                                             "what is missing.",
                                             c.command)));
    }
}

simcuda::driver::request request_for(const context& c, const lab_job& job,
                                     const std::filesystem::path& folder) {
    const auto parts = load_program_parts(c.build);
    const auto own = parts.checkers.find(job.what->name());
    if (own == parts.checkers.end()) {
        throw command_error(
            exit_with::our_error,
            phrase("The checker of {} is not built: {} does not list it.", job.what->name(),
                   c.shown(c.build / "checker" / "program.toml")));
    }
    simcuda::driver::request r;
    r.sources = {job.source};
    r.output = folder / "program";
    r.work_folder = folder / "work";
    r.preambles = job.preambles;
    // Unused things are the normal state of a file that somebody is working on.
    r.flags = {"-I",          c.root.string(),
               "-I",          (c.root / "labs" / job.what->name()).string(),
               "-Wno-unused", "-Wno-unused-parameter"};
    r.objects = {own->second};
    r.objects.insert(r.objects.end(), parts.libraries.begin(), parts.libraries.end());
    r.link_flags = parts.link_arguments;
    r.colour = c.out.colours == colouring::ansi ? simcuda::driver::colours::always
                                                : simcuda::driver::colours::never;
    return r;
}

}  // namespace

check_result build_failure(const std::string& output, const context& c, const lab& l,
                           const std::string& source) {
    const auto contract = c.shown(c.root / "labs" / l.name() / "lab.hpp");
    if (const auto complaint = link_complaint(output, l.function, source, contract)) {
        return {"links", status::fail, paragraphs(*complaint, c.say)};
    }
    require_our_libraries(output, c);
    const bool was_linking = output.find("ld returned") != std::string::npos ||
                             output.find("linker command failed") != std::string::npos;
    if (!was_linking) {
        return compile_failure(output, c.say);
    }
    return {"links", status::fail, paragraphs(unknown_link_complaint(), c.say)};
}

built_program build_program(const context& c, const lab_job& job,
                            const std::filesystem::path& folder) {
    built_program built{folder / "program", {}, std::nullopt};
    auto request = request_for(c, job, folder);
    request.diagnostics = [&](std::string_view text) { built.compiler_output += text; };
    switch (simcuda::driver::compile(request).status) {
        case build_status::built:
            break;
        case build_status::rejected:
            // The linker cannot write: that is the disk's fault, not the file's.
            if (built.compiler_output.find("No space left on device") != std::string::npos) {
                throw command_error(exit_with::our_error,
                                    built.compiler_output + "\n" +
                                        c.say(phrase("The disk is full: free some space and run "
                                                     "the command again. Nothing is lost.")));
            }
            built.failure =
                build_failure(plain(built.compiler_output), c, *job.what, c.shown(job.source));
            break;
        case build_status::misused:
            throw command_error(exit_with::usage, built.compiler_output);
        case build_status::broken:
            throw command_error(exit_with::our_error, built.compiler_output);
    }
    return built;
}

}  // namespace checker
