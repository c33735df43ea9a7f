#include "checker/grading/results_folder.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <nlohmann/json.hpp>
#include <random>
#include <system_error>

#include "checker/course/atomic_file.hpp"
#include "checker/course/file_error.hpp"
#include "checker/grading/content_hash.hpp"
#include "checker/supervise/descriptor.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_errno(const fs::path& file) {
    throw file_error({errno, std::generic_category()}, file);
}

void write_all(const descriptor& to, std::string_view text, const fs::path& file) {
    while (!text.empty()) {
        const auto written = write(to.get(), text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            throw_errno(file);
        }
        // (where the disk ends, the rest tells why)
        text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
}

std::optional<std::uint64_t> seed_in(std::string_view line) {
    std::uint64_t seed = 0;
    const auto [end, failed] = std::from_chars(line.data(), line.data() + line.size(), seed);
    const bool is_whole = failed == std::errc() && end == line.data() + line.size();
    return is_whole ? std::optional(seed) : std::nullopt;
}

std::uint64_t new_seed() {
    std::random_device source;
    return std::uint64_t{source()} << 32U | source();
}

/// But for what another share that begins at the same time may have left there already.
bool holds_anything(const fs::path& folder) {
    const auto is_something = [](const fs::directory_entry& entry) {
        const auto name = entry.path().filename().string();
        return name != "seed" && !name.starts_with(".gitignore") && !name.starts_with(".seed");
    };
    return std::any_of(fs::directory_iterator(folder), fs::directory_iterator(), is_something);
}

/// Of what says how a class was begun.
std::string hash_of_terms(const fs::path& folder) {
    content_hash hash;
    for (const auto* name : {"seed", "language", "device", "limits.toml", "labs"}) {
        const auto file = folder / name;
        hash.add(fs::is_regular_file(file) ? read_file(file) : std::string("none"));
    }
    return hash.text();
}

bool holds_results(const fs::path& folder) {
    return fs::exists(folder / "submissions");
}

}  // namespace

results_folder::results_folder(fs::path folder, std::string times)
    : folder_(std::move(folder)), times_(std::move(times)) {
    std::error_code problem;
    fs::create_directories(folder_, problem);
    if (problem) {
        throw results_error(phrase("{} cannot be made: {}.", folder_.string(), problem.message()));
    }
    if (is_results_folder(folder_)) {
        return;
    }
    if (is_begun() && fs::exists(folder_ / "language")) {
        throw results_error(
            phrase("The results in {} have lost their file `seed`, without which nothing can go on "
                   "with them as it began. Put it back from a copy, or grade again into another "
                   "folder with --out.",
                   folder_.string()));
    }
    if (holds_anything(folder_)) {
        throw results_error(phrase(
            "{} holds something else than results of `lab grade`: nothing was written there. Name "
            "a folder that is not there yet, or an empty one, with --out.",
            folder_.string()));
    }
    // Names and the seed: for nobody else on this machine, and for no repository.
    fs::permissions(folder_, fs::perms::owner_all);
    write_atomically(folder_ / ".gitignore", "*\n");
}

