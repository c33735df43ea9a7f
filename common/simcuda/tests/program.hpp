#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "common/simcuda/driver/compile.hpp"
#include "common/simcuda/driver/preamble_store.hpp"
#include "common/simcuda/driver/temporary.hpp"

/// Building and running programs for the simulated device.
namespace simcuda::tests {

namespace fs = std::filesystem;

/// A file of tests/programs.
[[nodiscard]] fs::path program_source(const std::string& name);
/// A file of tests/.
[[nodiscard]] fs::path test_file(const std::string& name);

/// A compiler with its flags.
struct way_to_build {
    std::string compiler;
    std::vector<std::string> flags;

    [[nodiscard]] std::string name() const;
};

/// The compilers of this machine, without flags.
[[nodiscard]] std::vector<way_to_build> usual_ways();

struct run_result {
    int status = 0;  ///< 128 + the signal's number where one ended the program
    std::string output, errors;
};

enum class error_stream { kept, closed };

/// What a run is given besides the program.
struct setting {
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment;  ///< no SIMCUDA_ variable but these
    error_stream errors = error_stream::kept;
};

/// Programs in a folder of their own, gone afterwards.
class workshop {
public:
    /// Both fail the running test when the source is not accepted.
    [[nodiscard]] fs::path build(const fs::path& source, const way_to_build& way,
                                 const std::vector<std::string>& more_flags = {},
                                 const std::vector<fs::path>& objects = {});
    [[nodiscard]] fs::path build_object(const fs::path& source, const way_to_build& way);
    [[nodiscard]] run_result run(const fs::path& program, const setting& with = {}) const;

    /// Runs with SIMCUDA_REPORT set; `report` is what was written.
    struct reported {
        run_result run;
        std::string text;
        nlohmann::json report;
    };
    [[nodiscard]] reported run_reported(const fs::path& program, setting with = {}) const;

    [[nodiscard]] const fs::path& folder() const { return folder_.path(); }

private:
    fs::path compile(driver::request wanted, const way_to_build& way);

    driver::temporary_folder folder_;
    // Many programs of a test include the same.
    driver::preamble_store preambles_{folder() / "preambles",
                                      driver::preamble_store::making::when_met_again};
    int built_ = 0;
};

/// Compares with a file of tests/golden, in which paths of programs are without their folder.
/// With UPDATE_GOLDEN=1 the file is written instead.
void check_golden(const std::string& name, const std::string& text);
[[nodiscard]] std::string without_folders(std::string text);
/// The words of a text, however its lines were broken.
[[nodiscard]] std::string with_single_blanks(const std::string& text);
[[nodiscard]] std::string content_of(const fs::path& file);

}  // namespace simcuda::tests
