#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace simcuda::driver {

/// Preambles in the form that a compiler keeps of what it has read, in a folder, from build to
/// build. Those few stay that were used last. Threads and processes may share the folder.
class preamble_store {
public:
    enum class making : std::uint8_t {
        beside,         ///< at once, while the caller goes on without it
        when_met_again  ///< by the second of this object's builds that wants it, which waits
    };

    /// The folder is made when something is to be kept.
    preamble_store(std::filesystem::path folder, making how);
    /// Waits for what is being made.
    ~preamble_store();
    preamble_store(const preamble_store&) = delete;
    preamble_store& operator=(const preamble_store&) = delete;

    /// What the compiler keeps of `text`. `command` has it read: without input and output, and with
    /// all options that its result depends on. Empty where there is none (yet). Nothing that goes
    /// wrong here is told: a build can do without.
    [[nodiscard]] std::optional<std::filesystem::path> find(
        const std::string& text, const std::vector<std::string>& command);
    /// For one that the compiler does not take.
    static void discard(const std::filesystem::path& kept);

private:
    [[nodiscard]] bool shall_make(const std::filesystem::path& kept);

    std::filesystem::path folder_;
    making how_;
    std::mutex mutex_;
    std::map<std::filesystem::path, int> met_;
    std::vector<std::future<void>> running_;
};

}  // namespace simcuda::driver
