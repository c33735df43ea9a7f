#include "common/simcuda/driver/compile.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <future>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "common/simcuda/driver/checks.hpp"
#include "common/simcuda/driver/process.hpp"
#include "common/simcuda/driver/reporting.hpp"
#include "common/simcuda/driver/temporary.hpp"
#include "common/simcuda/driver/unit_build.hpp"

namespace simcuda::driver {

namespace {

namespace fs = std::filesystem;

class teller {
public:
    explicit teller(const request& wanted) : sink_(wanted.diagnostics) {
        const bool terminal = !sink_ && ::isatty(STDERR_FILENO) == 1;
        const bool coloured =
            wanted.colour == colours::always || (wanted.colour == colours::as_terminal && terminal);
        ink_ = coloured ? ink::coloured : ink::plain;
    }
    void pass_on(std::string_view text) const {
        if (text.empty()) {
            return;
        }
        if (sink_) {
            sink_(text);
        } else {
            std::fwrite(text.data(), 1, text.size(), stderr);
        }
    }
    void error(std::string_view message) const { pass_on(describe(message, ink_)); }
    [[nodiscard]] ink colour() const { return ink_; }

private:
    std::function<void(std::string_view)> sink_;
    ink ink_ = ink::plain;
};

void add_times(stage_times& sum, const stage_times& more) {
    sum.preprocess += more.preprocess;
    sum.rewrite += more.rewrite;
    sum.compile += more.compile;
}

/// The worse of two: what is broken outweighs what is rejected.
build_status worse(build_status left, build_status right) {
    return std::max(left, right);
}

void link_program(const command_lines& lines, const std::vector<built_unit>& units,
                  temporary_file& program, const teller& tell, outcome& made) {
    std::vector<std::string> objects;
    for (const built_unit& unit : units) {
        objects.push_back(unit.object->path().string());
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto run = [&](std::string_view linker) {
        return run_process(lines.link(objects, program.path().string(), linker));
    };
    const std::string_view fast = find_fast_linker();
    process_result linked = run(fast);
    // What is wrong is told by the compiler's own linker, in the words that are known.
    if (!fast.empty() && (linked.status != 0 || !linked.output.empty() || !linked.errors.empty())) {
        linked = run({});
    }
    made.times.link = std::chrono::steady_clock::now() - begin;
    tell.pass_on(linked.output);
    tell.pass_on(linked.errors);
    made.status = linked.status == 0 ? build_status::built : build_status::rejected;
}

outcome build(const request& wanted, const compiler& with, const fs::path& work,
              const teller& tell) {
    const command_lines lines(with, wanted, tell.colour() == ink::coloured);
    std::vector<std::future<built_unit>> running;
    for (const fs::path& source : wanted.sources) {
        running.push_back(std::async(std::launch::async, [&, source] {
            return build_unit(lines, with.family, source, work, tell.colour(), wanted.preambles);
        }));
    }
    outcome made;
    std::vector<built_unit> units;
    for (std::future<built_unit>& each : running) {
        units.push_back(each.get());
        built_unit& unit = units.back();
        tell.pass_on(unit.diagnostics);
        made.status = worse(made.status, unit.status);
        add_times(made.times, unit.times);
        std::move(unit.files.begin(), unit.files.end(), std::back_inserter(made.files));
    }
    if (made.status != build_status::built) {
        return made;
    }
    const fs::path folder = wanted.output.has_parent_path() ? wanted.output.parent_path() : ".";
    temporary_file result(folder, wanted.output.filename().string(), output_extension);
    if (wanted.makes == product::program) {
        link_program(lines, units, result, tell, made);
    } else {
        fs::copy_file(units.front().object->path(), result.path(),
                      fs::copy_options::overwrite_existing);
    }
    if (made.status == build_status::built) {
        result.move_to(wanted.output);
    }
    return made;
}

}  // namespace

int exit_status(build_status status) {
    switch (status) {
        case build_status::built:
            return 0;
        case build_status::rejected:
            return 1;
        case build_status::misused:
            return 2;
        case build_status::broken:
            break;
    }
    constexpr int own_error = 4;
    return own_error;
}

outcome compile(const request& wanted) {
    const teller tell(wanted);
    outcome made;
    const std::vector<std::string> mistakes = mistakes_in(wanted);
    if (!mistakes.empty()) {
        for (const std::string& mistake : mistakes) {
            tell.error(mistake);
        }
        made.status = build_status::misused;
        return made;
    }
    made.status = build_status::broken;
    const std::optional<compiler> with = find_compiler(wanted.compiler);
    if (!with) {
        tell.error(no_compiler(wanted.compiler));
        return made;
    }
    try {
        std::optional<temporary_folder> own_folder;
        fs::path work = wanted.work_folder;
        if (work.empty()) {
            work = own_folder.emplace().path();
        } else {
            fs::create_directories(work);
        }
        return build(wanted, *with, work, tell);
    } catch (const fs::filesystem_error& error) {
        tell.error(
            fmt::format("{} ({}). Check that the disk has room and that the folder is yours "
                        "to write to.",
                        error.path1().string(), error.code().message()));
    } catch (const std::system_error& error) {
        tell.error(fmt::format("cannot start '{}' ({}).", error.what(), error.code().message()));
    }
    return made;
}

}  // namespace simcuda::driver
