#include "common/simcuda/driver/preamble_store.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "common/simcuda/driver/process.hpp"
#include "common/simcuda/driver/temporary.hpp"
#include "common/simcuda/driver/toolchain.hpp"

namespace simcuda::driver {

namespace {

namespace fs = std::filesystem;

/// What g++ keeps of a lab's headers is up to 70 MB large.
constexpr std::size_t most_kept = 4;

/// The text and, in a comment at its end, what else the result depends on.
std::string with_origin(const std::string& text, const std::vector<std::string>& command) {
    std::string origin;
    for (const std::string& word : command) {
        origin += word + ' ';
    }
    // Another version of the compiler has another time.
    if (const auto program = find_program(command.front())) {
        origin += std::to_string(fs::last_write_time(*program).time_since_epoch().count());
    }
    std::replace(origin.begin(), origin.end(), '\n', ' ');
    return text + "// " + origin + " .\n";
}

fs::path text_of(fs::path kept) {
    return kept.replace_extension(".text");
}

bool is_text_of(const fs::path& kept, const std::string& text) {
    std::ifstream in(text_of(kept), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {}) == text;
}

/// Those go that were not used for longest, and what an interrupted command has left.
void make_room(const fs::path& folder) {
    std::vector<std::pair<fs::file_time_type, fs::path>> kept;
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".kept") {
            kept.emplace_back(entry.last_write_time(), entry.path());
        } else if (entry.path().extension() == ".new" && entry.last_write_time() < long_ago) {
            fs::remove(entry.path());
        }
    }
    std::sort(kept.begin(), kept.end(), std::greater<>());
    for (std::size_t i = most_kept; i < kept.size(); ++i) {
        preamble_store::discard(kept[i].second);
    }
}

void make(const fs::path& kept, const std::string& text, std::vector<std::string> command) {
    const fs::path folder = kept.parent_path();
    fs::create_directories(folder);
    // clang looks whether its input is still as it was.
    if (!is_text_of(kept, text)) {
        temporary_file input(folder, "text", ".new");
        input.write(text);
        input.move_to(text_of(kept));
    }
    temporary_file result(folder, "kept", ".new");
    command.insert(command.end(), {text_of(kept).string(), "-o", result.path().string()});
    if (run_process(command).status == 0) {
        result.move_to(kept);
        make_room(folder);
    }
}

void make_if_possible(const fs::path& kept, const std::string& text,
                      const std::vector<std::string>& command) {
    try {
        make(kept, text, command);
    } catch (const std::system_error&) {
        // The disk is full, or somebody removes the folder meanwhile.
    }
}

std::optional<fs::path> usable(const fs::path& kept, const std::string& text) {
    if (!fs::exists(kept) || !is_text_of(kept, text)) {
        return std::nullopt;
    }
    // (a store that may only be read keeps no account of its use)
    std::error_code ignored;
    fs::last_write_time(kept, fs::file_time_type::clock::now(), ignored);
    return kept;
}

}  // namespace

preamble_store::preamble_store(fs::path folder, making how)
    : folder_(std::move(folder)), how_(how) {}

preamble_store::~preamble_store() {
    for (const auto& each : running_) {
        each.wait();
    }
}

std::optional<fs::path> preamble_store::find(const std::string& text,
                                             const std::vector<std::string>& command) {
    try {
        const std::string whole = with_origin(text, command);
        const fs::path kept =
            folder_ / fmt::format("{:016x}.kept", std::hash<std::string>{}(whole));
        if (!fs::exists(kept) && shall_make(kept)) {
            if (how_ == making::beside) {
                std::vector<std::string> behind_others = command;
                behind_others.insert(behind_others.begin(), "nice");
                const std::lock_guard lock(mutex_);
                running_.push_back(std::async(std::launch::async, make_if_possible, kept, whole,
                                              std::move(behind_others)));
                return std::nullopt;
            }
            make_if_possible(kept, whole, command);
        }
        return usable(kept, whole);
    } catch (const std::system_error&) {
        return std::nullopt;
    }
}

bool preamble_store::shall_make(const fs::path& kept) {
    const std::lock_guard lock(mutex_);
    return ++met_[kept] == (how_ == making::beside ? 1 : 2);
}

void preamble_store::discard(const fs::path& kept) {
    std::error_code ignored;
    fs::remove(kept, ignored);
    fs::remove(text_of(kept), ignored);
}

}  // namespace simcuda::driver
