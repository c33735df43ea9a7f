#pragma once

#include <filesystem>
#include <functional>

#include "checker/supervise/descriptor.hpp"

namespace checker {

/// Held while one command works on what the lock file stands for; others wait. Goes away with its
/// process, however that ends.
class file_lock {
public:
    /// Calls `waiting` once if somebody else holds it. Throws std::system_error when the file
    /// cannot be made.
    file_lock(const std::filesystem::path& file, const std::function<void()>& waiting);

private:
    descriptor file_;
};

}  // namespace checker
