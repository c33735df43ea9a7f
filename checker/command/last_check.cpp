#include "checker/command/last_check.hpp"

#include <stdexcept>
#include <system_error>

#include "checker/course/atomic_file.hpp"

namespace checker {
namespace {

constexpr const char* verdict_file = "verdict.json";
constexpr const char* source_file = "checked.cu";

}  // namespace

void keep_check(const std::filesystem::path& folder, const verdict& said,
                const std::string& source) {
    write_atomically(folder / source_file, source);
    write_atomically(folder / verdict_file, to_json(said) + "\n");
}

std::optional<last_check> read_last_check(const context& c, const lab_job& job) {
    const auto folder = run_folder(c, job);
    try {
        last_check result{verdict_from_json(read_file(folder / verdict_file)),
                          read_file(folder / source_file), false};
        std::error_code missing;
        result.is_current =
            std::filesystem::exists(job.source, missing) && read_file(job.source) == result.source;
        return result;
    } catch (const std::system_error&) {
        return std::nullopt;
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

}  // namespace checker
