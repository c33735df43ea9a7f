#include "common/simcuda/driver/unit_build.hpp"

#include <algorithm>
#include <csignal>
#include <future>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "common/simcuda/driver/checks.hpp"
#include "common/simcuda/driver/preamble.hpp"
#include "common/simcuda/driver/preamble_store.hpp"
#include "common/simcuda/driver/process.hpp"
#include "common/simcuda/rewriter/rewriter.hpp"

namespace simcuda::driver {

namespace {

namespace fs = std::filesystem;
using clock = std::chrono::steady_clock;

/// The names in the output of `-dM`: "#define NAME ..." and "#define NAME(...) ...".
std::unordered_set<std::string> macro_names(std::string_view listing) {
    constexpr std::string_view start = "#define ";
    std::unordered_set<std::string> names;
    for (std::size_t at = 0; at < listing.size();) {
        const std::size_t end = std::min(listing.find('\n', at), listing.size());
        std::string_view line = listing.substr(at, end - at);
        if (line.substr(0, start.size()) == start) {
            line.remove_prefix(start.size());
            names.emplace(line.substr(0, line.find_first_of(" (")));
        }
        at = end + 1;
    }
    return names;
}

class unit_builder {
public:
    unit_builder(const command_lines& lines, compiler_family family, const fs::path& source,
                 const fs::path& work, ink colour, preamble_store* preambles)
        : lines_(lines),
          family_(family),
          source_(source),
          work_(work),
          colour_(colour),
          preambles_(preambles) {}

    built_unit build() && {
        if (kind_of(source_) == source_kind::cpp) {
            made_.files.push_back(source_.string());
            temporary_file object = make_file(".o");
            const auto line = lines_.compile_as_is(source_.string(), object.path().string());
            compile(line, std::move(object));
            return std::move(made_);
        }
        const std::optional<std::string> text = rewritten();
        if (text) {
            compile_text(*text);
        }
        return std::move(made_);
    }

private:
    [[nodiscard]] temporary_file make_file(std::string_view extension) const {
        return {work_, source_.stem().string(), extension};
    }

    [[nodiscard]] process_result preprocess() {
        process_result read =
            run_process(lines_.preprocess(source_.string(), text_form::macros_kept));
        if (read.status != 0 && family_ == compiler_family::gcc) {
            read = run_process(lines_.preprocess(source_.string(), text_form::macros_expanded));
        }
        return read;
    }

    [[nodiscard]] std::optional<std::string> rewritten() {
        // clang leaves conditionals in the text. Its macros are asked for meanwhile.
        std::future<process_result> macros;
        if (family_ == compiler_family::clang) {
            macros = std::async(std::launch::async,
                                [this] { return run_process(lines_.list_macros()); });
        }
        const auto begin = clock::now();
        process_result read = preprocess();
        rewriter::options options;
        if (macros.valid()) {
            options.predefined = macro_names(macros.get().output);
        }
        const auto preprocessed = clock::now();
        made_.times.preprocess = preprocessed - begin;
        made_.diagnostics += read.errors;
        if (read.status != 0) {
            reject(read.status);
            for (const std::string& sentence : explain_missing_headers(read.errors)) {
                made_.diagnostics += describe(sentence, colour_);
            }
            return std::nullopt;
        }
        rewriter::result result = rewriter::rewrite(read.output, options);
        made_.times.rewrite = clock::now() - preprocessed;
        made_.files = std::move(result.files);
        for (const rewriter::problem& problem : result.problems) {
            made_.diagnostics += describe(problem, colour_);
            made_.status = build_status::rejected;
        }
        return result.problems.empty() ? std::optional(std::move(result.text)) : std::nullopt;
    }

    void compile_text(const std::string& text) {
        std::optional<fs::path> refused;
        if (preambles_ != nullptr) {
            if (const auto parts = divide(text, source_.string())) {
                const auto kept = preambles_->find(parts->preamble, lines_.keep_preamble());
                if (kept && compile_after(*kept, *parts)) {
                    return;
                }
                refused = kept;
            }
        }
        const temporary_file input = make_file(".ii");
        input.write(text);
        temporary_file object = make_file(".o");
        const auto line = lines_.compile_rewritten(input.path().string(), object.path().string());
        compile(line, std::move(object));
        if (refused && made_.diagnostics.empty()) {
            preamble_store::discard(*refused);
        }
    }

    /// True when that has led to an object without a word. Whatever there is to say is said about
    /// the whole text, so that it does not depend on what was built before.
    bool compile_after(const fs::path& kept, const divided_unit& parts) {
        const temporary_file input = make_file(".ii");
        input.write(parts.beginning + lines_.mention(kept.string()) + parts.own);
        temporary_file object = make_file(".o");
        const process_result compiled = timed(
            lines_.compile_after(kept.string(), input.path().string(), object.path().string()));
        const bool is_silent = compiled.output.empty() && compiled.errors.empty();
        if (compiled.status == 0 && is_silent) {
            made_.object.emplace(std::move(object));
        }
        return made_.object.has_value();
    }

    [[nodiscard]] process_result timed(const std::vector<std::string>& line) {
        const auto begin = clock::now();
        process_result compiled = run_process(line);
        made_.times.compile += clock::now() - begin;
        return compiled;
    }

    void compile(const std::vector<std::string>& line, temporary_file object) {
        const process_result compiled = timed(line);
        made_.diagnostics += compiled.output + compiled.errors;
        if (compiled.status != 0) {
            reject(compiled.status);
        } else {
            made_.object.emplace(std::move(object));
        }
    }

    void reject(int status) {
        constexpr int signal_base = 128;
        made_.status = build_status::rejected;
        if (status > signal_base) {
            made_.status = build_status::broken;
            made_.diagnostics += describe(
                fmt::format(
                    "the compiler was ended by signal {} while it read '{}'{}",
                    status - signal_base, source_.string(),
                    status == signal_base + SIGKILL
                        ? ". Signal 9 often means that memory ran out: close other programs "
                          "and try again."
                        : "."),
                colour_);
        }
    }

    const command_lines& lines_;
    compiler_family family_;
    const fs::path& source_;
    const fs::path& work_;
    ink colour_;
    preamble_store* preambles_;
    built_unit made_;
};

}  // namespace

built_unit build_unit(const command_lines& lines, compiler_family family, const fs::path& source,
                      const fs::path& work, ink colour, preamble_store* preambles) {
    return unit_builder(lines, family, source, work, colour, preambles).build();
}

}  // namespace simcuda::driver
