#include "common/simcuda/driver/flags.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace simcuda::driver {

namespace {

using arguments = std::vector<std::string>;

void add(arguments& line, std::initializer_list<const char*> more) {
    line.insert(line.end(), more.begin(), more.end());
}

}  // namespace

command_lines::command_lines(const compiler& with, const request& wanted, bool coloured)
    : compiler_(with), wanted_(wanted), coloured_(coloured) {}

/// Defaults first, so that the learner's own flags win.
arguments command_lines::common() const {
    arguments line = compiler_.command;
    line.emplace_back(coloured_ ? "-fdiagnostics-color=always" : "-fdiagnostics-color=never");
    // Who writes main(int argc, char** argv) by habit has made no mistake.
    add(line, {"-std=c++20", "-O1", "-g", "-Wall", "-Wextra", "-Wno-unused-parameter"});
    // `#pragma unroll` and its like are for device compilers.
    add(line, {"-Wno-unknown-pragmas"});
    line.insert(line.end(), wanted_.flags.begin(), wanted_.flags.end());
    // Instrumented here, and linked with the device's own callbacks instead of libtsan.
    add(line, {"-fsanitize=thread"});
    if (compiler_.family == compiler_family::gcc) {
        add(line, {"--param=tsan-instrument-func-entry-exit=0",
                   "--param=tsan-distinguish-volatile=1", "-Wno-tsan"});
    } else {
        add(line, {"-mllvm", "-tsan-instrument-func-entry-exit=0", "-mllvm",
                   "-tsan-distinguish-volatile=1", "-mllvm",
                   // The read of "p[i] += 1" counts, too.
                   "-tsan-instrument-read-before-write=1", "-mllvm",
                   // Clang takes an element of a local array for nobody else's even if the array
                   // was handed to a copy, unless it gives up looking at once.
                   "-capture-tracking-max-uses-to-explore=0", "-Wno-embedded-directive"});
    }
    // Calls, not code in place: copies are accesses too.
    add(line, {"-fno-builtin-memcpy", "-fno-builtin-memmove", "-fno-builtin-memset",
               "-fno-builtin-memcmp"});
    // A report's lines come from return addresses.
    add(line, {"-fno-optimize-sibling-calls", "-fno-pie"});
    return line;
}

void command_lines::add_headers(arguments& line, source_kind kind) const {
    line.emplace_back("-isystem");
    line.push_back(wanted_.device.include_folder.string());
    add(line, {"-include", "simcuda/prelude.hpp"});
    if (kind == source_kind::cuda) {
        add(line, {"-include", "cuda_runtime.h"});  // as nvcc does
    }
}

arguments command_lines::preprocess(const std::string& source, text_form form) const {
    arguments line = common();
    add_headers(line, source_kind::cuda);
    add(line, {"-E"});
    if (compiler_.family == compiler_family::gcc && form == text_form::macros_kept) {
        add(line, {"-fdirectives-only"});
    } else if (compiler_.family == compiler_family::clang) {
        add(line, {"-frewrite-includes", "-w"});  // clang warns when it compiles, too
    }
    add(line, {"-x", "c++"});
    line.push_back(source);
    return line;
}

arguments command_lines::list_macros() const {
    arguments line = common();
    add(line, {"-E", "-dM", "-x", "c++", "/dev/null"});
    return line;
}

void command_lines::add_language_of_rewritten(arguments& line, const char* language) const {
    add(line, {"-x", language});
    if (compiler_.family == compiler_family::gcc) {
        add(line, {"-fpreprocessed", "-fdirectives-only"});
    }
}

arguments command_lines::compile_rewritten(const std::string& text,
                                           const std::string& object) const {
    arguments line = common();
    add_language_of_rewritten(line, "c++");
    add(line, {"-pipe", "-c"});
    line.push_back(text);
    add(line, {"-o"});
    line.push_back(object);
    return line;
}

arguments command_lines::keep_preamble() const {
    arguments line = common();
    // The same whoever reads what it says, which is nobody.
    line.erase(std::remove_if(line.begin(), line.end(),
                              [](const std::string& word) {
                                  return word.rfind("-fdiagnostics-color", 0) == 0;
                              }),
               line.end());
    add_language_of_rewritten(line, "c++-header");
    return line;
}

arguments command_lines::compile_after(const std::string& kept, const std::string& text,
                                       const std::string& object) const {
    arguments line = compile_rewritten(text, object);
    if (compiler_.family == compiler_family::clang) {
        add(line, {"-include-pch"});
        line.push_back(kept);
    }
    return line;
}

std::string command_lines::mention(const std::string& kept) const {
    return compiler_.family == compiler_family::gcc
               ? "#pragma GCC pch_preprocess \"" + kept + "\"\n"
               : std::string();
}

arguments command_lines::compile_as_is(const std::string& source, const std::string& object) const {
    arguments line = common();
    add_headers(line, source_kind::cpp);
    add(line, {"-pipe", "-c"});
    line.push_back(source);
    add(line, {"-o"});
    line.push_back(object);
    return line;
}

arguments command_lines::link(const std::vector<std::string>& objects, const std::string& program,
                              std::string_view linker) const {
    arguments line = compiler_.command;
    line.emplace_back(coloured_ ? "-fdiagnostics-color=always" : "-fdiagnostics-color=never");
    add(line, {"-no-pie"});
    if (!linker.empty()) {
        line.push_back("-fuse-ld=" + std::string(linker));
    }
    // A sanitizer of the learner's brings a library of its own.
    std::copy_if(wanted_.flags.begin(), wanted_.flags.end(), std::back_inserter(line),
                 [](const std::string& flag) { return flag.rfind("-fsanitize", 0) == 0; });
    line.insert(line.end(), objects.begin(), objects.end());
    for (const auto& object : wanted_.objects) {
        line.push_back(object.string());
    }
    line.insert(line.end(), wanted_.device.libraries.begin(), wanted_.device.libraries.end());
    line.insert(line.end(), wanted_.link_flags.begin(), wanted_.link_flags.end());
    add(line, {"-pthread", "-o"});
    line.push_back(program);
    return line;
}

}  // namespace simcuda::driver