std::string results_folder::kept(const std::string& name, const std::string& line) const {
    const auto file = folder_ / name;
    if (!fs::exists(file)) {
        // Under another name first, so that there is never half of it; of two that start at once,
        // the first to link it wins.
        const auto beside = folder_ / fmt::format(".{}.new{}", name, getpid());
        {
            const descriptor to(
                open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
            if (!to.is_open()) {
                throw_errno(file);
            }
            try {
                write_all(to, line + "\n", file);
            } catch (const file_error&) {
                unlink(beside.c_str());
                throw;
            }
        }
        const int problem = link(beside.c_str(), file.c_str()) == 0 ? 0 : errno;
        unlink(beside.c_str());
        if (problem != 0 && problem != EEXIST) {
            throw file_error({problem, std::generic_category()}, file);
        }
    }
    auto text = read_file(file);
    return text.substr(0, text.find('\n'));
}

std::uint64_t results_folder::seed(std::optional<std::uint64_t> wanted) const {
    const auto there = seed_in(kept("seed", std::to_string(wanted.value_or(new_seed()))));
    if (!there) {
        throw results_error(
            phrase("{} holds no seed. Put it back, or remove the folder and grade again.",
                   (folder_ / "seed").string()));
    }
    if (wanted && *wanted != *there) {
        throw results_error(
            phrase("The results in {} were made with another seed. Leave --seed out to go on "
                   "with them, or choose another folder with --out.",
                   folder_.string()));
    }
    return *there;
}

language results_folder::speaks(language wanted) const {
    return language_of({kept("language", std::string(tag_of(wanted))), {}, {}, {}});
}

grading_device results_folder::device(std::optional<grading_device> wanted) const {
    if (wanted && !is_begun()) {
        fs::remove(folder_ / "device");
    }
    auto there = grading_device::sim;
    if (fs::exists(folder_ / "device") || (wanted == grading_device::both && !is_begun())) {
        const auto word = kept("device", std::string(to_text(grading_device::both)));
        there = grading_device_from_text(word).value_or(grading_device::both);
    }
    if (wanted && *wanted != there) {
        throw results_error(
            phrase("The results in {} were made with --device {}, whose points are others. Leave "
                   "--device out to go on with them, or choose another folder with --out.",
                   folder_.string(), to_text(there)));
    }
    return there;
}

bool results_folder::is_begun() const {
    return holds_results(folder_);
}

void results_folder::keep_labs(const std::string& names) const {
    if (!is_begun()) {
        fs::remove(folder_ / "labs");
    }
    static_cast<void>(kept("labs", names));
}

void results_folder::keep_limits(const std::string& used, const std::string& usual) const {
    const auto file = folder_ / "limits.toml";
    if (is_begun()) {
        if (used != (fs::exists(file) ? read_file(file) : usual)) {
            throw results_error(
                phrase("The results in {} were made with other limits. Leave --limits out to go on "
                       "with them, or choose another folder with --out.",
                       folder_.string()));
        }
    } else if (used == usual) {
        fs::remove(file);
    } else {
        write_atomically(file, used);
    }
}

void results_folder::keep_as_begun() const {
    if (!is_begun()) {
        fs::remove(folder_ / "begun");
    }
    static_cast<void>(kept("begun", hash_of_terms(folder_)));
}

bool is_results_folder(const fs::path& folder) {
    return fs::exists(folder / "seed");
}

void require_as_begun(const fs::path& results) {
    const auto note = results / "begun";
    if (!holds_results(results) || !fs::is_regular_file(note) ||
        read_file(note) == hash_of_terms(results) + "\n") {
        return;
    }
    throw results_error(
        phrase("The results in {} are not as they were begun: seed, language, device, limits.toml "
               "or labs there was changed or lost since. Nothing was graded, so that nothing is "
               "mixed. Put the file back from a copy, or grade again into another folder with "
               "--out.",
               results.string()));
}

fs::path results_folder::file_of(const submission& s) const {
    return folder_ / "submissions" / (s.file + ".json");
}

std::optional<graded_submission> results_folder::load(const submission& s) const {
    try {
        return graded_submission_from_json(read_file(file_of(s)));
    } catch (const std::system_error&) {
        return std::nullopt;
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

void results_folder::store(const graded_submission& g) const {
    const auto folder = folder_ / "submissions";
    fs::create_directories(folder);
    write_atomically(folder / (g.file + ".json"), to_json(g));
}

void results_folder::store(const graded_class& all) const {
    write_atomically(folder_ / "grades.json", to_json(all));
}

void results_folder::note_times(const graded_submission& g,
                                const std::vector<lab_time>& times) const {
    auto labs = nlohmann::ordered_json::array();
    for (const auto& t : times) {
        labs.push_back(
            {{"lab", t.lab}, {"wall_seconds", t.wall_seconds}, {"cpu_seconds", t.cpu_seconds}});
    }
    const nlohmann::ordered_json line = {{"file", g.file}, {"labs", labs}};
    const auto file = folder_ / times_;
    const descriptor to(open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
    if (!to.is_open()) {
        throw_errno(file);
    }
    write_all(to, line.dump() + "\n", file);
}

fs::path results_folder::make_work_folder(const submission& s) const {
    remove_work_folder(s);
    auto folder = folder_ / ".work" / s.file;
    // Whoever has just finished another submission removes .work where that is empty.
    for (std::error_code problem;;) {
        fs::create_directories(folder, problem);
        if (!problem) {
            return folder;
        }
        if (problem != std::errc::no_such_file_or_directory) {
            throw file_error(problem, folder);
        }
    }
}

void results_folder::remove_work_folder(const submission& s) const {
    std::error_code ignored;
    fs::remove_all(folder_ / ".work" / s.file, ignored);
    fs::remove(folder_ / ".work", ignored);  // where it is empty now
}

}  // namespace checker
