#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "checker/supervise/descriptor.hpp"

namespace checker {

/// Who may hold a lock beside its holder: nobody, or others who say the same.
enum class lock_beside : std::uint8_t { nobody, the_like };

/// Held while one command works on what the lock file stands for; others wait. Goes away with its
/// process, however that ends. On a disk that knows no locks (some clusters' are such) it is none.
class file_lock {
public:
    /// Calls `waiting` once if somebody else holds it: whoever does not want to wait throws there.
    /// Throws file_error when the file cannot be made.
    file_lock(const std::filesystem::path& file, const std::function<void()>& waiting,
              lock_beside beside = lock_beside::nobody);

private:
    descriptor file_;
};

}  // namespace checker
