#pragma once

#include <exception>
#include <filesystem>
#include <optional>
#include <string>

#include "checker/course/file_error.hpp"

namespace checker {

/// What a worker could not do, for the one who forked it: in memory that both see, since a disk
/// that is full takes no note of it.
class worker_note {
public:
    /// To be made before the fork. Throws std::system_error.
    worker_note();
    ~worker_note();
    worker_note(worker_note&& other) noexcept;
    worker_note& operator=(worker_note&&) = delete;

    /// In the worker.
    void leave(const std::exception& problem, const std::filesystem::path& results) const;

    /// Why a worker that left a note has no result.
    [[nodiscard]] std::string text() const;
    /// Where no other could have one either: see is_trouble_for_all.
    [[nodiscard]] std::optional<file_error> for_all() const;

private:
    struct page;
    page* page_;
};

}  // namespace checker
