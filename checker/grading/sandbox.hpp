#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/messages/words.hpp"
#include "checker/supervise/descriptor.hpp"
#include "checker/supervise/supervise.hpp"

/// A place for programs that nobody vouches for, made by bubblewrap: its own processes, network,
/// users and names; the system read-only, of the rest what is named; one small folder to write to.
namespace checker {

/// Whether it lies where every sandbox shows everything: in the system's own folders.
[[nodiscard]] bool is_shown_anyway(const std::filesystem::path& path);

/// What a program finds inside, at the same paths as outside.
struct sandbox_view {
    std::vector<std::filesystem::path>
        readable;  ///< files and folders; what is not there is left out
    /// Files that are shown in another place, over what is there.
    std::vector<std::pair<std::filesystem::path, std::filesystem::path>> shown_as;
    timeline::bytes scratch{std::uint64_t{64} << 20};  ///< of /tmp, which is empty at the start
    std::vector<std::filesystem::path> devices;  ///< nodes, and folders of them, to open and use
    timeline::bytes shared_memory{};             ///< of /dev/shm; 0: there is none to write to
};

/// What the system calls are limited to.
enum class system_calls : std::uint8_t {
    of_compilers,  ///< all but those that no program needs that is not a part of the system
    of_labs,       ///< no fork and no network either
    of_gpu_labs,   ///< the same, but for what a GPU's driver does in its program
};

/// A program that is ready to be supervised, with what has to stay open until it has started.
struct prepared_program {
    program what;
    std::vector<descriptor> kept;
};

class sandbox {
public:
    /// A sandbox that works here, found by trying. Otherwise `why` says what to do.
    [[nodiscard]] static std::optional<sandbox> find(words& why);
    /// Runs programs as they are, with limits only: --no-sandbox.
    [[nodiscard]] static sandbox none() { return sandbox({}); }

    [[nodiscard]] bool is_closed() const { return !bubblewrap_.empty(); }

    /// `inner` as it will run inside. Its environment is exactly what it names, and PATH; nothing
    /// of it shows on the command line. Throws std::system_error when descriptors have run out.
    [[nodiscard]] prepared_program prepare(const program& inner, const sandbox_view& view,
                                           system_calls calls) const;

private:
    explicit sandbox(std::filesystem::path bubblewrap) : bubblewrap_(std::move(bubblewrap)) {}

    std::filesystem::path bubblewrap_;
};

/// The exit status of a program in a sandbox that a signal has ended is 128 and the signal's
/// number: the outcome as it would be without the sandbox.
[[nodiscard]] outcome as_without_sandbox(outcome o);

}  // namespace checker
